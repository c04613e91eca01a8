import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, vi } from 'vitest';
import { Lake } from '../../src/market/lake/lake.ts';
import {
  compareOfficialFolder,
  type OfficialResult,
  verifyOfficial,
} from '../../src/operations/official/official.ts';
import type { TestAlir } from '../support/alir.ts';
import { writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { someOf } from '../support/size.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../support/small-market.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const DAY = '2026-01-05';
const NEXT = '2026-01-06';
const market = smallMarket();
const TEXT: Readonly<Record<string, string>> = {
  [DAY]: dailyFileText(market, DAY),
  [NEXT]: dailyFileText(market, NEXT),
};
const textOf = (day: string) => TEXT[day] ?? '';

const verify = (alir: TestAlir, path: string) => verifyOfficial(alir.stores.ingest, path, { patience_ms: 0 });

/** Ingests a daily file, and compares its day with the file of the exchange. */
async function compared(
  alir: TestAlir,
  { ingested, official = summaryJson(exchangeRows(textOf(DAY))) }: { ingested: string; official?: string },
): Promise<OfficialResult> {
  await alir.ingest(fileName(DAY), ingested);
  const [result] = (await verify(alir, await writeTo(alir.outside, 'summary.json', official))).results;
  if (!result) throw new Error('no result');
  return result;
}

/** Changes the cells of each trade of a daily file. Undefined drops the trade. */
function damaged(text: string, change: (cells: string[]) => string[] | undefined): string {
  const [header = '', ...lines] = text.trim().split('\n');
  const changed = lines.flatMap((line) => change(line.split(';'))?.join(';') ?? []);
  return `${[header, ...changed].join('\n')}\n`;
}

/** Buyer and seller are two pairs of cells side by side: BRK_COD2, INV_TYP2, BRK_COD1, INV_TYP1. */
const swapped = (cells: string[]) => [
  ...cells.slice(0, 3),
  ...cells.slice(5, 7),
  ...cells.slice(3, 5),
  ...cells.slice(7),
];

const wrongLow = (summary: string) => summary.replaceAll('"Low":', '"Low":1');

const isMarket = (code: string) => (cells: string[]) => cells[2] === code;

describe('a published day', () => {
  test('matches the figures of its trades', async ({ alir }) => {
    const result = await compared(alir, { ingested: textOf(DAY) });
    expect(result).toMatchObject({
      trade_date: DAY,
      revision: 1,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      verified: true,
      tickers: 5,
      differing_tickers: 0,
      differences: [],
      patterns: [],
      not_in_file: [],
      has_non_regular: true,
    });
    expect(await alir.stores.manifest.officialChecks()).toMatchObject([
      { trade_date: DAY, revision: 1, tickers: 5, differences: 0, patterns: '' },
    ]);
  });

  test('matches on each of several days, from a folder', async ({ alir, folder }) => {
    const days = smallMarket();
    for (const day of SMALL_DAYS) {
      const text = dailyFileText(days, day);
      await alir.ingest(fileName(day), text);
      await writeTo(folder, `${day}.json`, summaryJson(exchangeRows(text)));
    }
    const { results } = await verify(alir, folder);
    expect(results.map(({ trade_date, differences }) => [trade_date, differences])).toEqual(
      SMALL_DAYS.map((day) => [day, []]),
    );
  });

  test('is found by the date in the file', async ({ alir }) => {
    await alir.ingest(fileName(NEXT), textOf(NEXT));
    const result = await compared(alir, {
      ingested: textOf(DAY),
      official: summaryJson(exchangeRows(textOf(NEXT))),
    });
    expect(result).toMatchObject({ trade_date: NEXT, verified: true });
  });
});

describe('a damaged import is found, and its pattern is named', () => {
  const HALF = Math.floor(textOf(DAY).split('\n').length / 2);
  let place = 0;
  const DAMAGE = [
    ['buyer and seller swapped', 'sides_swapped', swapped],
    [
      'the regular market dropped',
      'market_missing',
      (cells: string[]) => (isMarket('RG')(cells) ? undefined : cells),
    ],
    [
      'the negotiated market dropped',
      'market_missing',
      (cells: string[]) => (isMarket('NG')(cells) ? undefined : cells),
    ],
    [
      'the cash market dropped',
      'market_missing',
      (cells: string[]) => (isMarket('TN')(cells) ? undefined : cells),
    ],
    [
      'all trades in the regular market',
      'market_missing',
      (cells: string[]) => [...cells.slice(0, 2), 'RG', ...cells.slice(3)],
    ],
    [
      'volumes in lots',
      'lots_for_shares',
      (cells: string[]) => [
        ...cells.slice(0, 8),
        String(Math.ceil(Number(cells[8]) / 100)),
        ...cells.slice(9),
      ],
    ],
    [
      'the first half of the trades',
      'part_of_day',
      (cells: string[]) => (++place <= HALF ? cells : undefined),
    ],
    ['one stock missing', 'part_of_day', (cells: string[]) => (cells[7] === 'BBCA' ? undefined : cells)],
  ] as const;
  test.for(someOf(DAMAGE, 3))('%s: %s', async ([, pattern, change], { alir }) => {
    place = 0;
    const result = await compared(alir, { ingested: damaged(textOf(DAY), change) });
    expect(result.verified).toBe(false);
    expect(result.patterns.map((each) => each.pattern)).toEqual([pattern]);
    expect(await alir.stores.manifest.officialChecks()).toMatchObject([
      { differences: result.differences.length, patterns: pattern },
    ]);
  });
});

describe('a file that cannot be compared', () => {
  const refusal = (alir: TestAlir, path: string) =>
    verify(alir, path).then(
      () => expect.fail('It was compared'),
      (error) => ({ code: error.code, message: error.message }),
    );

  test('is refused with the reason and the next step', async ({ alir }) => {
    const none = join(alir.outside, 'none.json');
    expect(await refusal(alir, none)).toEqual({
      code: 'bad_official_file',
      message: `${none} does not exist. Check the path.`,
    });
    const empty = await writeTo(alir.outside, 'empty.json', '');
    expect(await refusal(alir, empty)).toEqual({
      code: 'bad_official_file',
      message: `${empty} is empty. Download it again.`,
    });
    const packed = await writeTo(alir.outside, 'packed.json', Buffer.from([0x1f, 0x8b, 0xff]));
    expect((await refusal(alir, packed)).message).toContain('is not UTF-8 text');
    const large = await writeTo(alir.outside, 'large.json', '');
    await truncate(large, 100_000_000);
    expect((await refusal(alir, large)).message).toContain('has 100.0 MB, more than the limit of 16.0 MB');
    expect((await refusal(alir, '/dev/zero')).message).toContain('is not a regular file');
    expect(await alir.stores.manifest.officialChecks()).toEqual([]);
  });

  test('because its day is not published, is refused', async ({ alir }) => {
    const path = await writeTo(alir.outside, 'a.json', summaryJson(exchangeRows(textOf(DAY))));
    expect(await refusal(alir, path)).toEqual({
      code: 'no_days',
      message: `${path} is of ${DAY}, and this day is not published. Ingest its daily file first.`,
    });
  });

  test('because of a damaged ticker_day, is refused with the command to build it', async ({ alir }) => {
    await alir.ingest(fileName(DAY), textOf(DAY));
    const path = await writeTo(alir.outside, 'a.json', summaryJson(exchangeRows(textOf(DAY))));
    const file = new Lake(alir.stores.folders).fixedName('ticker_day', DAY);
    const bytes = readFileSync(file);
    await writeFile(file, bytes.subarray(1));
    expect(await refusal(alir, path)).toMatchObject({
      code: 'lake_damaged',
      message: expect.stringContaining('run: alir lake build'),
    });
  });

  test('in a folder, does not stop the others', async ({ alir }) => {
    await alir.ingest(fileName(DAY), textOf(DAY));
    const folder = join(alir.outside, 'official');
    await mkdir(join(folder, 'folder.json'), { recursive: true });
    const right = summaryJson(exchangeRows(textOf(DAY)));
    await writeTo(alir.outside, 'elsewhere.json', right);
    await symlink('../elsewhere.json', join(folder, 'link.json'));
    await symlink('loop.json', join(folder, 'loop.json'));
    await symlink('nowhere', join(folder, 'dangling.csv'));
    for (const name of ['.hidden.json', 'notes.md', 'summary.json.part', '~$a.xlsx'])
      await writeTo(folder, name, right);
    await writeTo(folder, 'a b\u001b[31m\n.json', right);
    await writeTo(folder, "z'; rm -rf.JSON", '{');
    const { results, problems, ignored } = await verify(alir, folder);
    expect(results.map(({ file, verified }) => [file, verified])).toEqual([
      [join(folder, 'a b\u001b[31m\n.json'), true],
      [join(folder, 'link.json'), true],
    ]);
    expect(problems.map(({ code, problem }) => [code, problem.replace(folder, '')])).toEqual([
      ['bad_official_file', '/dangling.csv does not exist. Check the path.'],
      ['bad_official_file', expect.stringContaining('/folder.json is not a regular file')],
      ['bad_official_file', expect.stringContaining('/loop.json cannot be read (ELOOP)')],
      ['bad_official_file', expect.stringContaining("/z'; rm -rf.JSON is not valid JSON")],
    ]);
    expect(ignored).toEqual(['.hidden.json', 'notes.md', 'summary.json.part', '~$a.xlsx']);
  });
});

/** Files whose conversion to text or numbers, or whose parsing, would overflow the stack. */
async function writeHostile(folder: string): Promise<void> {
  const nested = `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`;
  const [row] = exchangeRows(textOf(DAY));
  const withCell = (name: string) => summaryJson([{ ...row, [name]: '?' }]).replace('"?"', () => nested);
  await writeTo(folder, 'a-volume.json', withCell('Volume'));
  await writeTo(folder, 'b-code.json', withCell('StockCode'));
  await writeTo(folder, 'c-open.json', withCell('OpenPrice'));
  await writeTo(folder, 'd-cell.csv', `"${'x'.repeat(15_000_000)}"\n`);
}
const HOSTILE_PROBLEMS = [
  'a-volume.json has a list or an object in Volume of row 1',
  'b-code.json has a list or an object in StockCode of row 1',
  'c-open.json has a list or an object in OpenPrice of row 1',
  'd-cell.csv has a cell of more than 1,000 characters in line 1',
].map((problem) => ({ code: 'bad_official_file', problem: expect.stringContaining(problem) }));

test('hostile files in a folder do not stop the comparison of the others', async ({ alir }) => {
  await alir.ingest(fileName(DAY), textOf(DAY));
  const { official } = alir.stores.folders;
  await mkdir(official, { recursive: true });
  await writeHostile(official);
  const file = await writeTo(official, 'z.json', summaryJson(exchangeRows(textOf(DAY))));
  const expected = { results: [{ file, verified: true }], problems: HOSTILE_PROBLEMS };
  expect(await verify(alir, official)).toMatchObject(expected);
  await writeTo(official, 'z.json', wrongLow(summaryJson(exchangeRows(textOf(DAY)))));
  expect(await compareOfficialFolder(alir.stores.ingest)).toMatchObject({
    results: [{ file, verified: false }],
    problems: HOSTILE_PROBLEMS,
  });
});

test('an unexpected error of a file in a folder does not stop the others', async ({ alir }) => {
  await alir.ingest(fileName(DAY), textOf(DAY));
  const { official } = alir.stores.folders;
  await mkdir(official, { recursive: true });
  const right = summaryJson(exchangeRows(textOf(DAY)));
  const first = await writeTo(official, 'a.json', right);
  const second = await writeTo(official, 'b.json', right);
  const expected = {
    results: [{ file: second }],
    problems: [
      { file: first, code: 'internal_error', problem: `${first} could not be compared: Error: odd` },
    ],
  };
  const failOnce = () =>
    vi.spyOn(alir.stores.manifest, 'noteOfficialCheck').mockImplementationOnce(() => {
      throw new Error('odd');
    });
  failOnce();
  expect(await compareOfficialFolder(alir.stores.ingest)).toMatchObject(expected);
  failOnce();
  expect(await verify(alir, official)).toMatchObject(expected);
});

const REAL = new URL('../../../shared/data/dt/DT260119.csv.gz', import.meta.url);
describe.skipIf(!existsSync(REAL))('the real trading day 2026-01-19 of BRMS', () => {
  /** What the exchange published about BRMS on this day. */
  const BRMS = {
    Date: '2026-01-19T00:00:00',
    StockCode: 'BRMS',
    OpenPrice: 1260,
    FirstTrade: 1260,
    High: 1265,
    Low: 1210,
    Close: 1230,
    Volume: 228_224_600,
    Value: 280_293_332_000,
    Frequency: 25_685,
    ForeignSell: 64_142_300,
    ForeignBuy: 53_862_300,
  };

  test('matches', async ({ alir }) => {
    const daily_file = gunzipSync(readFileSync(REAL)).toString().replaceAll('\r', '');
    await alir.ingest('DT260119.csv', daily_file);
    const [result] = (await verify(alir, await writeTo(alir.outside, 'a.json', summaryJson([BRMS])))).results;
    expect(result).toMatchObject({ tickers: 1, verified: true, patterns: [], has_non_regular: false });
  });
});
