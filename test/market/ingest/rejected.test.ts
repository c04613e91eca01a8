import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, vi } from 'vitest';
import { listRejectedFiles } from '../../../src/cli/market/rejected.ts';
import { statusCommand } from '../../../src/cli/operation/status.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import { dismissRejected, listRejected } from '../../../src/market/ingest/rejected.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { freshness, statusOf } from '../../../src/operations/status.ts';
import { sourceOf } from '../../../src/server/stores.ts';
import { TestAlir } from '../../support/alir.ts';
import {
  COLUMNS,
  csv,
  DATE,
  FILE_NAME,
  HEADER,
  type Line,
  line,
  wholeDay,
  writeTo,
} from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

const WRONG = csv([line({ STK_VOLM: 'x' })]);
const CUT = csv([line(), line()]).slice(0, -20);
const HOUR_MS = 3_600_000;

let alir: TestAlir;
let inbox: string;
let rejected: string;

async function open(environment: NodeJS.ProcessEnv = {}): Promise<void> {
  alir = await TestAlir.open({ environment });
  ({ inbox, rejected } = alir.stores.folders);
  mkdirSync(inbox, { recursive: true });
}

/** Writes a file whose last change lies so far back. */
async function put(folder: string, content: string, minutes_ago = 10): Promise<string> {
  const path = await writeTo(folder, FILE_NAME, content);
  const time = new Date(alir.clock.time.getTime() - minutes_ago * 60_000);
  utimesSync(path, time, time);
  return path;
}

const runUpdate = async () =>
  (await update(alir.stores.ingest, sourceOf(alir.stores), { wait: alir.clock.wait })).map(
    ({ status }) => status,
  );

describe('a rejected file', () => {
  test.each(['ingest', 'update'])('of the inbox is moved by alir %s', async (command) => {
    await open();
    const path = await put(inbox, WRONG);
    if (command === 'ingest') await alir.ingestPaths(path);
    else expect(await runUpdate()).toEqual(['rejected']);
    expect(readdirSync(inbox)).toEqual(['rejected']);
    expect(readdirSync(rejected)).toEqual([FILE_NAME, `${FILE_NAME}.report.txt`]);
    expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(WRONG);
    expect(readFileSync(join(rejected, `${FILE_NAME}.report.txt`), 'utf8')).toContain(
      `publish it: alir ingest ${join(rejected, FILE_NAME)}\n`,
    );
    let status = '';
    const output = { record: (_fields: object, text: string) => (status = text), notice: () => {} };
    await statusCommand(alir.stores, output as never);
    expect(status).toContain(`${path}: line 2: STK_VOLM`);
    expect(status).toContain(`    The file is now at ${join(rejected, FILE_NAME)}\n`);
    await listRejectedFiles(alir.stores, output as never, { json: false });
    expect(status).toContain(`${path}  ${join(rejected, FILE_NAME)}  line 2: STK_VOLM`);
    expect(await runUpdate()).toEqual([]);
  });

  test('of the source folder is moved, also through a link', async ({ folder }) => {
    await open({ ALIR_SOURCE: folder });
    await put(folder, WRONG);
    expect(await runUpdate()).toEqual(['rejected']);
    expect(readdirSync(folder)).toEqual([]);
    symlinkSync(folder, join(alir.outside, 'link'));
    await put(folder, WRONG);
    await alir.ingestPaths(join(alir.outside, 'link', FILE_NAME));
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(WRONG);
  });

  test('of any other folder is copied and not moved', async () => {
    await open();
    mkdirSync(join(inbox, 'sub'));
    for (const folder of [alir.outside, join(inbox, 'sub')]) {
      const path = await put(folder, WRONG);
      await alir.ingestPaths(path);
      expect(readFileSync(path, 'utf8')).toBe(WRONG);
      expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(WRONG);
    }
  });

  test('that is truncated stays for its writer, without a copy, and is moved after an hour', async () => {
    await open();
    const path = await put(inbox, CUT);
    expect(await runUpdate()).toEqual(['rejected']);
    expect(existsSync(path)).toBe(true);
    expect(readdirSync(rejected)).toEqual([`${FILE_NAME}.report.txt`]);
    expect(await runUpdate()).toEqual([]);
    alir.clock.pass(HOUR_MS);
    expect(await runUpdate()).toEqual(['rejected']);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(CUT);
    expect(await runUpdate()).toEqual([]);
  });

  test('that is truncated is moved at once by alir ingest', async () => {
    await open();
    const path = await put(inbox, CUT);
    await alir.ingestPaths(path);
    expect([existsSync(path), readFileSync(join(rejected, FILE_NAME), 'utf8')]).toEqual([false, CUT]);
  });

  test('that was truncated and is completed is published', async () => {
    await open();
    await put(inbox, CUT);
    await runUpdate();
    await put(inbox, wholeDay(DATE), 5);
    expect(await runUpdate()).toEqual(['published']);
  });
});

test('a rejected file leaves the published day, its responses and the staging folder as they were', async () => {
  await open();
  const day = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
  const state = async () => [
    await alir.lakeFiles(),
    (await alir.get('/stocks/broker-summary', day)).body,
    readdirSync(alir.stores.folders.staging),
  ];
  expect(await alir.ingest(FILE_NAME, wholeDay(DATE))).toMatchObject({ status: 'published', revision: 1 });
  const before = await state();
  for (const content of [WRONG, CUT, wholeDay(DATE).replace('TRX_TYPE', 'TYPE'), Buffer.alloc(10_000, 7)]) {
    const result = await alir.ingest(FILE_NAME, content);
    expect(result).toMatchObject({ status: 'rejected', trades: 0, duplicates: 0 });
    expect(readFileSync(join(rejected, FILE_NAME))).toEqual(Buffer.from(content));
    expect(await state()).toEqual(before);
  }
});

test('a file that changes while it is read stays in place, and nothing is reported', async () => {
  await open();
  const path = await put(inbox, wholeDay(DATE));
  const { manifest } = alir.stores;
  const nextRevision = manifest.nextRevision.bind(manifest);
  // Alir asks for the revision after it noted the size of the file and before it reads the file.
  vi.spyOn(manifest, 'nextRevision').mockImplementation((day) => {
    appendFileSync(path, '1');
    return nextRevision(day);
  });
  const [result] = await alir.ingestPaths(path);
  expect(result).toMatchObject({
    status: 'rejected',
    rejection: { reasons: [expect.stringMatching(/still being written/)], report: null },
  });
  expect(existsSync(path)).toBe(true);
  expect(existsSync(join(rejected, FILE_NAME))).toBe(false);
  expect(await manifest.published(DATE)).toBeUndefined();
  expect(await alir.stores.sources.rejected()).toEqual([]);
});

describe('the report', () => {
  const GOOD = '1;1;RG;XL;I;AK;A;BRMS;100;1260;2026-01-19;7;8;85800';
  const reportOf = async (lines: readonly string[], name = FILE_NAME) => {
    const result = await alir.ingest(name, `${[HEADER, ...lines].join('\n')}\n`);
    const report = readFileSync(result.rejection?.report ?? '', 'utf8').split('\n');
    return {
      rows: report.slice(3, -1),
      reasons: result.rejection?.reasons,
      rejected_rows: result.rejected_rows,
    };
  };
  beforeEach(() => open());

  const VOLUME = 'must be a whole number of shares above 0, at most 15 digits';
  const PRICE = 'must be a whole price in IDR above 0, at most 15 digits';
  const BROKER = 'must be a broker code of 2 capital letters or digits';
  const INVESTOR = 'must be an investor type: I or D (domestic), A or F (foreign)';
  const TICKER = 'must be a ticker of 1 to 12 capital letters, digits or dashes';
  const ORDER = 'must be an order number of 1 to 18 digits';
  const TIME = 'must be a time of day as HHMMSS, such as 85800 for 08:58:00';

  test('has every wrong cell by line, with its value and its rule, and no cell that is right at a limit', async () => {
    const lines = [
      GOOD,
      `${'9'.repeat(18)};0;TN;00;D;ZZ;F;A-9;1;1;2026-01-19;0;${'9'.repeat(18)};0`,
      `0;9;NG;9A;A;A9;D;ABCDEFGHIJKL;1;${'9'.repeat(15)};2026-01-19;0;0;235959`,
      `2;1;RG;XL;F;AK;I;0;${'9'.repeat(15)};1;2026-01-19;7;8;595959`,
      '12a;1;RG;XL;I;AK;A;BRMS;100;1260;2026-01-19;7;8;85800',
      `${'9'.repeat(19)};12;XX;X;X;xl;;BR MS;0;0;2026-01-20;x;-1;240000`,
      `;x;rg;XLX;i;;Q;-BRMS;${'9'.repeat(16)};1e3;19/01/2026;;${'1'.repeat(19)};96000`,
      `3;1;RG;XL;I;AK;A;ABCDEFGHIJKLM;-100;${'9'.repeat(16)};2026-01-19;7;8;95960`,
      '4;1;RG;XL;I;AK;A;\u001b[31m\u009bm;100;"1";2026-01-19;7;8;0085800',
    ];
    const { rows, reasons, rejected_rows } = await reportOf(lines);
    expect(rows).toEqual([
      'Rows with a problem: 6',
      'line\tcolumn\tvalue\treason',
      `5\tTRX_TIME\t"595959"\t${TIME}`,
      '6\tTRX_CODE\t"12a"\tmust be a trade number of 1 to 18 digits',
      `7\tBRK_COD1\t"xl"\t${BROKER}`,
      `7\tBRK_COD2\t"X"\t${BROKER}`,
      `7\tINV_TYP1\t""\t${INVESTOR}`,
      `7\tINV_TYP2\t"X"\t${INVESTOR}`,
      `7\tSTK_CODE\t"BR MS"\t${TICKER}`,
      `7\tSTK_PRIC\t"0"\t${PRICE}`,
      `7\tSTK_VOLM\t"0"\t${VOLUME}`,
      `7\tTRX_CODE\t"${'9'.repeat(19)}"\tmust be a trade number of 1 to 18 digits`,
      '7\tTRX_DATE\t"2026-01-20"\tmust be the date of the file, 2026-01-19',
      `7\tTRX_ORD1\t"-1"\t${ORDER}`,
      `7\tTRX_ORD2\t"x"\t${ORDER}`,
      '7\tTRX_SESS\t"12"\tmust be a session of one digit',
      `7\tTRX_TIME\t"240000"\t${TIME}`,
      '7\tTRX_TYPE\t"XX"\tmust be a market: RG, NG or TN',
      `8\tBRK_COD1\t""\t${BROKER}`,
      `8\tBRK_COD2\t"XLX"\t${BROKER}`,
      `8\tINV_TYP1\t"Q"\t${INVESTOR}`,
      `8\tINV_TYP2\t"i"\t${INVESTOR}`,
      `8\tSTK_CODE\t"-BRMS"\t${TICKER}`,
      `8\tSTK_PRIC\t"1e3"\t${PRICE}`,
      `8\tSTK_VOLM\t"${'9'.repeat(16)}"\t${VOLUME}`,
      '8\tTRX_CODE\t""\tmust be a trade number of 1 to 18 digits',
      '8\tTRX_DATE\t"19/01/2026"\tmust be the date of the file, 2026-01-19',
      `8\tTRX_ORD1\t"${'1'.repeat(19)}"\t${ORDER}`,
      `8\tTRX_ORD2\t""\t${ORDER}`,
      '8\tTRX_SESS\t"x"\tmust be a session of one digit',
      `8\tTRX_TIME\t"96000"\t${TIME}`,
      '8\tTRX_TYPE\t"rg"\tmust be a market: RG, NG or TN',
      `9\tSTK_CODE\t"ABCDEFGHIJKLM"\t${TICKER}`,
      `9\tSTK_PRIC\t"${'9'.repeat(16)}"\t${PRICE}`,
      `9\tSTK_VOLM\t"-100"\t${VOLUME}`,
      `9\tTRX_TIME\t"95960"\t${TIME}`,
      `10\tSTK_CODE\t"\\u001b[31m?m"\t${TICKER}`,
      `10\tSTK_PRIC\t"\\"1\\""\t${PRICE}`,
      `10\tTRX_TIME\t"0085800"\t${TIME}`,
    ]);
    expect(reasons).toHaveLength(6);
    expect(reasons?.[0]).toBe(`line 5: TRX_TIME "595959" ${TIME}`);
    expect(reasons?.[5]).toBe('and 32 more');
    expect(rejected_rows).toBe(6);
  });

  test.each([240_000, 96_000, 95_960])(
    'has the time %i, the only wrong cell of its file',
    async (TRX_TIME) => {
      const { rows } = await reportOf([GOOD, csv([line({ TRX_CODE: 9, TRX_TIME })]).split('\n')[1] ?? '']);
      expect(rows.slice(2)).toEqual([`3\tTRX_TIME\t"${TRX_TIME}"\t${TIME}`]);
    },
  );

  test('has each empty cell, and each cell in another notation', async () => {
    const rules: Record<string, string> = {
      ...{ TRX_CODE: 'must be a trade number of 1 to 18 digits', TRX_SESS: 'must be a session of one digit' },
      ...{ TRX_TYPE: 'must be a market: RG, NG or TN', TRX_DATE: `must be the date of the file, ${DATE}` },
      ...{ BRK_COD1: BROKER, BRK_COD2: BROKER, INV_TYP1: INVESTOR, INV_TYP2: INVESTOR, STK_CODE: TICKER },
      ...{ STK_VOLM: VOLUME, STK_PRIC: PRICE, TRX_ORD1: ORDER, TRX_ORD2: ORDER, TRX_TIME: TIME },
    };
    for (const cell of ['', '<null>', ' 1', '1,260', '7.5']) {
      const { rows } = await reportOf([GOOD, COLUMNS.map(() => cell).join(';')]);
      expect(rows.slice(2)).toEqual(
        COLUMNS.toSorted().map((column) => `3\t${column}\t"${cell}"\t${rules[column]}`),
      );
    }
  });

  test('has the first 1,000 problems by line, and counts the rows', async () => {
    const lines = Array.from({ length: 1500 }, () => line({ STK_VOLM: 'x' }));
    const numbered = lines.map((cells, place) => ({ ...cells, STK_VOLM: `x${place}` }));
    const { rows, reasons, rejected_rows } = await reportOf(
      csv([...numbered, line()])
        .trim()
        .split('\n')
        .slice(1),
    );
    expect(rows.slice(0, 4)).toEqual([
      'Rows with a problem: 1,500; the first 1,000 problems:',
      'line\tcolumn\tvalue\treason',
      `2\tSTK_VOLM\t"x0"\t${VOLUME}`,
      `3\tSTK_VOLM\t"x1"\t${VOLUME}`,
    ]);
    expect(rows).toHaveLength(1002);
    expect(reasons).toEqual([...Array(5).fill(expect.any(String)), 'and 995 more']);
    expect(rejected_rows).toBe(1500);
  });

  test('has a line that is not UTF-8', async () => {
    const { rejection } = await alir.ingest(
      FILE_NAME,
      Buffer.from(`${HEADER}\n${GOOD.replace('BRMS', 'BR\xe9S')}\n`, 'latin1'),
    );
    expect(rejection?.reasons).toEqual([expect.stringMatching(/^line 2: .* is not UTF-8/)]);
  });

  test('has a value of more than five rows once, and a column that is wrong in every row once', async () => {
    const row = (n: number, cells: Line) => csv([line({ TRX_CODE: n, ...cells })]).split('\n')[1] ?? '';
    const repeated = [1, 2, 3, 4, 5, 6].map((n) => row(n, { STK_VOLM: 'x' }));
    const rare = [7, 8, 9, 10, 11].map((n) => row(n, { STK_PRIC: 'y' }));
    expect((await reportOf([...repeated, ...rare])).rows.slice(2)).toEqual([
      `2 and 5 other lines\tSTK_VOLM\t"x"\t${VOLUME}`,
      ...[8, 9, 10, 11, 12].map((place) => `${place}\tSTK_PRIC\t"y"\t${PRICE}`),
    ]);
    const every = [1, 2, 3, 4, 5, 6].map((n) => row(n, { STK_VOLM: `x${n}` }));
    expect((await reportOf(every)).rows.slice(2)).toEqual([`2 and 5 other lines\tSTK_VOLM\t"x1"\t${VOLUME}`]);
    expect((await reportOf(every.slice(1))).rows).toHaveLength(7);
  });

  test('has lines that cannot be split, and trade numbers with two contents', async () => {
    const conflict = (place: number) =>
      `has the same trade number as line ${place}, but the rest of the line differs`;
    const cut = GOOD.slice(0, -6);
    const long = `${'é'.repeat(90)}`;
    expect((await reportOf([GOOD, cut, `${GOOD};1`, long])).rows).toEqual([
      'Rows with a problem: 3',
      'line\tcolumn\tvalue\treason',
      `3\t-\t"${cut}"\thas fewer cells than the header`,
      `4\t-\t"${GOOD};1"\thas more cells than the header`,
      `5\t-\t"${'é'.repeat(79)}..."\thas fewer cells than the header`,
    ]);
    const cuts = await reportOf(Array.from({ length: 6 }, () => cut));
    expect(cuts.rows.slice(2)).toEqual([`2 and 5 other lines\t-\t"${cut}"\thas fewer cells than the header`]);
    expect((await reportOf(Array.from({ length: 5 }, () => cut))).rows).toHaveLength(7);
    // If some lines can be split, each other one is listed.
    expect((await reportOf([GOOD, ...Array.from({ length: 6 }, () => cut)])).rows).toHaveLength(8);
    const other = GOOD.replace(';100;', ';200;');
    const second = GOOD.replace(/^1;/, '5;');
    const trades = [GOOD, second, GOOD, other, other, second.replace('BRMS', 'BBCA')];
    expect((await reportOf(trades)).rows).toEqual([
      'Rows with a problem: 3',
      'line\tcolumn\tvalue\treason',
      `5 and 1 other line\tTRX_CODE\t"1"\t${conflict(2)}`,
      `7\tTRX_CODE\t"5"\t${conflict(3)}`,
    ]);
  });

  test('has a trade number that is there again with another cell of any column', async () => {
    const others: Line[] = [
      ...[{ TRX_SESS: 2 }, { TRX_TYPE: 'NG' }, { BRK_COD2: 'CC' }, { INV_TYP2: 'D' }, { BRK_COD1: 'CC' }],
      ...[{ INV_TYP1: 'F' }, { STK_CODE: 'BBCA' }, { STK_VOLM: 200 }, { STK_PRIC: 1255 }],
      ...[{ TRX_ORD2: 9 }, { TRX_ORD1: 9 }, { TRX_TIME: 85_801 }],
    ];
    const numbered = (cells: (place: number) => Line) =>
      others.map((_, place) => line({ TRX_CODE: 1 + place, ...cells(place) }));
    const lines = csv([...numbered(() => ({})), ...numbered((place) => others[place] ?? {})]);
    const { rows } = await reportOf(lines.trim().split('\n').slice(1));
    expect(rows.slice(2).map((row) => row.split('\t').slice(0, 3).join(' '))).toEqual(
      others.map((_, place) => `${14 + place} TRX_CODE "${1 + place}"`),
    );
  });

  test('has a problem of the whole file, with what to do', async () => {
    const wholeReport = async (name: string, content: string, date?: string) => {
      const { rejection } = await alir.ingest(name, content, date);
      return readFileSync(rejection?.report ?? '', 'utf8').replaceAll(rejected, 'REJECTED');
    };
    expect(await wholeReport(FILE_NAME, `${HEADER}\n`)).toBe(
      [
        `${FILE_NAME} was rejected at 2026-02-02T12:00:00.000Z. No part of it was published. Earlier publications are unchanged.`,
        `Correct the file or download it again, then publish it: alir ingest REJECTED/${FILE_NAME}`,
        '',
        'Problems: 1',
        'it has a header but no trades',
        '',
      ].join('\n'),
    );
    expect(await wholeReport("a b's.csv", `${HEADER}\n`)).toContain(
      `publish it: alir ingest 'REJECTED/a b'\\''s.csv' --date YYYY-MM-DD\n\nProblems: 1\nits name has no date: rename it to DTyymmdd.csv`,
    );
    const rich = GOOD.replace(';100;1260;', `;${'9'.repeat(15)};19;`);
    expect(await wholeReport(FILE_NAME, `${HEADER}\n${rich}\n`)).toContain('above 2^54 IDR');
    const half = (TRX_CODE: number) => line({ TRX_CODE, STK_VOLM: 2 ** 27, STK_PRIC: 2 ** 26 });
    const share = line({ TRX_CODE: 3, STK_VOLM: 1, STK_PRIC: 1 });
    expect(await wholeReport(FILE_NAME, csv([half(1), half(2), share]))).toContain('above 2^54 IDR');
    expect((await alir.ingest(FILE_NAME, csv([half(1), half(2)]))).status).toBe('published');
    for (const [date, isInRange] of [
      ['1977-08-09', false],
      ['1977-08-10', true],
      ['2099-12-31', true],
      ['2100-01-01', false],
    ] as const) {
      const report = await wholeReport('x.csv', `${HEADER}\n`, date);
      expect(report.split('\n')[4], date).toBe(
        isInRange
          ? 'it has a header but no trades'
          : `${date} is out of range: the date must be between 1977-08-10 and 2099-12-31`,
      );
    }
  });

  test('does not exist for a path that is no file, and the other files are published', async () => {
    mkdirSync(join(alir.outside, 'DT260121.csv'));
    execFileSync('mkfifo', [join(alir.outside, 'DT260120.csv')]);
    const good = await writeTo(alir.outside, 'DT260123.csv', wholeDay('2026-01-23'));
    const paths = ['DT260120.csv', 'DT260121.csv', 'DT260122.csv'].map((name) => join(alir.outside, name));
    const results = await alir.ingestPaths(...paths, good);
    const noFile = {
      reasons: ['it is not a file'],
      causes: [{ code: 'not_a_file', values: [] }],
      report: null,
    };
    const absent = { reasons: ['it does not exist'], causes: [{ code: 'absent', values: [] }], report: null };
    expect(results.map(({ status, rejection }) => [status, rejection])).toEqual([
      ['rejected', noFile],
      ['rejected', noFile],
      ['rejected', absent],
      ['published', null],
    ]);
    expect(await alir.stores.sources.rejected()).toEqual([]);
  });
});

describe('alir rejected', () => {
  const count = async () =>
    (await freshness(alir.stores.manifest, alir.stores.sources, alir.stores.calendar, alir.clock.now()))
      .rejected_files;

  beforeEach(async () => {
    await open();
    await alir.ingestPaths(await put(inbox, WRONG));
  });

  test('list shows each file with its day, reason, location and report', async () => {
    expect(await listRejected(alir.stores.ingest)).toEqual([
      {
        source: join(inbox, FILE_NAME),
        trade_date: DATE,
        seen_at: '2026-02-02T12:00:00.000Z',
        reason: expect.stringContaining('line 2: STK_VOLM "x"'),
        causes: [
          { code: 'cell_volume', values: [], place: { line: 2, lines: 1, column: 'STK_VOLM', cell: '"x"' } },
        ],
        file: join(rejected, FILE_NAME),
        report: join(rejected, `${FILE_NAME}.report.txt`),
      },
    ]);
  });

  test('list shows the file and the report of a downloaded file', async () => {
    const path = await put(alir.outside, WRONG);
    const source = 'https://example.com/files/20260119.csv';
    await ingestFiles(alir.stores.ingest, [
      { path, source, stamp: '', explicit_date: DATE, command: 'update' },
    ]);
    expect((await listRejected(alir.stores.ingest)).find((entry) => entry.source === source)).toMatchObject({
      file: join(rejected, FILE_NAME),
      report: join(rejected, `${FILE_NAME}.report.txt`),
    });
  });

  test.each([
    ['path in the inbox', () => join(inbox, FILE_NAME)],
    ['path in the rejected folder', () => join(rejected, FILE_NAME)],
    ['file name', () => FILE_NAME],
    ['relative path of where it is now', () => relative('.', join(rejected, FILE_NAME))],
    ['day', () => DATE],
  ])(
    'dismiss by %s removes the file from status and metrics, and does not delete it',
    async (_what, name) => {
      expect(await count()).toBe(1);
      expect(await dismissRejected(alir.stores.ingest, [name()])).toMatchObject([
        { source: join(inbox, FILE_NAME) },
      ]);
      expect(await count()).toBe(0);
      expect((await statusOf(alir.stores.ingest)).rejected).toEqual([]);
      expect(await listRejected(alir.stores.ingest)).toEqual([]);
      expect(existsSync(join(rejected, FILE_NAME))).toBe(true);
    },
  );

  test('dismiss removes all files that it is given', async () => {
    const other = 'DT260120.csv';
    await alir.ingest(other, WRONG);
    expect(await count()).toBe(2);
    expect(await dismissRejected(alir.stores.ingest, [FILE_NAME, other])).toHaveLength(2);
    expect(await count()).toBe(0);
  });

  test('dismiss refuses a name without a file, and dismisses nothing', async () => {
    await expect(() => dismissRejected(alir.stores.ingest, [FILE_NAME, 'DT260120.csv'])).rejects.toThrow(
      'there is no rejected file with the name DT260120.csv.',
    );
    expect(await count()).toBe(1);
  });

  test('a dismissed file that is rejected again with other content is listed again', async () => {
    await dismissRejected(alir.stores.ingest, [FILE_NAME]);
    await alir.ingestPaths(await put(inbox, WRONG));
    expect(await count()).toBe(0);
    await alir.ingestPaths(await put(inbox, csv([line({ STK_VOLM: 'y' })]), 5));
    expect(await count()).toBe(1);
  });
});
