import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, vi } from 'vitest';
import {
  type CopiedFile,
  type CopySource,
  LIST_PAGE,
  ServerCopy,
  SourceBusy,
  withDigest,
} from '../../../src/market/ingest/copies/copy-source.ts';
import { download } from '../../../src/market/ingest/copies/download.ts';
import { test } from '../../support/fixtures.ts';

const CONTENT = Buffer.from('the trades of a day');
const sha256 = createHash('sha256').update(CONTENT).digest('hex');
const FILE: CopiedFile = { table: 'trades', trade_date: '2026-01-05', sha256, bytes: CONTENT.length };
const PART = `${sha256}.part`;

/** What a source does at each attempt: it sends bytes from the start, or fails. */
type Attempt = (start: number) => Buffer | Error;
const whole: Attempt = (start) => CONTENT.subarray(start);
const busy =
  (retry_after_s: number): Attempt =>
  () =>
    new SourceBusy('busy', retry_after_s);
const broken: Attempt = () => new Error('cut');

async function downloaded(folder: string, ...attempts: Attempt[]) {
  const starts: number[] = [];
  const pauses_ms: number[] = [];
  const source: CopySource = {
    name: 'https://a.example',
    list: async () => ({ publications: [], checks: [] }),
    async read(_file, start) {
      const sent = (attempts[starts.length] ?? broken)(start);
      starts.push(start);
      if (sent instanceof Error) throw sent;
      return Readable.from([sent]);
    },
  };
  const pause = async (ms: number) => void pauses_ms.push(ms);
  const result = await download(source, FILE, folder, { pause }).catch((error: Error) => error.message);
  return { result, starts, pauses_ms, files: await readdir(folder) };
}

describe('the download of a file', () => {
  test('continues a part of it', async ({ folder }) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await writeFile(join(folder, PART), CONTENT.subarray(0, 7));
    const { result, starts } = await downloaded(folder, whole);
    expect([result, starts]).toEqual([join(folder, PART), [7]]);
    // It is stopped if it sends nothing for 30 seconds.
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(30_000);
    expect(await readFile(join(folder, PART))).toEqual(CONTENT);
    // A complete file is not fetched again.
    expect(await downloaded(folder)).toMatchObject({ result, starts: [] });
  });

  test('begins again if the part is too long, or has other bytes', async ({ folder }) => {
    await writeFile(join(folder, PART), `${CONTENT}!`);
    expect(await downloaded(folder, whole)).toMatchObject({ starts: [0], pauses_ms: [] });
    await writeFile(join(folder, PART), 'x'.repeat(CONTENT.length));
    expect(await downloaded(folder, whole)).toMatchObject({ starts: [0], pauses_ms: [1000] });
    expect(await readFile(join(folder, PART))).toEqual(CONTENT);
  });

  test('waits longer each time, or as long as the source says, up to a minute', async ({ folder }) => {
    const some: Attempt = (start) => CONTENT.subarray(start, start + 4);
    const { result, ...done } = await downloaded(folder, broken, some, busy(7), busy(3600), whole);
    expect(result).toBe(join(folder, PART));
    expect(done).toEqual({ starts: [0, 0, 4, 4, 4], pauses_ms: [1000, 2000, 7000, 60_000], files: [PART] });
  });

  test('ends after five attempts with the last reason', async ({ folder }) => {
    const long: Attempt = () => Buffer.concat([CONTENT, CONTENT]);
    const { result, starts, pauses_ms, files } = await downloaded(
      folder,
      broken,
      broken,
      broken,
      broken,
      long,
    );
    expect([starts.length, pauses_ms, files]).toEqual([5, [1000, 2000, 3000, 4000], []]);
    expect(result).toBe(
      `The file of trades of 2026-01-05 (${sha256}) could not be copied from https://a.example: it is longer than the list of publications says. Nothing was published. Run the command again to continue.`,
    );
  });

  test('ends at once if the disk is full', async ({ folder }) => {
    const full: Attempt = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    expect(await downloaded(folder, full, whole)).toMatchObject({
      ...{ result: 'no space left on device', starts: [0], pauses_ms: [] },
    });
  });

  test('is stopped at once by a signal', async ({ folder }) => {
    const stopping = AbortSignal.abort(new Error('stopped'));
    const source = new ServerCopy('https://a.example', 'key', (_, options) =>
      Promise.reject(options?.signal?.reason),
    );
    await expect(download(source, FILE, folder, { signal: stopping })).rejects.toThrow('stopped');
  });
});

describe('a server', () => {
  /** @returns the copy, and the requests to it: path, range and key */
  function serverOf(answer: (path: string) => Response) {
    const asked: string[] = [];
    const keys: string[] = [];
    const source = new ServerCopy('https://a.example', 'key', async (url, options = {}) => {
      const { range = '-', authorization, ...more } = options.headers as Record<string, string>;
      keys.push(more['idempotency-key'] ?? '');
      asked.push(`${url} ${range} ${authorization} ${options.redirect}`);
      return answer(String(url));
    });
    return { source, asked, keys };
  }

  test('lists its publications in pages', async () => {
    const lists = (publications: number, checks = 0) =>
      Response.json({
        data: withDigest({
          publications: Array.from({ length: publications }, (_, row) => row),
          checks: Array.from({ length: checks }, (_, row) => row),
        }),
      });
    const { source, asked } = serverOf((url) =>
      url.includes('from=1005') ? lists(3, 1) : lists(LIST_PAGE, 2),
    );
    const { publications, checks } = await source.list({ publication: 5, check: 1 });
    expect([publications.length, checks.length]).toEqual([LIST_PAGE + 3, 3]);
    expect(asked).toEqual(
      ['from=5&checks_from=1', 'from=1005&checks_from=3'].map(
        (query) => `https://a.example/lake/manifest?${query} - Bearer key error`,
      ),
    );
    const first = { publication: 1, check: 1 };
    const refused = (answer: () => Response) => expect(serverOf(answer).source.list(first)).rejects;
    await refused(() => lists(LIST_PAGE + 1)).toThrow('is too long');
    await refused(() => Response.json({ data: null })).toThrow('it is no list');
    await refused(() => Response.json({ data: { publications: [1], checks: [], sha256 } })).toThrow(
      'it is damaged',
    );
  });

  test('sends a file from a byte on', async () => {
    const { source, asked, keys } = serverOf(() => new Response('rest', { status: 206 }));
    for (const start of [0, 3]) await source.read(FILE, start);
    // The rest of a file is charged with its beginning.
    expect([keys[0], keys[1]]).toEqual([keys[1], expect.stringContaining(sha256)]);
    const path = `https://a.example/lake/files/${sha256}`;
    expect(asked).toEqual([`${path} - Bearer key error`, `${path} bytes=3- Bearer key error`]);
    const ignorant = serverOf(() => new Response('the whole')).source;
    await ignorant.read(FILE, 0);
    await expect(ignorant.read(FILE, 3)).rejects.toThrow('the server ignores ranges');
  });

  test.for([
    [401, {}, 'returned status 401. Check ALIR_FOLLOW_KEY and the plan of its account', null],
    [403, {}, 'returned status 403. Check ALIR_FOLLOW_KEY and the plan of its account', null],
    [429, { 'retry-after': '9' }, 'returned status 429', 9],
    [503, { 'retry-after': '2' }, 'returned status 503', 2],
    [503, {}, 'returned status 503', null],
    [500, { 'retry-after': '2' }, 'returned status 500', null],
  ] as const)('refuses with status %s %o', async ([status, headers, message, retry_after_s]) => {
    const { source } = serverOf(() => new Response('no', { status, headers }));
    const error = await source.read(FILE, 0).catch((reason) => reason);
    expect(error.message).toBe(`/lake/files/${sha256} ${message}`);
    expect(error instanceof SourceBusy ? error.retry_after_s : null).toBe(retry_after_s);
  });
});
