import { WorkerQueue } from '../../../core/worker-queue.ts';

const worker = new WorkerQueue<string, Uint8Array>('png');

/** Draws an SVG as a PNG, in a thread of its own. Its only font is Inter, in two weights. @throws AlirError `overloaded` */
export async function png(svg: string): Promise<Buffer> {
  return Buffer.from(await worker.ask(svg));
}
