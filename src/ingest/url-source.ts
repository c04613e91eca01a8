import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { DAY_MS, type IsoDate } from '../core/dates.ts';
import { withoutQuery } from '../core/urls.ts';
import type { SourceFile, Sources } from '../ledger/sources.ts';
import type { Incoming } from './ingest.ts';
import type { Delivery, Source } from './source.ts';

const MAX_BYTES = 1_000_000_000;
const ANSWER_TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;
const PAUSES_MS = [1000, 4000, 16_000];
/** Days whose files are still asked for at each look, and looked at again for corrections. */
const RECENT_DAYS = 10;
/** Files that lie on the disk at once before they are taken in. */
const FILES_AT_ONCE = 4;
const HOUR_MS = 3_600_000;

export interface UrlSourceSettings {
  /** With `{yymmdd}` or `{date}` (YYYY-MM-DD) where the date stands. */
  readonly template: string;
  /** `Name: value`, sent with each request; '' for none. */
  readonly header: string;
  /** Where files are put until they are taken in. */
  readonly downloads: string;
  readonly published: (day: IsoDate) => boolean;
  readonly sources: Sources;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
  readonly pauses_ms?: readonly number[];
  readonly max_bytes?: number;
}

/** A server that has a file a day. */
export class UrlSource implements Source {
  readonly #settings: UrlSourceSettings;
  readonly #fetch: typeof fetch;
  /** Each is asked for once. */
  readonly #asked = new Set<string>();

  constructor(settings: UrlSourceSettings) {
    this.#settings = settings;
    this.#fetch = settings.fetch ?? fetch;
  }

  async deliver(expected: readonly IsoDate[]): Promise<Delivery> {
    const { downloads, sources, published, template } = this.#settings;
    await this.#sweep();
    // Others may be fetching at the same time.
    const folder = await mkdtemp(join(downloads, 'update-'));
    const files: Incoming[] = [];
    const remarks: string[] = [];
    const recent = new Set(expected.slice(-RECENT_DAYS));
    for (const date of expected.toReversed()) {
      const url = urlOf(template, date);
      const source = withoutQuery(url);
      const seen = sources.seen(source);
      if (this.#asked.has(url) || !this.#isDue(seen, recent.has(date), published(date))) continue;
      this.#asked.add(url);
      try {
        const answer = await this.#ask(url, seen?.outcome === 'absent' ? undefined : seen);
        if (answer === 'absent')
          sources.note({ source, trade_date: date, stamp: '', outcome: 'absent', reason: null });
        else if (answer === 'unchanged') sources.note({ ...(seen as SourceFile) });
        else {
          const path = join(folder, fileName(url, date));
          await this.#download(answer, path);
          files.push({ path, source, stamp: stampOf(answer), told_date: date, command: 'update' });
        }
      } catch (error) {
        remarks.push(`${source} could not be fetched: ${reason(error)}. It is tried again at the next look.`);
        // A server that is down for one day is down for the others.
        if (!(error instanceof Unanswered)) for (const day of expected) this.#asked.add(urlOf(template, day));
      }
      if (files.length === FILES_AT_ONCE) break;
    }
    return {
      files: files.toReversed(),
      remarks,
      release: () => rm(folder, { recursive: true, force: true }),
    };
  }

  /** A file of an older day that was not there is asked for once a day; one that is published, for corrections, once an hour while recent. */
  #isDue(seen: SourceFile | undefined, isRecent: boolean, isPublished: boolean): boolean {
    const age_ms = seen ? this.#settings.clock.now().getTime() - Date.parse(seen.seen_at) : Infinity;
    if (isPublished) return isRecent && seen !== undefined && seen.stamp !== '' && age_ms >= HOUR_MS;
    if (seen?.outcome === 'absent') return isRecent || age_ms >= DAY_MS;
    if (seen?.outcome === 'rejected') return age_ms >= HOUR_MS;
    return true;
  }

  /** With patience for a server that has trouble. */
  async #ask(url: string, seen: SourceFile | undefined): Promise<Response | 'absent' | 'unchanged'> {
    const pauses_ms = this.#settings.pauses_ms ?? PAUSES_MS;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === pauses_ms.length;
      try {
        const response = await this.#fetch(url, {
          headers: { ...header(this.#settings.header), ...conditions(seen?.stamp) },
          // A redirect could carry the secret header to another host.
          redirect: 'error',
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS + DOWNLOAD_TIMEOUT_MS),
        });
        if (response.status === 200) return response;
        await response.body?.cancel();
        if (response.status === 304) return 'unchanged';
        if (response.status === 404 || response.status === 410) return 'absent';
        if (!(response.status >= 500 || response.status === 429)) {
          throw new Unanswered(`it answered ${response.status}`);
        }
        if (isLast) throw new Error(`it answered ${response.status}`);
      } catch (error) {
        if (isLast || error instanceof Unanswered) throw error;
      }
      await sleep(pauses_ms[attempt]);
    }
  }

  async #download(response: Response, path: string): Promise<void> {
    if (!response.body) throw new Unanswered('it answered without a body');
    const max_bytes = this.#settings.max_bytes ?? MAX_BYTES;
    let bytes = 0;
    const cap = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > max_bytes)
          done(new Unanswered(`it sends more than ${max_bytes.toLocaleString('en')} bytes`));
        else done(null, chunk);
      },
    });
    try {
      await pipeline(Readable.fromWeb(response.body as never), cap, createWriteStream(path));
      const told = response.headers.get('content-length');
      if (told !== null && response.headers.get('content-encoding') === null && Number(told) !== bytes) {
        throw new Unanswered(`it sent ${bytes} of ${told} bytes`);
      }
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** What a killed update left. */
  async #sweep(): Promise<void> {
    const { downloads, clock } = this.#settings;
    await mkdir(downloads, { recursive: true });
    for (const name of await readdir(downloads)) {
      const path = join(downloads, name);
      const { mtimeMs } = await stat(path);
      if (clock.now().getTime() - mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
    }
  }
}

class Unanswered extends Error {}

function urlOf(template: string, date: IsoDate): string {
  return template.replaceAll('{date}', date).replaceAll('{yymmdd}', date.slice(2).replaceAll('-', ''));
}

/** As the exchange would call it, with the ending that tells how it is packed. */
function fileName(url: string, date: IsoDate): string {
  const ending = /\.(csv\.gz|csv\.zip|zip|gz)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase();
  const name = `DT${date.slice(2).replaceAll('-', '')}`;
  if (ending === undefined) return `${name}.csv`;
  return `${name}.${ending === 'gz' ? 'csv.gz' : ending}`;
}

function header(text: string): Record<string, string> {
  const colon = text.indexOf(':');
  return colon === -1 ? {} : { [text.slice(0, colon).trim()]: text.slice(colon + 1).trim() };
}

const ETAG = 'ETag ';
const MODIFIED = 'Last-Modified ';

/** '' where the server tells nothing of its content. */
function stampOf({ headers }: Response): string {
  const etag = headers.get('etag');
  if (etag !== null) return `${ETAG}${etag}`;
  const modified = headers.get('last-modified');
  return modified === null ? '' : `${MODIFIED}${modified}`;
}

function conditions(stamp = ''): Record<string, string> {
  if (stamp.startsWith(ETAG)) return { 'if-none-match': stamp.slice(ETAG.length) };
  if (stamp.startsWith(MODIFIED)) return { 'if-modified-since': stamp.slice(MODIFIED.length) };
  return {};
}

function reason(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error };
  return cause?.message ? `${message} (${cause.message})` : message;
}
