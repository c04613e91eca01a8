import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../core/clock.ts';
import { DAY_MS, HOUR_MS, type IsoDate } from '../../../core/dates.ts';
import { withoutQuery } from '../../../core/urls.ts';
import { counted } from '../../../core/words.ts';
import type { SourceFile, Sources } from '../../../ledger/source-files.ts';
import { SETTLING_MS } from './settling.ts';
import type { Delivery, Incoming, Source } from './source.ts';

const MAX_BYTES = 1_000_000_000;
/** For one file, including all attempts. */
const FILE_TIMEOUT_MS = 16 * 60_000;
const PAUSES_MS = [1000, 4000, 16_000];
/** The newest days, whose files are requested at each update, and again for corrections. */
const RECENT_DAYS = 10;
/** The maximum number of files in one delivery. They are downloaded before they are ingested. */
const FILES_AT_ONCE = 4;

export interface UrlSourceSettings {
  /** With `{yymmdd}` or `{date}` (YYYY-MM-DD) in place of the date. */
  readonly template: string;
  /** `Name: value`, sent with each request; '' for none. */
  readonly header: string;
  /** Where files are stored until they are ingested. */
  readonly downloads: string;
  readonly published: (day: IsoDate) => Promise<boolean>;
  readonly sources: Sources;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
  readonly pauses_ms?: readonly number[];
  readonly max_bytes?: number;
}

/** A server with one file for each day. */
export class UrlSource implements Source {
  readonly #settings: UrlSourceSettings;
  readonly #fetch: typeof fetch;
  /** The URLs that were requested; each is requested once. */
  readonly #asked = new Set<string>();
  /** Files that the server changed recently: their size, and the time of the check on the monotonic clock. */
  readonly #looks = new Map<string, { readonly bytes: string | null; readonly at_ms: number }>();

  #clock_ahead_ms: number | undefined;

  constructor(settings: UrlSourceSettings) {
    this.#settings = settings;
    this.#fetch = settings.fetch ?? fetch;
  }

  async deliver(expected: readonly IsoDate[], signal?: AbortSignal): Promise<Delivery> {
    const { downloads, sources, published, template } = this.#settings;
    await this.#sweep();
    await this.#forgetDismissed();
    // Other processes may be downloading at the same time.
    const folder = await mkdtemp(join(downloads, 'update-'));
    const files: Incoming[] = [];
    const notices: string[] = [];
    const failed = new Map<string, string[]>();
    let settling = 0;
    const recent = new Set(expected.slice(-RECENT_DAYS));
    for (const date of expected.toReversed()) {
      if (signal?.aborted) break;
      const url = urlOf(template, date);
      const source = sourceName(template, date);
      const seen = await sources.seen(source);
      if (this.#asked.has(url) || !this.#isDue(seen, recent.has(date), await published(date))) continue;
      this.#asked.add(url);
      const limit = timeLimit(FILE_TIMEOUT_MS, signal);
      try {
        const answer = await this.#ask(url, seen?.outcome === 'absent' ? undefined : seen, limit.signal);
        if (answer === 'absent')
          await sources.note({ source, trade_date: date, stamp: '', outcome: 'absent', reason: null });
        else if (answer === 'unchanged') await this.#noteUnchanged(seen as SourceFile);
        else if (!this.#isSettled(url, answer)) {
          await answer.body?.cancel();
          if (this.#asked.has(url))
            notices.push(`${source} is skipped until the next update: it is still being written.`);
          else settling += 1;
        } else {
          const path = join(folder, fileNameOf(url, date));
          await this.#download(answer, path);
          files.push({ path, source, stamp: validatorOf(answer), explicit_date: date, command: 'update' });
        }
      } catch (error) {
        if (signal?.aborted) break;
        const why = reason(error);
        failed.set(why, [...(failed.get(why) ?? []), source]);
        // A server that is down for one day is down for all days.
        if (!(error instanceof Unanswered)) for (const day of expected) this.#asked.add(urlOf(template, day));
      } finally {
        limit.end();
      }
      if (files.length === FILES_AT_ONCE) break;
    }
    return {
      files: files.toReversed(),
      notices,
      failures: [...failed].map(([why, names]) => failure(names, why)),
      settling,
      ...(this.#clock_ahead_ms !== undefined && { clock_ahead_ms: this.#clock_ahead_ms }),
      release: () => rm(folder, { recursive: true, force: true }),
    };
  }

  /**
   * Whether to request a file now. A missing file of an older day is requested once a day. A published file is requested once an hour
   * for corrections, while its day is recent. After the clock was set back, a time can be in the future: its distance is its age.
   */
  #isDue(seen: SourceFile | undefined, isRecent: boolean, isPublished: boolean): boolean {
    const age_ms = seen
      ? Math.abs(this.#settings.clock.now().getTime() - Date.parse(seen.seen_at))
      : Infinity;
    if (isPublished) return isRecent && seen !== undefined && seen.stamp !== '' && age_ms >= HOUR_MS;
    if (seen?.outcome === 'absent') return isRecent || age_ms >= DAY_MS;
    if (seen) return age_ms >= (seen.stamp === '' ? DAY_MS : HOUR_MS);
    return true;
  }

  /**
   * False for a file that changed within the last minute by the server's clock, unless it had the same size a minute ago. The file is
   * then requested once more.
   */
  #isSettled(url: string, { headers }: Response): boolean {
    const age_ms = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '');
    if (!(age_ms < SETTLING_MS)) return true;
    const bytes = headers.get('content-length');
    const now_ms = this.#settings.clock.monotonic_ms();
    const look = this.#looks.get(url);
    if (!look) this.#looks.set(url, { bytes, at_ms: now_ms });
    if (look && now_ms - look.at_ms >= SETTLING_MS) return bytes !== null && bytes === look.bytes;
    this.#asked.delete(url);
    return false;
  }

  /** Records an unchanged file. A rejected or held file whose day has been published since needs no more attention. */
  async #noteUnchanged(seen: SourceFile): Promise<void> {
    const { sources } = this.#settings;
    const isOpen = [...(await sources.rejected()), ...(await sources.held())].some(
      ({ source }) => source === seen.source,
    );
    const outcome = seen.outcome === 'published' || isOpen ? seen.outcome : 'unchanged';
    await sources.note({ ...seen, outcome });
  }

  /** Deleting the copy of a held file dismisses it. */
  async #forgetDismissed(): Promise<void> {
    const { sources } = this.#settings;
    for (const { source, kept_at } of await sources.held()) {
      const seen = await sources.seen(source);
      const isDismissed = source.includes('://') && kept_at !== null && !existsSync(kept_at);
      if (seen && isDismissed) await sources.note({ ...seen, outcome: 'unchanged', kept_at: null });
    }
  }

  /** Requests a file; retries if the server fails. */
  async #ask(
    url: string,
    seen: SourceFile | undefined,
    signal: AbortSignal,
  ): Promise<Response | 'absent' | 'unchanged'> {
    const pauses_ms = this.#settings.pauses_ms ?? PAUSES_MS;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === pauses_ms.length;
      try {
        const response = await this.#fetch(url, {
          headers: { ...header(this.#settings.header), ...conditions(seen?.stamp) },
          // fetch would send the secret header to the redirect's target, on any host.
          redirect: 'manual',
          signal,
        });
        this.#noteClock(response);
        if (response.status === 200) return response;
        await response.body?.cancel();
        if (response.status === 304) return 'unchanged';
        if (response.status === 404 || response.status === 410) return 'absent';
        if (response.status < 500 && response.status !== 429) throw refusal(response.status);
        if (isLast) throw new Error(`the server returned status ${response.status}`);
      } catch (error) {
        if (isLast || error instanceof Unanswered || signal.aborted) throw error;
      }
      await sleep(pauses_ms[attempt], undefined, { signal });
    }
  }

  /** A cache keeps the time at which the response was made, and adds its age since then. */
  #noteClock({ headers }: Response): void {
    const made_ms = Date.parse(headers.get('date') ?? '');
    const age_ms = 1000 * Number(headers.get('age') ?? 0);
    const ahead_ms = made_ms + age_ms - this.#settings.clock.now().getTime();
    if (Number.isFinite(ahead_ms)) this.#clock_ahead_ms = ahead_ms;
  }

  async #download(response: Response, path: string): Promise<void> {
    if (!response.body) throw new Unanswered('the server sent an empty response');
    const max_bytes = this.#settings.max_bytes ?? MAX_BYTES;
    let bytes = 0;
    const cap = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > max_bytes)
          done(new Unanswered(`the file is larger than ${max_bytes.toLocaleString('en')} bytes`));
        else done(null, chunk);
      },
    });
    try {
      await pipeline(Readable.fromWeb(response.body as never), cap, createWriteStream(path));
      const announced = response.headers.get('content-length');
      if (
        announced !== null &&
        response.headers.get('content-encoding') === null &&
        Number(announced) !== bytes
      ) {
        throw new Unanswered(`the server sent ${bytes} of ${announced} bytes`);
      }
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Deletes the downloads that killed updates left behind. */
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

/** The server cannot deliver this file, but may deliver others. */
class Unanswered extends Error {}

function refusal(status: number): Unanswered {
  if (status >= 300 && status < 400) {
    return new Unanswered(
      `the server redirected the request (status ${status}), and Alir does not follow redirects, because they could send the secret header to another host. Set ALIR_SOURCE to the final URL`,
    );
  }
  const hint =
    status === 401 || status === 403 ? '. Check ALIR_SOURCE_HEADER and the query string of ALIR_SOURCE' : '';
  return new Unanswered(`the server returned status ${status}${hint}`);
}

/** One message for all files that failed for the same reason, newest first. */
function failure([first, ...others]: readonly string[], why: string): string {
  const count = counted(others.length, 'other file');
  const files = others.length === 0 ? first : `${first} and ${count}`;
  return `Cannot fetch ${files}: ${why}. The next update tries again.`;
}

/** A signal that aborts after a time or with another signal. AbortSignal.any can lose a timeout signal to the garbage collector. */
function timeLimit(ms: number, outer?: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(() => controller.abort(new Error('the download took too long')), ms);
  outer?.addEventListener('abort', abort, { once: true });
  const end = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, end };
}

function urlOf(template: string, date: IsoDate): string {
  return template.replaceAll('{date}', date).replaceAll('{yymmdd}', date.slice(2).replaceAll('-', ''));
}

/**
 * The name of a day's file in messages and in the ledger: its URL without the query, which may contain a secret. If the template has
 * the date in the query, the date is appended, and each day has its own name.
 */
function sourceName(template: string, date: IsoDate): string {
  const name = withoutQuery(urlOf(template, date));
  return name === withoutQuery(urlOf(template, '0000-00-00')) ? `${name}#${date}` : name;
}

/** The exchange's name for the file, with the extension of the archive format. */
export function fileNameOf(url: string, date: IsoDate): string {
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

/** The HTTP validator of a response (its ETag or Last-Modified); '' if the server sends neither. */
function validatorOf({ headers }: Response): string {
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
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.message || cause?.code || message;
}
