import type { ListenOptions, Server } from 'node:net';
import { HcpError } from '@hcp/pipeline';

/** Resolves once the server listens; throws HcpError `not_listening` naming the address and the system's word for why. */
export function listen(server: Server, address: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => {
      const where = address.path ?? `${String(address.host)}:${String(address.port)}`;
      const code = 'code' in cause ? String(cause.code) : cause.name;
      reject(new HcpError('not_listening', `cannot listen on ${where}: ${code}`, { cause }));
    };
    server.once('error', fail);
    server.listen(address, () => {
      server.off('error', fail);
      resolve();
    });
  });
}
