import type { CopySource } from '../market/ingest/copies/copy-source.ts';
import { copySourceOf, type Stores } from './stores.ts';

/** How often a follower asks for new publications. */
export const FOLLOW_MINUTES = 2 / 60;
/** The pause after a copy or an upload that failed. */
const PAUSE_MS = 60_000;

/**
 * Uploads each publication to the bucket of ALIR_MIRROR_URL.
 * @param upload uploads what the bucket lacks; it reports a failure itself. @returns whether it succeeded
 * @returns a function that uploads if there are new publications
 */
export function mirrorEach(
  { manifest, clock }: Pick<Stores, 'manifest' | 'clock'>,
  upload: () => Promise<boolean>,
): () => Promise<void> {
  let [uploaded, paused_until_ms] = [0, 0];
  return async () => {
    const published = await manifest.knownPublications();
    if (published === uploaded || clock.monotonic_ms() < paused_until_ms) return;
    if (await upload()) uploaded = published;
    else paused_until_ms = clock.monotonic_ms() + PAUSE_MS;
  };
}

interface FollowLog {
  warn(message: string): void;
}

/**
 * Follows the lake of ALIR_FOLLOW_URL.
 * @param copy copies new publications; it reports a failure itself
 * @returns a function that asks for new publications once, and copies them. It does not throw
 */
export async function follow(
  { config, manifest, clock, ...stores }: Stores,
  log: FollowLog,
  copy: () => Promise<void>,
  source?: CopySource,
): Promise<() => Promise<void>> {
  const followed = source ?? (await copySourceOf({ config, manifest, clock, ...stores }, config.follow_url));
  let [failure, paused_until_ms] = ['', 0];
  return async () => {
    if (clock.monotonic_ms() < paused_until_ms) return;
    try {
      const own = await manifest.publications();
      const listed = await followed.publications(Math.max(own, 1));
      const numbers = Array.isArray(listed) ? listed.map((each) => Number(each?.number)) : [];
      failure = '';
      if (!numbers.some((number) => number > own)) return;
      await copy();
      if ((await manifest.publications()) === own) paused_until_ms = clock.monotonic_ms() + PAUSE_MS;
    } catch (error) {
      const { message } = error as Error;
      // A source that is down is reported once.
      if (message !== failure) log.warn(`${followed.name} cannot be followed: ${message}`);
      failure = message;
    }
  };
}
