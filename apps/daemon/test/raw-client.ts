import { connect, type Socket } from 'node:net';

/** One connection to which a test writes bytes as it likes. */
export interface RawClient {
  readonly socket: Socket;
  readonly write: (text: string) => void;
  /** All that came, once the other side has closed. */
  readonly closed: Promise<string>;
  readonly received: () => string;
}

export function rawClient(port: number): RawClient {
  const socket = connect({ host: '127.0.0.1', port });
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, write: (bytes) => void socket.write(bytes, 'latin1'), closed, received: () => text };
}

/** A request head: its first line, its headers, and the blank line. */
export function head(line: string, headers: Readonly<Record<string, string>>): string {
  return `${[line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
}
