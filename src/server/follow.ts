import type { CopySource } from '../market/ingest/copies/copy-source.ts';
import { mirroredState } from '../market/ingest/copies/mirror.ts';
import { areMeasuresCurrent } from '../market/ingest/measures.ts';
import { noteUpdate } from '../operations/doctor/last-runs.ts';
import type { Stores } from './stores.ts';

/** How often a follower asks for new publications, and a mirror looks for them. */
export const FOLLOW_MINUTES = 2 / 60;
/** The pause after a copy or an upload that failed. */
const PAUSE_MS = 60_000;
/** How long the source may take to list new publications. */
const ANSWER_MS = 60_000;
/** The interval at which a follower notes, for `alir doctor`, that it asked its source. */
const NOTE_MS = 300_000;

/**
 * Uploads each publication to the bucket of ALIR_MIRROR_URL.
 * @param upload uploads what the bucket lacks; it reports a failure itself. @returns whether it succeeded
 * @returns a function that uploads if the list of publications, or the log of the measures, has changed
 */
export function mirrorEach(
  { folders, clock }: Pick<Stores, 'folders' | 'clock'>,
  upload: () => Promise<boolean>,
): () => Promise<void> {
  let [uploaded, paused_until_ms] = ['0 0', 0];
  return async () => {
    const state = await mirroredState(folders);
    if (state === uploaded || clock.monotonic_ms() < paused_until_ms) return;
    if (await upload()) uploaded = state;
    else paused_until_ms = clock.monotonic_ms() + PAUSE_MS;
  };
}

interface FollowLog {
  warn(message: string): void;
}

/**
 * Follows the lake of a source.
 * @param copy copies new publications, and computes the measures that are missing; it reports a failure itself
 * @returns a function that asks for new publications once, and copies them. It does not throw
 */
export function follow(
  { manifest, clock, folders }: Pick<Stores, 'manifest' | 'clock' | 'folders'>,
  source: CopySource,
  log: FollowLog,
  copy: () => Promise<void>,
): () => Promise<void> {
  let failure: string | undefined;
  let [paused_until_ms, noted_ms] = [0, -NOTE_MS];
  const note = async (failures: readonly string[]) => {
    const isNew = failure !== failures[0];
    [failure] = failures;
    if (!isNew && clock.monotonic_ms() - noted_ms < NOTE_MS) return;
    noted_ms = clock.monotonic_ms();
    // A source that is down is reported once.
    if (isNew && failure !== undefined) log.warn(`${source.name} cannot be followed: ${failure}`);
    const noteEnd = await noteUpdate(folders, clock);
    await noteEnd({ outcome: failure === undefined ? 'complete' : 'failed', failures: [...failures] });
  };
  return async () => {
    if (clock.monotonic_ms() < paused_until_ms) return;
    try {
      const own = { publication: await manifest.publications(), check: await manifest.newestOfficialCheck() };
      const from = { publication: own.publication + 1, check: own.check + 1 };
      const { publications, checks } = await source.list(from, AbortSignal.timeout(ANSWER_MS));
      const newest = {
        publication: lastNumber(publications, 'number'),
        check: lastNumber(checks, 'check_id'),
      };
      const isNew = newest.publication > own.publication || newest.check > own.check;
      if (isNew || !(await areMeasuresCurrent(manifest))) {
        await copy();
        const copied = [await manifest.publications(), await manifest.newestOfficialCheck()];
        const isCopied = copied[0] !== own.publication || copied[1] !== own.check;
        if ((isNew && !isCopied) || !(await areMeasuresCurrent(manifest)))
          paused_until_ms = clock.monotonic_ms() + PAUSE_MS;
        if (isNew && !isCopied) throw new Error('its new publications could not be copied; the log says why');
      }
      await note([]);
    } catch (error) {
      await note([(error as Error).message]).catch(() => {});
    }
  };
}

function lastNumber(list: readonly unknown[], name: string): number {
  return Number((list.at(-1) as Readonly<Record<string, unknown>> | undefined)?.[name] ?? 0);
}
