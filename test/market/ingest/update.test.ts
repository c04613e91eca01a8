import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { tradingCalendar } from '../../../src/core/market/calendar.ts';
import { withWriterLock } from '../../../src/ledger/locks.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import { FolderSource } from '../../../src/market/ingest/sources/folder-source.ts';
import type { Source } from '../../../src/market/ingest/sources/source.ts';
import { UrlSource } from '../../../src/market/ingest/sources/url-source.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { statusOf } from '../../../src/operations/status.ts';
import type { TestAlir } from '../../support/alir.ts';
import { correctedDay, wholeDay as dayFile, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { listen } from '../../support/listen.ts';
import { fileName } from '../../support/small-market.ts';

/** The clock of the tests stands at Monday, 2026-02-02, 12:00 GMT. */
const TODAY = '2026-02-02';

interface Look {
  taken: string[];
  notices: string[];
  failures: string[];
}

/** A server is asked for two days. */
const DAYS = ['2026-01-30', TODAY];
const fewDays = {
  isTradingDay: (day: string) => DAYS.includes(day),
  tradingDays: () => DAYS,
  holidayName: () => undefined,
};

async function look(alir: TestAlir, source: Source, calendar = alir.stores.calendar): Promise<Look> {
  const services = { ...alir.stores.ingest, calendar };
  const notices: string[] = [];
  const failures: string[] = [];
  const results = await update(services, source, {
    onNotice: (notice) => notices.push(notice),
    onFailure: (failure) => failures.push(failure),
    wait: (ms) => {
      expect(ms).toBe(60_000);
      return alir.clock.wait(ms);
    },
  });
  return { taken: results.map((result) => `${result.trade_date} ${result.status}`), notices, failures };
}

test('an update reports each notice and each failure once', async ({ alir }) => {
  let deliveries = 0;
  const deliver: Source['deliver'] = async () => {
    deliveries += 1;
    return { files: [], notices: ['skipped'], failures: ['unreadable'], settling: 1 };
  };
  const reported = { taken: [], notices: ['skipped'], failures: ['unreadable'] };
  expect([await look(alir, { deliver }), deliveries]).toEqual([reported, 2]);
});

test('an update that waits for another writer is interrupted at once', async ({ alir }) => {
  const { ingest, folders } = alir.stores;
  const stopping = new AbortController();
  let waits = 0;
  const onWait = () => {
    waits += 1;
    stopping.abort();
  };
  const path = await writeTo(alir.outside, fileName(TODAY), dayFile(TODAY));
  const files = [{ path, command: 'ingest' }] as const;
  await withWriterLock(folders.writerLockFile, { patience_ms: 0 }, async () => {
    const ingested = ingestFiles(ingest, files, { onWait, signal: stopping.signal });
    await expect(ingested).rejects.toMatchObject({ code: 'interrupted' });
  });
  expect(waits).toBe(1);
});

describe('from a folder', () => {
  const inbox = (alir: TestAlir) => alir.stores.folders.inbox;
  const source = (alir: TestAlir) => new FolderSource(inbox(alir), alir.stores.sources, alir.clock);

  async function put(alir: TestAlir, day: string): Promise<void> {
    mkdirSync(inbox(alir), { recursive: true });
    const path = await writeTo(inbox(alir), fileName(day), dayFile(day));
    const time = new Date(alir.clock.time.getTime() - 3_600_000);
    utimesSync(path, time, time);
  }

  test('the expected days end with today in Jakarta', async ({ alir }) => {
    await put(alir, '2026-02-02');
    await put(alir, '2026-02-03');
    // 17:00 GMT on Monday is 00:00 on Tuesday in Jakarta.
    alir.clock.time = new Date('2026-02-02T16:59:59Z');
    expect(await look(alir, source(alir))).toMatchObject({
      taken: ['2026-02-02 published'],
      notices: [expect.stringContaining(fileName('2026-02-03'))],
    });
    alir.clock.time = new Date('2026-02-02T17:00:00Z');
    expect(await look(alir, source(alir))).toEqual({
      taken: ['2026-02-03 published'],
      notices: [],
      failures: [],
    });
    // An update without a new file builds what an interrupted one did not.
    const { serving } = alir.stores.folders;
    const built = readdirSync(serving, { recursive: true });
    rmSync(serving, { recursive: true });
    expect((await look(alir, source(alir))).taken).toEqual([]);
    expect(readdirSync(serving, { recursive: true })).toEqual(built);
  });

  test('a truncated file and a replaced one leave the published day in place', async ({ alir }) => {
    const day = '2026-01-30';
    const put = (text: string) => writeTo(inbox(alir), fileName(day), text);
    const revision = async () => (await alir.stores.manifest.published(day))?.revision;
    mkdirSync(inbox(alir), { recursive: true });
    const [original, corrected] = [dayFile(day), correctedDay(day)];
    const cut = corrected.split('\n').slice(0, 2).join('\n').concat('\n');
    const taken: string[] = [];
    for (const text of [original, corrected, cut, original, corrected]) {
      await put(text);
      taken.push(...(await look(alir, source(alir))).taken);
    }
    expect(taken.map((each) => each.split(' ')[1])).toEqual([
      'published',
      'published',
      'held',
      'held',
      'unchanged',
    ]);
    expect(await revision()).toBe(2);
    // A held file that is removed is held no more.
    await put(cut);
    await look(alir, source(alir));
    expect(await alir.stores.sources.held()).toHaveLength(1);
    rmSync(join(inbox(alir), fileName(day)));
    await look(alir, source(alir));
    expect(await alir.stores.sources.held()).toEqual([]);
  });

  test('December 31st and January 1st are published when the calendar expects them', async ({ alir }) => {
    const calendar = tradingCalendar('date,name,status\n');
    for (const day of ['2025-12-31', '2026-01-01']) await put(alir, day);
    expect((await look(alir, source(alir), calendar)).taken).toEqual([
      '2025-12-31 published',
      '2026-01-01 published',
    ]);
  });

  test('a source folder that does not exist is a failure, and is not created', async ({ alir }) => {
    const absent = join(alir.outside, 'not-mounted');
    expect(await look(alir, new FolderSource(absent, alir.stores.sources, alir.clock))).toEqual({
      taken: [],
      notices: [],
      failures: [
        `The source folder ${absent} does not exist. Mount it or create it, or set ALIR_SOURCE to the right folder.`,
      ],
    });
    expect(existsSync(absent)).toBe(false);
  });

  test('a file whose name has no date is reported once, unless it is a companion file or incomplete', async ({
    alir,
  }) => {
    mkdirSync(join(inbox(alir), 'rejected'), { recursive: true });
    mkdirSync(join(inbox(alir), 'folder.csv'));
    await put(alir, '2026-01-30');
    for (const name of [
      ...['.hidden.csv', 'DT260129.csv.part', 'DT260129.csv.tmp', 'other.csv~', 'DT260129.ok'],
      ...['DT260129.csv.sha256', 'rejected/DT260128.csv.report.txt', 'laporan januari.csv'],
      ...['partial', 'filepart', 'crdownload', 'download', 'temp', 'swp'].map((end) => `DT260129.csv.${end}`),
    ])
      await writeTo(inbox(alir), name, 'x');
    const path = join(inbox(alir), 'laporan januari.csv');
    expect(await look(alir, source(alir))).toEqual({
      taken: ['2026-01-30 published'],
      notices: [
        `Ignored ${path}: its name is not DTyymmdd.csv (or .csv.gz, .zip). Publish it with: alir ingest --date YYYY-MM-DD '${path}'`,
      ],
      failures: [],
    });
    for (let file = 1; file <= 7; file++) await writeTo(inbox(alir), `a${file}.csv`, 'x');
    const { notices } = await look(alir, source(alir));
    expect(notices.map((notice) => notice.replace(inbox(alir), 'INBOX').slice(0, 20))).toEqual([
      ...[1, 2, 3, 4, 5].map((file) => `Ignored INBOX/a${file}.csv`),
      'Ignored 3 more files',
    ]);
  });

  test('the inbox of a new data folder is created', async ({ alir }) => {
    expect(await look(alir, source(alir))).toEqual({ taken: [], notices: [], failures: [] });
  });
});

const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener))}`;

describe('from a server', () => {
  const TOKEN = 'token_hush';

  const source = (alir: TestAlir, template: string) =>
    new UrlSource({
      template,
      header: `X-Token: header_hush`,
      downloads: alir.stores.folders.downloads,
      published: async (day) => (await alir.stores.manifest.published(day)) !== undefined,
      sources: alir.stores.sources,
      clock: alir.clock,
      pauses_ms: [1],
    });

  test('a redirect is not followed, so the secret header stays', async ({ alir }) => {
    const requests: IncomingMessage[] = [];
    const other = await serve((request, response) => {
      requests.push(request);
      response.end(dayFile(TODAY));
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const origin = await serve((request, response) =>
        response.writeHead(status, { location: `${other}${request.url}` }).end(),
      );
      const { taken, failures } = await look(alir, source(alir, `${origin}/{date}.csv`), fewDays);
      expect(taken).toEqual([]);
      expect(failures).toEqual([
        expect.stringContaining(
          `redirected the request (status ${status}), and Alir does not follow redirects`,
        ),
      ]);
    }
    expect(requests).toEqual([]);
  });

  test.for([401, 403, 404, 500, 'reset', 302, 'not a daily file', 'cut short'] as const)(
    'the query of the source URL is in no message, ledger, report or folder: %s',
    async (behaviour, { alir }) => {
      let asked = 0;
      const origin = await serve((request, response) => {
        asked += 1;
        expect(request.url).toContain(`?key=${TOKEN}`);
        if (behaviour === 'reset') response.destroy();
        else if (behaviour === 'not a daily file') response.end(`${TOKEN.length}\n`);
        else if (behaviour === 'cut short')
          response.writeHead(200, { 'content-length': 9 }).write('1', () => response.destroy());
        else response.writeHead(behaviour, { location: request.url }).end(request.url);
      });
      const said = await look(alir, source(alir, `${origin}/{date}.csv?key=${TOKEN}#${TOKEN}`), fewDays);
      expect(asked).toBeGreaterThan(0);
      const metrics = await (await fetch(`${await alir.url()}/metrics`)).text();
      const status = await statusOf(alir.stores.ingest);
      expect(JSON.stringify([said, status, metrics])).not.toContain('hush');
      const { root } = alir.stores.folders;
      const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      );
      expect(files.map(({ name }) => name)).toContain('ledger.sqlite');
      for (const { parentPath, name } of files) {
        const path = join(parentPath, name);
        expect(path).not.toContain('hush');
        expect(readFileSync(path, 'latin1'), path).not.toContain('hush');
      }
    },
  );

  test('one message reports a refusal of every day', async ({ alir }) => {
    const origin = await serve((_request, response) => response.writeHead(403).end());
    const { failures } = await look(alir, source(alir, `${origin}/{date}.csv`), fewDays);
    expect(failures).toEqual([
      expect.stringMatching(
        /^Cannot fetch \S+\/2026-02-02\.csv and 1 other file: the server returned status 403\. Check ALIR_SOURCE_HEADER/,
      ),
    ]);
  });

  test('an unreachable server is one failure', async ({ alir }) => {
    const origin = await serve((_request, response) => response.destroy());
    const { failures } = await look(alir, source(alir, `${origin}/{date}.csv`), fewDays);
    expect(failures).toEqual([
      `Cannot fetch ${origin}/2026-02-02.csv: other side closed. The next update tries again.`,
    ]);
  });

  test('days whose date is in the query are distinct', async ({ alir }) => {
    const origin = await serve((request, response) => {
      const day = new URL(request.url ?? '', 'http://x').searchParams.get('day') ?? '';
      if (DAYS.includes(day)) response.writeHead(200, { etag: `"${day}"` }).end(dayFile(day));
      else response.writeHead(404).end();
    });
    const template = `${origin}/file.csv?day={date}&key=${TOKEN}`;
    expect((await look(alir, source(alir, template), fewDays)).taken).toEqual(
      DAYS.map((day) => `${day} published`),
    );
    const { sources } = alir.stores;
    for (const day of DAYS) {
      expect(await sources.seen(`${origin}/file.csv#${day}`)).toMatchObject({
        trade_date: day,
        stamp: `ETag "${day}"`,
      });
    }
  });

  test('an interrupted update ends at once and leaves no download', async ({ alir }) => {
    const interrupted = new AbortController();
    const origin = await serve((_request, response) => {
      response.writeHead(200).write('TRX_CODE');
      interrupted.abort();
    });
    const failures: string[] = [];
    const { signal } = interrupted;
    const onFailure = (failure: string) => failures.push(failure);
    const results = update(alir.stores.ingest, source(alir, `${origin}/{date}.csv`), { signal, onFailure });
    expect(await results).toEqual([]);
    expect(failures).toEqual([]);
    expect(readdirSync(alir.stores.folders.downloads)).toEqual([]);
  });
});
