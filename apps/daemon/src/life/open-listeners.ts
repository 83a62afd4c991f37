import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Settings } from '../settings.js';
import { readRecord, removeRecord, writeRecord } from './daemon-record.js';
import { listen } from './listen.js';
import { listenOnPath } from './unix-socket.js';

export interface ListenersOptions {
  readonly settings: Settings;
  readonly home: string;
  readonly createServer: () => Server;
}

export interface Listeners {
  /** Each address as a URL. */
  readonly listening: readonly string[];
  /** Accepts no connection any more and removes the socket, if it is still this daemon's. */
  readonly close: () => void;
}

/** Opens the unix socket and, where one is asked for, the TCP port. The caller holds the daemon's lock. */
export async function openListeners({ settings, home, createServer }: ListenersOptions): Promise<Listeners> {
  const { listen: tcp, socket, socketMode } = settings;
  const servers: Server[] = [];
  const opened = (): Server => {
    const server = createServer();
    servers.push(server);
    return server;
  };
  try {
    const addresses = tcp === undefined ? [] : [await listenOnTcp(opened(), tcp)];
    const unix = await listenOnPath(opened(), {
      path: socket ?? join(home, 'hcpd.sock'),
      mode: socketMode,
      home,
      previous: readRecord(home),
    });
    const listening = [`unix:${unix.path}`, ...addresses];
    const { path, dev, ino } = unix;
    writeRecord(home, { pid: process.pid, listening, socket: { path, dev, ino } });
    return {
      listening,
      close: () => {
        unix.remove();
        removeRecord(home);
        for (const server of servers) server.close();
      },
    };
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
}

async function listenOnTcp(server: Server, address: NonNullable<Settings['listen']>): Promise<string> {
  await listen(server, address);
  const { address: host, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}
