import { type RunningServer, type Stores, startServer } from '../main.ts';
import type { Output } from './output.ts';

export async function serveCommand(stores: Stores, output: Output): Promise<void> {
  const server = await startServer(stores);
  output.record({ url: server.url }, `Alir serves ${stores.config.data_dir} on ${server.url}`);
  await untilStopped(server);
}

/** Waits for SIGTERM or SIGINT, then closes the server and its stores. */
export async function untilStopped(server: RunningServer): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await server.close();
}
