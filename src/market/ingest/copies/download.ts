import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from '../../../core/disk-full.ts';
import { AlirError } from '../../../core/errors.ts';
import { isFile } from '../../lake/durable.ts';
import { type CopiedFile, type CopySource, SourceBusy } from './copy-source.ts';

const ATTEMPTS = 5;
const PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** A download that receives no byte for this time is stopped, and tried again. */
const STALL_MS = 30_000;

/** Ends early, with an error, when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>;
const pauseFor: Pause = (ms, signal) => sleep(ms, undefined, signal && { signal });

/**
 * Fetches a file, and continues a part of it that an interrupted run left.
 * @returns the path of the complete, flushed file
 * @throws AlirError `copy_failed` if no attempt gave a file with its SHA-256
 */
export async function download(
  source: CopySource,
  file: CopiedFile,
  folder: string,
  { signal, pause = pauseFor }: { readonly signal?: AbortSignal | undefined; readonly pause?: Pause } = {},
): Promise<string> {
  const path = join(folder, `${file.sha256}.part`);
  let failure: unknown;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      await fetchRest(source, file, path, signal);
      if (await isFile(path, file.sha256)) return path;
      failure = new Error('its content differs from its SHA-256');
      await rm(path, { force: true });
    } catch (error) {
      if (signal?.aborted || isDiskFull(error)) throw error;
      failure = error;
    }
    const wait_ms = failure instanceof SourceBusy ? failure.retry_after_s * 1000 : PAUSE_MS * attempt;
    if (attempt < ATTEMPTS) await pause(Math.min(wait_ms, MAX_PAUSE_MS), signal);
  }
  const { table, trade_date, sha256 } = file;
  throw new AlirError(
    'copy_failed',
    `The file of ${table} of ${trade_date} (${sha256}) could not be copied from ${source.name}: ${textOf(failure)}. Nothing was published. Run the command again to continue.`,
    { cause: failure },
  );
}

async function fetchRest(
  source: CopySource,
  file: CopiedFile,
  path: string,
  stopping: AbortSignal | undefined,
): Promise<void> {
  let bytes = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (bytes > file.bytes) {
    await rm(path);
    bytes = 0;
  }
  if (bytes === file.bytes) return;
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('it sent nothing for 30 seconds')), STALL_MS);
  const stop = () => stalled.abort(stopping?.reason);
  stopping?.addEventListener('abort', stop, { once: true });
  try {
    const content = await source.read(file, bytes, stalled.signal);
    const counted = async function* () {
      for await (const chunk of content) {
        timer.refresh();
        bytes += chunk.length;
        if (bytes > file.bytes) throw new TooLong('it is longer than the list of publications says');
        yield chunk;
      }
    };
    const part = createWriteStream(path, { flags: 'a', flush: true });
    // A write that is under way when the download fails would add its bytes to those of the next attempt.
    const closed = new Promise<void>((resolve) => part.once('close', () => resolve()));
    await pipeline(counted, part, { signal: stalled.signal }).finally(() => closed);
    if (bytes < file.bytes) throw new Error(`it ended after ${bytes} of ${file.bytes} bytes`);
  } catch (error) {
    if (error instanceof TooLong) await rm(path, { force: true });
    throw stalled.signal.aborted ? stalled.signal.reason : error;
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', stop);
  }
}

class TooLong extends Error {}

export function textOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return (cause?.message || cause?.code || message).replace(/\.$/, '');
}
