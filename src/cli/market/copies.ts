import { AlirError } from '../../core/errors.ts';
import { counted } from '../../core/words.ts';
import { mirror } from '../../market/ingest/copies/mirror.ts';
import { sync } from '../../market/ingest/copies/sync.ts';
import { bucketOf, copySourceOf, type Stores } from '../../server/stores.ts';
import { megabytes } from '../operation/status.ts';
import type { Terminal } from '../output.ts';
import { counter, Progress } from '../progress.ts';
import { onInterrupt } from '../signals.ts';
import { waitForWriter } from '../writer-wait.ts';
import { measurePublished } from './measured.ts';

/** Copies the publications of another lake, and computes their measures. @returns false if the measures are not complete */
export async function syncCommand(
  stores: Stores,
  output: Terminal,
  given: string | undefined,
  { repair }: { readonly repair: boolean },
): Promise<boolean> {
  const { config, ingest, clock } = stores;
  const source = given ?? config.follow_url;
  if (source === '') {
    throw new AlirError('bad_configuration', 'No source to copy: pass SOURCE, or set ALIR_FOLLOW_URL.');
  }
  let progress: Progress | undefined;
  const lock = waitForWriter(output);
  const result = await sync(ingest, await copySourceOf(stores, source), {
    ...lock,
    repair,
    onStart: (sizes) => {
      if (sizes.length > 0) progress = new Progress(sizes, output.io.stderr, () => clock.monotonic_ms());
    },
    onFile: (bytes) => progress?.advance(bytes),
  }).finally(() => progress?.clear());
  const { publications, files, bytes } = result;
  output.record(
    result,
    `Copied ${counted(publications, 'publication')}: ${counted(files, 'file')}, ${megabytes(bytes)}.`,
  );
  return measurePublished(stores, output, lock.signal);
}

/** Uploads to the bucket what it lacks. @returns false if an object was damaged */
export async function mirrorCommand(
  { config, ingest }: Stores,
  output: Terminal,
  { verify }: { readonly verify: boolean },
): Promise<boolean> {
  if (config.mirror_url === '') {
    throw new AlirError('bad_configuration', 'No bucket to upload to: set ALIR_MIRROR_URL.');
  }
  const result = await mirror(ingest, await bucketOf(config.mirror_url), {
    verify,
    signal: onInterrupt(output.io, () => {}),
    onFile: counter(output.io.stderr, 'files'),
  });
  const { uploaded_files, uploaded_bytes, deleted_files, damaged } = result;
  const texts = [
    `Uploaded ${counted(uploaded_files, 'file')} (${megabytes(uploaded_bytes)}), deleted ${counted(deleted_files, 'file')}.`,
    ...damaged.map((key) => `${key} was damaged and was replaced.`),
  ];
  output.record({ ok: damaged.length === 0, ...result }, texts.join('\n'));
  return damaged.length === 0;
}
