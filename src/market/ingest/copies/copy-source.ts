import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedFile, PublishedFiles } from '../../lake/lake.ts';
import { Lake } from '../../lake/lake.ts';

/** A file of a publication, as its source lists it. */
export interface CopiedFile extends ListedFile, Pick<PublishedFiles, 'trade_date'> {
  readonly bytes: number;
}

/** Another lake: its publications, and their files. Nothing in it is trusted. */
export interface CopySource {
  /** For messages, without secrets. */
  readonly name: string;
  /** The publications from a number on, or more. */
  publications(from: number, signal?: AbortSignal): Promise<unknown>;
  /** The content of a file from a byte on. */
  read(file: CopiedFile, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** In the folder `delta`: all publications. */
export const LIST_NAME = 'manifest.json';
/** A list of 20 years has about 5 MB. */
export const MAX_LIST_BYTES = 256_000_000;

/** The place of a file, relative to the folder or prefix of a source. */
export function placeOf(file: CopiedFile): string {
  const lake = new Lake({ lake: '', delta: 'delta', staging: '' });
  return lake.revisionFile(file.table, file.trade_date, file.sha256);
}

/** A data folder, or a folder that has a copy of its folder `delta`. */
export class FolderCopy implements CopySource {
  readonly name: string;

  constructor(folder: string) {
    this.name = folder;
  }

  async publications(): Promise<unknown> {
    const list = join(this.name, 'delta', LIST_NAME);
    if ((await stat(list)).size > MAX_LIST_BYTES) throw new Error(`${list} is too large`);
    return JSON.parse(await readFile(list, 'utf8'));
  }

  async read(file: CopiedFile, start: number): Promise<AsyncIterable<Uint8Array>> {
    return createReadStream(join(this.name, placeOf(file)), { start });
  }
}

/** Publications in one answer of a server. */
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
  readonly #key: string;
  readonly #fetch: typeof fetch;

  constructor(url: string, key: string, send: typeof fetch = fetch) {
    this.name = url;
    this.#key = key;
    this.#fetch = send;
  }

  async publications(from: number, signal?: AbortSignal): Promise<unknown> {
    const all: unknown[] = [];
    let bytes = 0;
    for (let page = 0; page < MAX_PAGES; page++) {
      const next = from + page * LIST_PAGE;
      const answer = await this.#ask(`/lake/manifest?from=${next}`, {}, signal);
      const chunks: Uint8Array[] = [];
      for await (const chunk of contentOf(answer)) {
        bytes += chunk.length;
        if (bytes > MAX_LIST_BYTES) throw new Error('the list of publications is too long');
        chunks.push(chunk);
      }
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: unknown };
      if (!Array.isArray(data)) throw new Error('the answer has no list of publications');
      if (data.length > LIST_PAGE) break;
      all.push(...data);
      if (data.length < LIST_PAGE) return all;
    }
    throw new Error('the list of publications is too long');
  }

  async read(file: CopiedFile, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const range = start === 0 ? {} : { range: `bytes=${start}-` };
    const answer = await this.#ask(`/lake/files/${file.sha256}`, range, signal);
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
  /** The content of an object from a byte on. */
  read(key: string, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** The content of a small object; the same text object as before if it did not change. @throws Error above the limit of bytes */
  text(key: string, max_bytes: number, signal?: AbortSignal): Promise<string>;
}

/** A mirror in a bucket. */
export class BucketCopy implements CopySource {
  readonly name: string;
  readonly #bucket: BucketReader;

  constructor(url: string, bucket: BucketReader) {
    this.name = url;
    this.#bucket = bucket;
  }

  async publications(_from: number, signal?: AbortSignal): Promise<unknown> {
    return JSON.parse(await this.#bucket.text(`delta/${LIST_NAME}`, MAX_LIST_BYTES, signal));
  }

  read(file: CopiedFile, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    return this.#bucket.read(placeOf(file), start, signal);
  }
}
