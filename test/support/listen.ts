import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterThisTest } from './cleanups.ts';

/** Has a server listen on a free port of 127.0.0.1 until the end of the test. @returns the port */
export async function listen(server: Server & { closeAllConnections?(): void }): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterThisTest(async () => {
    server.closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
