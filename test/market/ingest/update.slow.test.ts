import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect } from 'vitest';
import { FolderSource } from '../../../src/market/ingest/folder-source.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { Updater } from '../../../src/market/ingest/updater.ts';
import { UrlSource } from '../../../src/market/ingest/url-source.ts';
import { statusOf } from '../../../src/operations/status.ts';
import { afterThisTest, type TestAlir } from '../../support/alir.ts';
import { wholeDay as dayFile, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

/** The clock of the tests stands at Monday, 2026-02-02, 12:00 GMT. */
const TODAY = '2026-02-02';
const fileName = (day: string) => `DT${day.slice(2).replaceAll('-', '')}.csv`;
test.beforeEach(async ({ alir }) => {
  alir.clock.time = new Date(`${TODAY}T12:00:00Z`);
});

const published = (alir: TestAlir, day: string) => alir.stores.manifest.published(day)?.revision ?? null;
const later = (alir: TestAlir, ms: number) => {
  alir.clock.time = new Date(alir.clock.time.getTime() + ms);
};

describe('from a folder', () => {
  let inbox: string;
  test.beforeEach(({ alir }) => {
    inbox = alir.stores.folders.inbox;
    mkdirSync(inbox, { recursive: true });
  });

  /** A file whose last change lies so many seconds back. */
  async function put(alir: TestAlir, day: string, text: string, seconds_ago = 3600): Promise<string> {
    const path = await writeTo(inbox, fileName(day), text);
    const time = new Date(alir.clock.time.getTime() - seconds_ago * 1000);
    utimesSync(path, time, time);
    return path;
  }

  /** @param meanwhile happens between the two looks at a new file */
  async function look(
    alir: TestAlir,
    meanwhile?: () => Promise<unknown>,
  ): Promise<{ taken: string[]; notices: string[] }> {
    const notices: string[] = [];
    const source = new FolderSource(inbox, alir.stores.sources, alir.clock);
    const onNotice = (notice: string) => notices.push(notice);
    const results = await update(alir.stores.ingest, source, {
      onNotice,
      onFailure: onNotice,
      async wait(ms) {
        await alir.clock.wait(ms);
        await meanwhile?.();
      },
    });
    return { taken: results.map((result) => `${result.trade_date} ${result.status}`), notices };
  }

  test('publishes every expected day that exists, in date order, and reads each file once', async ({
    alir,
  }) => {
    for (const day of [TODAY, '2026-01-30', '2025-01-02']) await put(alir, day, dayFile(day));
    expect(await look(alir)).toEqual({
      taken: ['2025-01-02 published', '2026-01-30 published', `${TODAY} published`],
      notices: [],
    });
    expect(await look(alir)).toEqual({ taken: [], notices: [] });
  });

  test.for([
    ['a holiday', '2026-01-01'],
    ['a Saturday', '2026-01-31'],
    ['a date before 2025', '2024-12-30'],
    ['the future', '2026-02-03'],
  ] as const)('ignores %s with a notice', async ([, day], { alir }) => {
    const path = await put(alir, day, dayFile(day));
    const { taken, notices } = await look(alir);
    expect(taken).toEqual([]);
    expect(notices).toEqual([
      expect.stringMatching(/is before 2025-01-01, in the future, or not a trading day/),
    ]);
    expect(existsSync(path)).toBe(true);
  });

  test.for([
    ['whatever the clock of its server says', -3600],
    ['as late as the last second', 0],
    ['and its writer sets an old time', 86_400],
  ] as const)(
    'a file that grows between the two checks is left for the next update, %s',
    async ([, seconds_ago], { alir }) => {
      const day = '2026-01-30';
      await put(alir, day, dayFile(day).slice(0, 200), seconds_ago);
      expect(await look(alir, () => put(alir, day, dayFile(day).slice(0, 220), seconds_ago))).toEqual({
        taken: [],
        notices: [
          expect.stringMatching(/DT260130.csv is skipped until the next update: it is still being written/),
        ],
      });
      await put(alir, day, dayFile(day), seconds_ago);
      expect(await look(alir)).toEqual({ taken: [`${day} published`], notices: [] });
    },
  );

  test('a file with a new modification time at the second check is left for the next update', async ({
    alir,
  }) => {
    const day = '2026-01-30';
    await put(alir, day, dayFile(day), 600);
    expect((await look(alir, () => put(alir, day, dayFile(day), 500))).taken).toEqual([]);
    expect((await look(alir)).taken).toEqual([`${day} published`]);
  });

  test('a file that is replaced while earlier files are published is left for the next update', async ({
    alir,
  }) => {
    await put(alir, '2026-01-29', dayFile('2026-01-29'));
    await put(alir, '2026-01-30', dayFile('2026-01-30'));
    const source = new FolderSource(inbox, alir.stores.sources, alir.clock);
    const results = await update(alir.stores.ingest, source, {
      wait: alir.clock.wait,
      onResult: () => writeFileSync(join(inbox, 'DT260130.csv'), dayFile('2026-01-30').slice(0, 200)),
    });
    expect(results.map(({ status }) => status)).toEqual(['published', 'rejected']);
    expect(published(alir, '2026-01-30')).toBeNull();
    expect(existsSync(join(inbox, 'DT260130.csv'))).toBe(true);
    expect(alir.stores.sources.rejected()).toEqual([]);
  });

  describe('with a companion file', () => {
    const day = '2026-01-30';
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const unwaited = (alir: TestAlir) =>
      update(alir.stores.ingest, new FolderSource(inbox, alir.stores.sources, alir.clock), {
        wait: () => Promise.reject(new Error('nothing to wait for')),
      });

    test.for([
      { title: 'an empty .ok', name: 'DT260130.csv.ok', content: () => '' },
      { title: 'an .ok after the date alone', name: 'DT260130.ok', content: () => 'done\n' },
      {
        title: 'an .ok with the size',
        name: 'DT260130.csv.ok',
        content: (text: string) => `${text.length}\n`,
      },
      { title: 'a .sha256', name: 'DT260130.csv.sha256', content: (text: string) => sha256(text) },
      {
        title: 'a .sha256 as sha256sum writes it',
        name: 'DT260130.csv.sha256',
        content: (text: string) => `${sha256(text)}  DT260130.csv\n`,
      },
      {
        title: 'a .sha256 as BSD writes it',
        name: 'DT260130.sha256',
        content: (text: string) => `SHA256 (DT260130.csv) = ${sha256(text).toUpperCase()}\n`,
      },
      {
        title: 'a .SHA256 in upper case',
        name: 'DT260130.CSV.SHA256',
        content: (text: string) => sha256(text),
      },
      { title: 'an .ok in mixed case', name: 'dt260130.Ok', content: () => '' },
    ])('$title, a file is published at the first check', async ({ name, content }, { alir }) => {
      await put(alir, day, dayFile(day), 1);
      await writeTo(inbox, name, content(dayFile(day)));
      expect(await unwaited(alir)).toMatchObject([{ status: 'published' }]);
    });

    test.for([
      {
        title: 'the .sha256 of another file',
        name: 'DT260130.csv.sha256',
        content: sha256('another file'),
        reason: 'its SHA-256 differs from the one in DT260130.csv.sha256',
      },
      {
        title: 'a .sha256 that is empty',
        name: 'DT260130.csv.sha256',
        content: '',
        reason: 'DT260130.csv.sha256 contains no SHA-256',
      },
      {
        title: 'a .SHA256 in upper case without a SHA-256',
        name: 'DT260130.csv.SHA256',
        content: 'done',
        reason: 'DT260130.csv.SHA256 contains no SHA-256',
      },
      {
        title: 'an .ok with another size',
        name: 'DT260130.csv.ok',
        content: '12',
        reason: expect.stringMatching(/it has \d+ bytes, and DT260130.csv.ok says 12/),
      },
      {
        title: 'an .ok of an earlier content',
        name: 'DT260130.csv.ok',
        content: '',
        seconds_ago: 7200,
        reason: 'it was changed after DT260130.csv.ok was written',
      },
    ])(
      '$title, a file is held until one of the two changes',
      async ({ name, content, reason, seconds_ago }, { alir }) => {
        const path = await put(alir, day, dayFile(day));
        const companion = await writeTo(inbox, name, content);
        const time = new Date(alir.clock.time.getTime() - (seconds_ago ?? 60) * 1000);
        utimesSync(companion, time, time);
        expect((await look(alir)).notices).toEqual([
          expect.stringContaining(`publish it with: alir ingest --confirm ${path}`),
        ]);
        expect(alir.stores.sources.held()).toMatchObject([{ source: path, reason }]);
        expect(await look(alir)).toEqual({ taken: [], notices: [] });
        expect(published(alir, day)).toBeNull();
        await writeTo(inbox, name, name.endsWith('ok') ? '' : sha256(dayFile(day)));
        expect(await unwaited(alir)).toMatchObject([{ status: 'published' }]);
        expect(alir.stores.sources.held()).toEqual([]);
      },
    );
  });

  test('an unreadable companion file holds only its own file', async ({ alir }) => {
    await put(alir, '2026-01-29', dayFile('2026-01-29'));
    const path = await put(alir, '2026-01-30', dayFile('2026-01-30'));
    const companion = join(inbox, 'DT260130.csv.ok');
    mkdirSync(companion);
    expect((await look(alir)).taken).toEqual(['2026-01-29 published']);
    const held = (code: string) => [
      { source: path, reason: `it cannot be compared with DT260130.csv.ok (${code})` },
    ];
    expect(alir.stores.sources.held()).toMatchObject(held('EISDIR'));
    rmSync(companion, { recursive: true });
    symlinkSync(join(inbox, 'nothing'), companion);
    expect((await look(alir)).taken).toEqual([]);
    expect(alir.stores.sources.held()).toMatchObject(held('ENOENT'));
  });

  test('a held file that is removed is no longer listed', async ({ alir }) => {
    const path = await put(alir, '2026-01-30', dayFile('2026-01-30'));
    await writeTo(inbox, 'DT260130.csv.sha256', 'none');
    await look(alir);
    expect(alir.stores.sources.held()).toHaveLength(1);
    rmSync(path);
    await look(alir);
    expect(alir.stores.sources.held()).toEqual([]);
  });

  test('a broken link, a folder and a missing source do not affect other files', async ({ alir }) => {
    symlinkSync('/nonexistent', `${inbox}/DT260129.csv`);
    mkdirSync(`${inbox}/DT260128.csv`);
    await put(alir, '2026-01-30', dayFile('2026-01-30'));
    expect(await look(alir)).toEqual({ taken: ['2026-01-30 published'], notices: [] });
    inbox = `${inbox}/not-mounted`;
    expect(await look(alir)).toEqual({
      taken: [],
      notices: [expect.stringMatching(/not-mounted does not exist/)],
    });
    expect(existsSync(inbox)).toBe(false);
  });

  test('an incomplete file stays for its writer, and is published once complete', async ({ alir }) => {
    const day = '2026-01-30';
    const path = await put(alir, day, dayFile(day).slice(0, -20), 600);
    expect((await look(alir)).taken).toEqual([`${day} rejected`]);
    expect(existsSync(path)).toBe(true);
    expect((await look(alir)).taken).toEqual([]);
    await put(alir, day, dayFile(day), 90);
    expect((await look(alir)).taken).toEqual([`${day} published`]);
  });

  test('a day that was published and not served, after a kill or on a full disk, is served after the next update', async ({
    alir,
  }) => {
    await put(alir, '2026-01-30', dayFile('2026-01-30'));
    await look(alir);
    rmSync(alir.stores.folders.serving, { recursive: true });
    expect(await look(alir)).toEqual({ taken: [], notices: [] });
    expect(readdirSync(alir.stores.folders.serving)).toHaveLength(1);
  });

  test('a changed file of a published day becomes its next revision', async ({ alir }) => {
    const day = '2026-01-30';
    await put(alir, day, dayFile(day));
    await look(alir);
    await put(alir, day, dayFile(day, 200), 600);
    expect((await look(alir)).taken).toEqual([`${day} published`]);
    expect(published(alir, day)).toBe(2);
  });

  test('a rejected file leaves the inbox, and its correction is published', async ({ alir }) => {
    const day = '2026-01-30';
    await put(alir, day, 'something else\n');
    expect((await look(alir)).taken).toEqual([`${day} rejected`]);
    expect(alir.stores.sources.rejected()).toHaveLength(1);
    expect(await look(alir)).toEqual({ taken: [], notices: [] });
    await put(alir, day, dayFile(day));
    expect((await look(alir)).taken).toEqual([`${day} published`]);
    expect(alir.stores.sources.rejected()).toEqual([]);
  });
});

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
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    afterThisTest(async () => {
      server.closeAllConnections();
      server.close();
    });
  });

  async function look(
    alir: TestAlir,
    options: { max_bytes?: number; ending?: string; isAlone?: boolean } = {},
  ): Promise<{ taken: string[]; notices: string[] }> {
    const notices: string[] = [];
    const source = new UrlSource({
      template: `${origin}/{date}.${options.ending ?? 'csv'}`,
      header: HEADER,
      downloads: alir.stores.folders.downloads,
      published: (day) => published(alir, day) !== null,
      sources: alir.stores.sources,
      clock: alir.clock,
      pauses_ms: [1, 1],
      ...(options.max_bytes === undefined ? {} : { max_bytes: options.max_bytes }),
    });
    const onFailure = (failure: string) => notices.push(failure);
    const results = await update(alir.stores.ingest, source, {
      onFailure,
      onNotice: onFailure,
      wait: alir.clock.wait,
    });
    if (options.isAlone ?? true) expect(readdirSync(alir.stores.folders.downloads)).toEqual([]);
    return { taken: results.map((result) => `${result.trade_date} ${result.status}`), notices };
  }

  const only =
    (days: Record<string, string | Buffer>, headers: Record<string, string> = {}) =>
    (_request: IncomingMessage, response: ServerResponse, day: string) => {
      const text = days[day];
      if (text === undefined) response.writeHead(404).end();
      else response.writeHead(200, headers).end(text);
    };

  test('requests each expected day with the secret header, publishes those that exist, and requests old days once a day', async ({
    alir,
  }) => {
    const seen = new Set<string | undefined>();
    const files = { [TODAY]: dayFile(TODAY), '2025-03-03': dayFile('2025-03-03') };
    answer = (request, response, day) => {
      seen.add(request.headers['x-token'] as string);
      only(files)(request, response, day);
    };
    expect((await look(alir)).taken).toEqual(['2025-03-03 published', `${TODAY} published`]);
    expect(seen).toEqual(new Set(['a secret']));
    expect(asked.length).toBeGreaterThan(200);
    asked = [];
    await look(alir);
    expect(asked.every((day) => day >= '2026-01-19')).toBe(true);
    later(alir, 25 * 3_600_000);
    asked = [];
    await look(alir);
    expect(asked.length).toBeGreaterThan(200);
  });

  test('a packed file is unpacked by the extension of its URL', async ({ alir }) => {
    answer = only({ [TODAY]: gzipSync(dayFile(TODAY)) });
    expect((await look(alir, { ending: 'csv.gz' })).taken).toEqual([`${TODAY} published`]);
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
        else response.writeHead(200, { [header]: stamp }).end(dayFile(TODAY, 100 + 100 * revision));
      };
      await look(alir);
      revision = 1;
      expect((await look(alir)).taken).toEqual([]);
      later(alir, 3_600_000);
      expect((await look(alir)).taken).toEqual([`${TODAY} published`]);
      expect(published(alir, TODAY)).toBe(2);
      later(alir, 3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(published(alir, TODAY)).toBe(2);
    },
  );

  test('a rejected file stays rejected while the server reports it unchanged', async ({ alir }) => {
    answer = (request, response, day) => {
      if (day !== TODAY) response.writeHead(404).end();
      else if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"one"' }).end('something else\n');
    };
    expect((await look(alir)).taken).toEqual([`${TODAY} rejected`]);
    later(alir, 3_600_000);
    expect((await look(alir)).taken).toEqual([]);
    expect(alir.stores.sources.rejected()).toMatchObject([{ trade_date: TODAY }]);
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

    test('is kept, listed with its command, and not downloaded again while the server reports it unchanged', async ({
      alir,
    }) => {
      expect(readFileSync(kept(alir), 'utf8')).toBe(cut);
      expect((await statusOf(alir.stores.ingest)).held).toMatchObject([
        { source: `${origin}/${TODAY}.csv`, command: `alir ingest --confirm ${kept(alir)}` },
      ]);
      later(alir, 3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(sent).toBe(1);
      expect(alir.stores.sources.held()).toHaveLength(1);
    });

    test('is published with --confirm, and not held again while the server has it', async ({ alir }) => {
      later(alir, 60_000);
      expect(await alir.ingestPaths(kept(alir))).toMatchObject([{ status: 'published', revision: 1 }]);
      expect(existsSync(kept(alir))).toBe(false);
      expect(alir.stores.sources.held()).toEqual([]);
      later(alir, 3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(alir.stores.sources.held()).toEqual([]);
    });

    test('is replaced by a corrected file of the server', async ({ alir }) => {
      [etag, text] = ['"two"', dayFile(TODAY)];
      later(alir, 3_600_000);
      expect((await look(alir)).taken).toEqual([`${TODAY} published`]);
      expect(existsSync(kept(alir))).toBe(false);
      expect(alir.stores.sources.held()).toEqual([]);
    });

    test('is dismissed by deleting it', async ({ alir }) => {
      rmSync(kept(alir));
      await look(alir);
      later(alir, 3_600_000);
      expect((await look(alir)).taken).toEqual([]);
      expect(alir.stores.sources.held()).toEqual([]);
      expect(published(alir, TODAY)).toBeNull();
    });
  });

  test.for([
    { what: 'of the same size a minute later is published', grown: '', taken: [`${TODAY} published`] },
    { what: 'of another size a minute later is left', grown: '\n', taken: [] },
  ])('a file that the server has just changed and $what', async ({ grown, taken }, { alir }) => {
    let requests = 0;
    answer = (_request, response, day) => {
      if (day !== TODAY) return response.writeHead(404).end();
      const body = dayFile(TODAY) + (requests++ > 0 ? grown : '');
      const modified = new Date().toUTCString();
      response.writeHead(200, { 'last-modified': modified, 'content-length': body.length }).end(body);
    };
    const result = await look(alir);
    expect(result.taken).toEqual(taken);
    expect(requests).toBe(2);
    expect(result.notices).toHaveLength(taken.length === 0 ? 1 : 0);
  });

  test('two simultaneous updates publish each day once', async ({ alir }) => {
    answer = only({ [TODAY]: dayFile(TODAY) });
    const both = await Promise.all([look(alir, { isAlone: false }), look(alir, { isAlone: false })]);
    expect(both.flatMap(({ taken }) => taken).toSorted()).toEqual([
      `${TODAY} published`,
      `${TODAY} unchanged`,
    ]);
  });

  test('an unreachable server gets one request, not one per day', async ({ alir }) => {
    answer = (_request, response) => response.socket?.destroy();
    const { notices } = await look(alir);
    expect(notices).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  test('a failing server is retried once, and then at the next update', async ({ alir }) => {
    let failures = 2;
    answer = (_request, response, day) => {
      if (day !== TODAY) response.writeHead(404).end();
      else if (failures-- > 0) response.writeHead(503).end();
      else response.writeHead(200).end(dayFile(TODAY));
    };
    expect((await look(alir)).taken).toEqual([`${TODAY} published`]);
    failures = 3;
    const day = '2026-01-30';
    answer = (_request, response, asked) => {
      if (asked !== day) response.writeHead(404).end();
      else if (failures-- > 0) response.socket?.destroy();
      else response.writeHead(200).end(dayFile(day));
    };
    expect(await look(alir)).toMatchObject({
      taken: [],
      notices: [expect.stringMatching(/^Cannot fetch/)],
    });
    expect((await look(alir)).taken).toEqual([`${day} published`]);
  });

  test.for([
    [
      'cut short',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': '999999' }).write('x', () => response.destroy()),
      undefined,
    ],
    [
      'larger than the cap',
      (response: ServerResponse) => response.writeHead(200).end('x'.repeat(5000)),
      1000,
    ],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      undefined,
    ],
    ['forbidden', (response: ServerResponse) => response.writeHead(403).end(), undefined],
  ] as const)('%s is not published, with the reason', async ([, respond, max_bytes], { alir }) => {
    answer = (_request, response, day) => {
      if (day === TODAY) respond(response);
      else response.writeHead(404).end();
    };
    const { taken, notices } = await look(alir, max_bytes === undefined ? {} : { max_bytes });
    expect(taken).toEqual([]);
    expect(notices).toEqual([expect.stringMatching(/^Cannot fetch .+ The next update tries again/)]);
  });
});

describe('the updater', () => {
  test('runs one update at a time, and none after its stop', async () => {
    let running = 0;
    let runs = 0;
    let end: () => void = () => {};
    const updater = new Updater(async () => {
      running += 1;
      runs += 1;
      expect(running).toBe(1);
      await new Promise<void>((resolve) => (end = resolve));
      running -= 1;
    });
    updater.start(1440);
    await updater.update();
    expect(runs).toBe(1);
    end();
    await new Promise((resolve) => setImmediate(resolve));
    const second = updater.update();
    end();
    await second;
    expect(runs).toBe(2);
    updater.stop();
    await updater.update();
    expect(runs).toBe(2);
  });
});
