import { type Stores, startServer } from '../main.ts';
import type { Output } from './output.ts';

/** Serves until it is told to stop. */
export async function serveCommand(stores: Stores, output: Output): Promise<void> {
  const stopped = untilStopped();
  const server = await startServer(stores, (problem) => output.remark(`warning: ${problem}`));
  output.record({ url: server.url }, `Alir serves ${stores.config.data_dir} on ${server.url}`);
  await stopped;
  await server.close();
}

/** Resolves on SIGTERM or SIGINT. To be called first: a process that listens to neither cannot be stopped by them as a container's first. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
