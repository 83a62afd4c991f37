import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An exchange that is not yet over: its request has begun, its response has not ended. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The open connections of all listeners together. */
export interface Connections {
  readonly watch: (server: Server) => void;
  /** What goes on on this connection, oldest first. */
  readonly exchanges: (socket: Socket) => readonly Exchange[];
  readonly destroyAll: () => void;
}

/**
 * Bounds how many connections are open: one too many closes the one that has been idle for longest, so that whoever
 * only holds connections open keeps nobody out. Where every one is at work, the new one is closed.
 */
export function boundConnections(max: number): Connections {
  /** Idle ones in the order in which they fell idle. */
  const idle = new Set<Socket>();
  const busy = new Map<Socket, Set<Exchange>>();

  const begin = (socket: Socket, exchange: Exchange): void => {
    const going = busy.get(socket) ?? new Set<Exchange>();
    going.add(exchange);
    busy.set(socket, going);
    idle.delete(socket);
    exchange.response.once('close', () => {
      going.delete(exchange);
      if (going.size > 0) return;
      busy.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  };
  const accept = (socket: Socket): void => {
    if (idle.size + busy.size >= max) {
      const [longestIdle] = idle;
      (longestIdle ?? socket).destroy();
      if (longestIdle === undefined) return;
      idle.delete(longestIdle);
    }
    idle.add(socket);
    socket.once('close', () => {
      idle.delete(socket);
      busy.delete(socket);
    });
  };
  return {
    watch: (server) => {
      server.on('connection', accept);
      server.prependListener('request', (request, response) => begin(request.socket, { request, response }));
    },
    exchanges: (socket) => [...(busy.get(socket) ?? [])],
    destroyAll: () => {
      for (const socket of [...idle, ...busy.keys()]) socket.destroy();
    },
  };
}
