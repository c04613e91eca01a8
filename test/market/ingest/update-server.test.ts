import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, vi } from 'vitest';
import { fileNameOf, UrlSource } from '../../../src/market/ingest/sources/url-source.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { statusOf } from '../../../src/operations/status.ts';
import type { TestAlir } from '../../support/alir.ts';
import { correctedDay, wholeDay as dayFile } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { listen } from '../../support/listen.ts';
import { fileName } from '../../support/small-market.ts';

/** The clock of the tests stands at Monday, 2026-02-02, 12:00 GMT. */
const TODAY = '2026-02-02';
/** The 12 days that are requested from the server: Monday to Thursday of three weeks. */
const DAYS = ['2026-01-12', '2026-01-19', '2026-01-26']
  .flatMap((monday) => [0, 1, 2, 3].map((days) => monday.slice(0, 8) + (Number(monday.slice(8)) + days)))
  .concat(TODAY)
  .slice(1);
const calendar = {
  isTradingDay: (day: string) => DAYS.includes(day),
  tradingDays: () => DAYS,
  holidayName: () => undefined,
};
test.beforeEach(async ({ alir }) => {
  alir.clock.time = new Date(`${TODAY}T12:00:00Z`);
});

const published = async (alir: TestAlir, day: string) =>
  (await alir.stores.manifest.published(day))?.revision ?? null;

describe('from a server', () => {
  const HEADER = 'X-Token: a secret';
  let answer: (request: IncomingMessage, response: ServerResponse, day: string) => void;
  let asked: string[];
  let origin: string;

  beforeEach(async () => {
    asked = [];
    const server = createServer((request, response) => {
      const day = request.url?.split('/').at(-1)?.slice(0, 10) ?? '';
      asked.push(day);
      answer(request, response, day);
    });
    origin = `http://127.0.0.1:${await listen(server)}`;
  });

  async function look(
    alir: TestAlir,
    options: { max_bytes?: number; ending?: string; isAlone?: boolean; header?: string } = {},
  ): Promise<{ taken: string[]; notices: string[]; clock_ahead_ms: number | undefined }> {
    const notices: string[] = [];
    let clock_ahead_ms: number | undefined;
    const source = new UrlSource({
      template: `${origin}/{date}.${options.ending ?? 'csv'}`,
      header: options.header ?? HEADER,
      downloads: alir.stores.folders.downloads,
      published: async (day) => (await published(alir, day)) !== null,
      sources: alir.stores.sources,
      clock: alir.clock,
      pauses_ms: [1, 1],
      ...(options.max_bytes === undefined ? {} : { max_bytes: options.max_bytes }),
    });
    const onFailure = (failure: string) => notices.push(failure);
    const services = { ...alir.stores.ingest, calendar };
    const results = await update(services, source, {
      onFailure,
      onNotice: onFailure,
      onSourceClock: (ahead_ms) => {
        clock_ahead_ms = ahead_ms;
      },
      wait: alir.clock.wait,
    });
    if (options.isAlone ?? true) expect(readdirSync(alir.stores.folders.downloads)).toEqual([]);
    const taken = results.map((result) => `${result.trade_date} ${result.status}`);
    return { taken, notices, clock_ahead_ms };
  }

  const only =
    (days: Record<string, string | Buffer>, headers: Record<string, string> = {}) =>
    (_request: IncomingMessage, response: ServerResponse, day: string) => {
      const text = days[day];
      if (text === undefined) response.writeHead(day === TODAY ? 404 : 410).end();
      else response.writeHead(200, headers).end(text);
    };

  test('requests each expected day with the secret header; old ones once a day', async ({ alir }) => {
    const seen = new Set<string | undefined>();
    // What an update that was killed left behind.
    const left = join(alir.stores.folders.downloads, 'update-old');
    mkdirSync(left, { recursive: true });
    const time = new Date(alir.clock.time.getTime() - 86_400_001);
    utimesSync(left, time, time);
    const files = { [TODAY]: dayFile(TODAY), '2026-01-14': dayFile('2026-01-14') };
    answer = (request, response, day) => {
      seen.add(request.headers['x-token'] as string);
      only(files)(request, response, day);
    };
    expect((await look(alir)).taken).toEqual(['2026-01-14 published', `${TODAY} published`]);
    expect(seen).toEqual(new Set(['a secret']));
    expect(asked).toEqual(DAYS.toReversed());
    const missing = DAYS.filter((day) => !(day in files)).toReversed();
    const askedAfter = async (ms: number) => {
      alir.clock.pass(ms);
      asked = [];
      await look(alir);
      return asked;
    };
    expect(missing.at(-1)).toBe('2026-01-13');
    expect(await askedAfter(24 * 3_600_000 - 1)).toEqual(missing.slice(0, -1));
    expect(await askedAfter(1)).toEqual(missing);
    expect(await askedAfter(1)).toEqual(missing.slice(0, -1));
    // The download of another process.
    mkdirSync(left);
    utimesSync(left, alir.clock.time, alir.clock.time);
    alir.clock.pass(86_399_999);
    seen.clear();
    await look(alir, { isAlone: false, header: '' });
    expect([existsSync(left), [...seen]]).toEqual([true, [undefined]]);
  });

  test('a packed file is unpacked by the extension of its URL, or by the encoding of the response', async ({
    alir,
  }) => {
    answer = only({ [TODAY]: gzipSync(dayFile(TODAY)) });
    expect((await look(alir, { ending: 'csv.gz' })).taken).toEqual([`${TODAY} published`]);
    const day = '2026-01-29';
    const encoded = gzipSync(dayFile(day));
    answer = only({ [day]: encoded }, { 'content-encoding': 'gzip', 'content-length': `${encoded.length}` });
    expect((await look(alir)).taken).toEqual([`${day} published`]);
    const names = ['a.gz', 'a.CSV.GZ?x=.zip', 'a.zip', 'a.csv.zip', 'a.csv', 'a'].map((name) =>
      fileNameOf(`https://a.example/${name}`, TODAY),
    );
    const endings = ['csv.gz', 'csv.gz', 'zip', 'csv.zip', 'csv', 'csv'];
    expect(names).toEqual(endings.map((ending) => `DT260202.${ending}`));
  });

  test('downloads four files at a time, each within 16 minutes', async ({ alir }) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    answer = only(Object.fromEntries(DAYS.map((day) => [day, 'x'])));
    const source = new UrlSource({
      ...{ template: `${origin}/{date}.csv`, header: '', downloads: alir.stores.folders.downloads },
      ...{ published: async () => false, sources: alir.stores.sources, clock: alir.clock },
    });
    const delivered = async () => {
      const { files, release } = await source.deliver(DAYS);
      await release?.();
      return files.map(({ explicit_date }) => explicit_date);
    };
    expect([await delivered(), await delivered()]).toEqual([DAYS.slice(-4), DAYS.slice(-8, -4)]);
    expect(timers.mock.calls.filter(([, ms]) => ms === 960_000)).toHaveLength(8);
  });

  test('compares the clock with the header Date plus its time in a cache', async ({ alir }) => {
    const aheadWith = async (headers: Record<string, string>) => {
      answer = (_request, response) => {
        response.sendDate = false;
        response.writeHead(404, headers).end();
      };
      return (await look(alir)).clock_ahead_ms;
    };
    expect(await aheadWith({})).toBeUndefined();
    expect(await aheadWith({ date: 'Mon, 02 Feb 2026 12:01:30 GMT' })).toBe(90_000);
    expect(await aheadWith({ date: 'Mon, 02 Feb 2026 11:59:00 GMT', age: '50' })).toBe(-10_000);
  });

  test.for(['etag', 'last-modified'])(
    'finds a correction by its %s, once an hour',
    async (header, { alir }) => {
      const stamps = ['"one"', '"two"'];
      let revision = 0;
      const conditional = { etag: 'if-none-match', 'last-modified': 'if-modified-since' }[header] ?? '';
      answer = (request, response, day) => {
        const stamp = stamps[revision] ?? '';
        if (day !== TODAY) response.writeHead(404).end();
        else if (request.headers[conditional] === stamp) response.writeHead(304).end();
        else
          response
            .writeHead(200, { [header]: stamp })
            .end(revision === 0 ? dayFile(TODAY) : correctedDay(TODAY));
      };
      await look(alir);
      revision = 1;
      alir.clock.pass(3_599_999);
      expect((await look(alir)).taken).toEqual([]);
      alir.clock.pass(1);
      expect((await look(alir)).taken).toEqual([`${TODAY} published`]);
      expect(await published(alir, TODAY)).toBe(2);
      alir.clock.pass(3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(await published(alir, TODAY)).toBe(2);
    },
  );

  test('a rejected file stays rejected while the server reports it unchanged', async ({ alir }) => {
    let asked = 0;
    answer = (request, response, day) => {
      asked += day === TODAY ? 1 : 0;
      if (day !== TODAY) response.writeHead(404).end();
      else if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"one"' }).end('something else\n');
    };
    expect((await look(alir)).taken).toEqual([`${TODAY} rejected`]);
    // The last time, the clock is set back by an hour.
    for (const ms of [3_600_000, 3_600_000, -3_600_000]) {
      alir.clock.pass(ms);
      expect((await look(alir)).taken).toEqual([]);
    }
    expect(asked).toBe(4);
    expect(await alir.stores.sources.rejected()).toMatchObject([{ trade_date: TODAY }]);
  });

  test('a rejected file without a validator is requested again after a day', async ({ alir }) => {
    answer = only({ [TODAY]: 'something else\n' });
    expect((await look(alir)).taken).toEqual([`${TODAY} rejected`]);
    for (const [ms, isAsked] of [
      [86_399_999, false],
      [1, true],
    ] as const) {
      alir.clock.pass(ms);
      asked = [];
      await look(alir);
      expect(asked.includes(TODAY)).toBe(isAsked);
    }
  });

  describe('a held file', () => {
    /** It stops at the opening. */
    const cut = dayFile(TODAY).split('\n').slice(0, 2).join('\n').concat('\n');
    const kept = (alir: TestAlir) => join(alir.stores.folders.held, fileName(TODAY));
    let etag: string;
    let text: string;
    let sent: number;

    test.beforeEach(async ({ alir }) => {
      [etag, text, sent] = ['"one"', cut, 0];
      answer = (request, response, day) => {
        if (day !== TODAY) response.writeHead(404).end();
        else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else {
          sent += 1;
          response.writeHead(200, { etag }).end(text);
        }
      };
      expect((await look(alir)).taken).toEqual([`${TODAY} held`]);
    });

    test('is kept, listed, and not downloaded again while it is unchanged', async ({ alir }) => {
      expect(readFileSync(kept(alir), 'utf8')).toBe(cut);
      expect((await statusOf(alir.stores.ingest)).held).toMatchObject([
        { source: `${origin}/${TODAY}.csv`, command: `alir ingest --confirm ${kept(alir)}` },
      ]);
      alir.clock.pass(3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(sent).toBe(1);
      expect(await alir.stores.sources.held()).toHaveLength(1);
    });

    test('is published with --confirm, and not held again while the server has it', async ({ alir }) => {
      alir.clock.pass(60_000);
      expect(await alir.ingestPaths(kept(alir))).toMatchObject([{ status: 'published', revision: 1 }]);
      expect(existsSync(kept(alir))).toBe(false);
      expect(await alir.stores.sources.held()).toEqual([]);
      alir.clock.pass(3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(await alir.stores.sources.held()).toEqual([]);
    });

    test('is replaced by a corrected file of the server', async ({ alir }) => {
      [etag, text] = ['"two"', dayFile(TODAY)];
      alir.clock.pass(3_600_000);
      expect((await look(alir)).taken).toEqual([`${TODAY} published`]);
      expect(existsSync(kept(alir))).toBe(false);
      expect(await alir.stores.sources.held()).toEqual([]);
    });

    test('is dismissed by deleting it', async ({ alir }) => {
      rmSync(kept(alir));
      await look(alir);
      alir.clock.pass(3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(await alir.stores.sources.held()).toEqual([]);
      expect(await published(alir, TODAY)).toBeNull();
    });
  });

  test.for([
    { what: 'of the same size a minute later is published', grown: '', taken: [`${TODAY} published`] },
    { what: 'of another size a minute later is left', grown: '\n', taken: [] },
    { what: 'of an unknown size is left', grown: '', taken: [], isSized: false },
  ])(
    'a file that the server has just changed and $what',
    async ({ grown, taken, isSized = true }, { alir }) => {
      let requests = 0;
      answer = (_request, response, day) => {
        if (day !== TODAY) return response.writeHead(404).end();
        const body = dayFile(TODAY) + (requests++ > 0 ? grown : '');
        const modified = new Date().toUTCString();
        response
          .writeHead(200, { 'last-modified': modified, ...(isSized && { 'content-length': body.length }) })
          .end(body);
      };
      const result = await look(alir);
      expect(result.taken).toEqual(taken);
      expect(requests).toBe(2);
      expect(result.notices).toHaveLength(taken.length === 0 ? 1 : 0);
    },
  );

  test('two simultaneous updates publish each day once', async ({ alir }) => {
    answer = only({ [TODAY]: dayFile(TODAY) });
    const both = await Promise.all([look(alir, { isAlone: false }), look(alir, { isAlone: false })]);
    expect(both.flatMap(({ taken }) => taken).toSorted()).toEqual([
      `${TODAY} published`,
      `${TODAY} unchanged`,
    ]);
  });

  test('a failing server is retried once, and then at the next update', async ({ alir }) => {
    let failures = 2;
    answer = (_request, response, day) => {
      if (day !== TODAY) response.writeHead(404).end();
      else if (failures-- > 0) response.writeHead(failures === 1 ? 503 : 429).end();
      else response.writeHead(200).end(dayFile(TODAY));
    };
    expect((await look(alir)).taken).toEqual([`${TODAY} published`]);
    failures = 3;
    const day = '2026-01-29';
    answer = (_request, response, asked) => {
      if (asked !== day) response.writeHead(404).end();
      else if (failures-- > 0) response.socket?.destroy();
      else response.writeHead(200).end(dayFile(day));
    };
    expect(await look(alir)).toMatchObject({ taken: [], notices: [expect.stringMatching(/^Cannot fetch/)] });
    expect((await look(alir)).taken).toEqual([`${day} published`]);
  });

  test.for([
    [
      'cut short',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': '999999' }).write('x', () => response.destroy()),
      undefined,
      '(other side closed|terminated)',
    ],
    [
      'larger than the cap',
      (response: ServerResponse) =>
        response
          .writeHead(200)
          .write('x'.repeat(900), () => setImmediate(() => response.end('x'.repeat(101)))),
      1000,
      'the file is larger than 1,000 bytes',
    ],
    [
      'refused',
      (response: ServerResponse) => response.writeHead(403).end(),
      undefined,
      'the server returned status 403\\. Check ALIR_SOURCE_HEADER and the query string of ALIR_SOURCE',
    ],
    [
      'answered with another error',
      (response: ServerResponse) => response.writeHead(400).end(),
      undefined,
      'the server returned status 400',
    ],
    [
      'on another host',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://a.invalid' }).end(),
      undefined,
      'the server redirected the request \\(status 302\\), and Alir does not follow redirects.*',
    ],
  ] as const)('%s is not published, with the reason', async ([, respond, max_bytes, reason], { alir }) => {
    answer = (_request, response, day) => {
      if (day === TODAY) respond(response);
      else response.writeHead(404).end();
    };
    const { taken, notices } = await look(alir, max_bytes === undefined ? {} : { max_bytes });
    expect(taken).toEqual([]);
    const message = `^Cannot fetch ${origin}/${TODAY}\\.csv: ${reason}\\. The next update tries again\\.$`;
    expect(notices).toEqual([expect.stringMatching(message)]);
  });
});
