import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IsoDate } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import type { DeltaTable } from '../../../core/folders.ts';
import type { ListedFile, PublishedFiles } from '../../lake/lake.ts';
import { Lake } from '../../lake/lake.ts';

/** A file of a publication, as its source lists it. */
export interface CopiedFile extends ListedFile, Pick<PublishedFiles, 'trade_date'> {
  readonly bytes: number;
}

/** The publications of a lake and their comparisons with the exchange, in the order of their numbers, which begin with 1. */
export interface Lists {
  readonly publications: readonly unknown[];
  readonly checks: readonly unknown[];
}

/** The first numbers of both lists. */
export interface ListStart {
  readonly publication: number;
  readonly check: number;
}

/** Another lake. Nothing in it is trusted. */
export interface CopySource {
  /** For messages, without secrets. */
  readonly name: string;
  /** What it has from these numbers on, or more. */
  list(from: ListStart, signal?: AbortSignal): Promise<Lists>;
  /** The content of a file from a byte on. */
  read(file: CopiedFile, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** In the folder `delta`: all publications and comparisons. */
export const LIST_NAME = 'manifest.json';
/** A list of 20 years has about 5 MB. */
export const MAX_LIST_BYTES = 256_000_000;

/** Lists with their SHA-256, because no other one covers them. */
export function withDigest(lists: Lists): Lists & { readonly sha256: string } {
  const { publications, checks } = lists;
  const sha256 = createHash('sha256')
    .update(JSON.stringify([publications, checks]))
    .digest('hex');
  return { sha256, publications, checks };
}

/** @throws Error for a document that was changed on its way */
function checked(document: unknown): Lists {
  const lists = document as Partial<ReturnType<typeof withDigest>> | null;
  if (!Array.isArray(lists?.publications) || !Array.isArray(lists.checks)) throw new Error('it is no list');
  const { publications, checks, sha256 } = lists as ReturnType<typeof withDigest>;
  if (withDigest({ publications, checks }).sha256 !== sha256) throw new Error('it is damaged');
  return { publications, checks };
}

/** The lists in a file. @throws AlirError `copy_failed` */
export function listsIn(text: string): Lists {
  try {
    return checked(JSON.parse(text));
  } catch {
    const message = `The list of publications (delta/${LIST_NAME}) is damaged. To write it again: alir lake build. In a bucket, delete it, then run: alir mirror`;
    throw new AlirError('copy_failed', message);
  }
}

/** The place of a file, relative to the folder or prefix of a source. */
export function placeOf(file: {
  readonly table: DeltaTable;
  readonly trade_date: IsoDate;
  readonly sha256: string;
}): string {
  const lake = new Lake({ lake: '', delta: 'delta', staging: '' });
  return lake.revisionFile(file.table, file.trade_date, file.sha256);
}

/** A data folder, or a folder that has a copy of its folder `delta`. */
export class FolderCopy implements CopySource {
  readonly name: string;
  #last: { readonly text: string; readonly lists: Lists } | undefined;

  constructor(folder: string) {
    this.name = folder;
  }

  async list(): Promise<Lists> {
    const list = join(this.name, 'delta', LIST_NAME);
    if ((await stat(list)).size > MAX_LIST_BYTES) throw new Error(`${list} is too large`);
    const text = await readFile(list, 'utf8');
    if (this.#last?.text !== text) this.#last = { text, lists: listsIn(text) };
    return this.#last.lists;
  }

  async read(file: CopiedFile, start: number): Promise<AsyncIterable<Uint8Array>> {
    return createReadStream(join(this.name, placeOf(file)), { start });
  }
}

/** Publications, and comparisons, in one answer of a server. */
export const LIST_PAGE = 1000;
const MAX_PAGES = 1000;

/** The server cannot answer now. */
export class SourceBusy extends Error {
  readonly retry_after_s: number;

  constructor(message: string, retry_after_s: number) {
    super(message);
    this.retry_after_s = retry_after_s;
  }
}

/** Another server of Alir. */
export class ServerCopy implements CopySource {
  readonly name: string;
  /** A file whose download is interrupted is charged once. */
  readonly #run = randomUUID();
  readonly #key: string;
  readonly #fetch: typeof fetch;

  constructor(url: string, key: string, send: typeof fetch = fetch) {
    this.name = url;
    this.#key = key;
    this.#fetch = send;
  }

  async list(from: ListStart, signal?: AbortSignal): Promise<Lists> {
    const [publications, checks]: [unknown[], unknown[]] = [[], []];
    let bytes = 0;
    for (let page = 0; page < MAX_PAGES; page++) {
      const [first, check] = [from.publication + publications.length, from.check + checks.length];
      const answer = await this.#ask(`/lake/manifest?from=${first}&checks_from=${check}`, {}, signal);
      const chunks: Uint8Array[] = [];
      for await (const chunk of contentOf(answer)) {
        bytes += chunk.length;
        if (bytes > MAX_LIST_BYTES) throw new Error('the list is too long');
        chunks.push(chunk);
      }
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: unknown };
      const lists = checked(data);
      const longest = Math.max(lists.publications.length, lists.checks.length);
      if (longest > LIST_PAGE) break;
      publications.push(...lists.publications);
      checks.push(...lists.checks);
      if (longest < LIST_PAGE) return { publications, checks };
    }
    throw new Error('the list is too long');
  }

  async read(file: CopiedFile, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const headers = {
      ...(start > 0 && { range: `bytes=${start}-` }),
      'idempotency-key': `${this.#run}-${file.sha256}`,
    };
    const answer = await this.#ask(`/lake/files/${file.sha256}`, headers, signal);
    if (start > 0 && answer.status !== 206) throw new Error('the server ignores ranges');
    return contentOf(answer);
  }

  /** A redirect is refused: it could send the key to another host. */
  async #ask(path: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const answer = await this.#fetch(`${this.name}${path}`, {
      headers: { ...headers, authorization: `Bearer ${this.#key}` },
      redirect: 'error',
      ...(signal && { signal }),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    const { status } = answer;
    const hint =
      status === 401 || status === 403 ? '. Check ALIR_FOLLOW_KEY and the plan of its account' : '';
    const message = `${path} returned status ${status}${hint}`;
    const retry_after_s = Number(answer.headers.get('retry-after'));
    if ((status === 429 || status === 503) && retry_after_s > 0) throw new SourceBusy(message, retry_after_s);
    throw new Error(message);
  }
}

function contentOf({ body }: Response): AsyncIterable<Uint8Array> {
  if (!body) throw new Error('the answer has no content');
  return body as unknown as AsyncIterable<Uint8Array>;
}

/** The objects of a bucket below a prefix. */
export interface BucketReader {
  read(key: string, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** The content of a small object, as `read` returns it; the same as before if the object did not change. @throws Error above the limit of bytes */
  document<Content>(
    key: string,
    max_bytes: number,
    read: (text: string) => Content,
    signal?: AbortSignal,
  ): Promise<Content>;
}

export class BucketCopy implements CopySource {
  readonly name: string;
  readonly #bucket: BucketReader;

  constructor(url: string, bucket: BucketReader) {
    this.name = url;
    this.#bucket = bucket;
  }

  async list(_from: ListStart, signal?: AbortSignal): Promise<Lists> {
    return this.#bucket.document(`delta/${LIST_NAME}`, MAX_LIST_BYTES, listsIn, signal);
  }

  read(file: CopiedFile, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    return this.#bucket.read(placeOf(file), start, signal);
  }
}
