import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { runCli } from '../support/cli.ts';
import { writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { Oracle } from '../support/oracle.ts';
import { HAS_REAL_DAY, REAL_DAY_FILE } from '../support/real-day.ts';
import { dailyFileText, fileName, smallMarket } from '../support/small-market.ts';

const DAY = '2026-01-05';
const TEXT = dailyFileText(smallMarket(), DAY);

/** The table that a terminal exports. */
function tableOf(ticker: string, [first, second]: readonly [string, string] = ['Beli', 'Jual']): string {
  const rows = Oracle.of([TEXT]).brokerSummary({ ticker, from: DAY, to: DAY, investor: 'all', market: 'RG' });
  const lines = rows.map(
    (row) =>
      `${row.code};${row.buy_value};${row.buy_volume / 100};${row.buy_avg};${row.sell_value};${row.sell_volume / 100};${row.sell_avg}`,
  );
  const headings = [first, second].flatMap((side) => [`Nilai ${side}`, `Lot ${side}`, `Rata-rata ${side}`]);
  return [`Broker;${headings.join(';')}`, ...lines].join('\r\n');
}

test('alir verify --brokers and alir status say if BRK_COD1 is the buyer', async ({ data_dir, outside }) => {
  const run = (...args: string[]) => runCli(args, { data_dir });
  await run('ingest', '--confirm', await writeTo(outside, fileName(DAY), TEXT));
  expect((await run('status')).stdout).toContain('\nbrokers      not compared with a table by broker\n');

  const equal = await writeTo(outside, `BRMS ${DAY}.csv`, tableOf('BRMS'));
  const first = await run('verify', '--brokers', equal);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(
    new RegExp(
      `^${DAY} BRMS, market RG, investor all: \\d brokers match .*BRMS ${DAY}\\.csv \\(revision 1\\)\n  BRK_COD1 is the buyer, as Alir reads it\\.\n  Compared: buy_value, buy_lot, buy_avg, sell_value, sell_lot, sell_avg\n$`,
    ),
  );

  const exchanged = await writeTo(outside, 'table.csv', tableOf('BBCA', ['Jual', 'Beli']));
  const options = ['--ticker', 'bbca', '--date', DAY];
  const second = await run('verify', '--brokers', exchanged, ...options, '--json');
  expect(second.code).toBe(1);
  expect(second.json()).toMatchObject([
    {
      ok: false,
      results: [
        { file: exchanged, ticker: 'BBCA', sides: 'exchanged', differences_exchanged: 0, revision: 1 },
      ],
    },
  ]);
  expect((await run('verify', '--brokers', exchanged, ...options)).stdout).toContain(
    '  The table equals Alir after buyer and seller are exchanged. ',
  );

  const different = await run('verify', '--brokers', exchanged, '--ticker', 'GOTO', '--date', DAY);
  expect(different.code).toBe(1);
  const lines = different.stdout.split('\n');
  expect(lines[0]).toBe(
    `${DAY} GOTO, market RG, investor all: 42 differences from ${exchanged} (revision 1), 42 after buyer and seller are exchanged`,
  );
  expect(lines[1]).toMatch(/^ {2}The table differs from Alir, also after /);
  expect(lines[2]).toBe('  Compared: sell_value, sell_lot, sell_avg, buy_value, buy_lot, buy_avg');
  // A heading, and the first 20 of the 42 differences.
  expect(lines[3]).toMatch(/^ {2}BROKER +FIGURE +TABLE +ALIR$/);
  expect(lines.slice(24)).toEqual(['  and 22 more differences (--json shows all)', '']);

  const status = await run('status', '--json');
  expect(status.json()[0].broker_tables).toEqual({
    ...{ equal: 1, exchanged: 1, different: 1, undecided: 0 },
    first: { trade_date: DAY, ticker: 'BRMS', sides: 'equal', source: equal },
  });
  expect((await run('status')).stdout).toContain(
    `\nbrokers      1 table equal, 1 equal after buyer and seller are exchanged, 1 different; by the first one (${DAY} BRMS), BRK_COD1 is the buyer\n`,
  );

  const oneWrong = tableOf('BRMS').replace(/(?<=\nXL;)\d+/, '1');
  const few = await run('verify', '--brokers', await writeTo(outside, `BRMS ${DAY} 2.csv`, oneWrong));
  expect(few.stdout).toMatch(
    /: 1 difference from [\s\S]*\n {2}BROKER +FIGURE +TABLE +ALIR\n {2}XL +buy_value +1 +[\d,]+\n$/,
  );
});

test('alir verify --brokers reports what it cannot compare', async ({ data_dir, outside }) => {
  const run = (...args: string[]) => runCli(args, { data_dir });
  await run('ingest', '--confirm', await writeTo(outside, fileName(DAY), TEXT));
  const table = await writeTo(outside, 'table.csv', tableOf('BRMS'));
  const stderr = async (...args: string[]) => {
    const { code, stderr: text } = await run('verify', ...args);
    return `${code} ${text}`;
  };
  expect(await stderr('--brokers', table)).toContain(
    `1 alir: ${table} has no date in its columns or its name.`,
  );
  expect(await stderr('--brokers', table, '--ticker', 'BRMS', '--date', '2026-01-06')).toContain(
    `${table} is of 2026-01-06, and this day is not published.`,
  );
  expect(await stderr('--brokers', `${table}x`)).toContain('does not exist. Check the path.');
  expect(await stderr('--ticker', 'BRMS')).toContain('--ticker, --date and --market need --brokers');
  expect(await stderr('--brokers', table, '--official', table)).toMatch(/^2 .*cannot be used with/s);
});

describe.skipIf(!HAS_REAL_DAY)('the real trading day 2026-01-19 of BRMS', () => {
  const expected = new URL('DT260119.expected.csv', REAL_DAY_FILE);
  test.for([
    ['as it is', (text: string) => text, 'equal'],
    [
      'with exchanged sides',
      (text: string) =>
        text.replace(/^.*/, (header) =>
          header.replaceAll(/buy|sell/g, (side) => (side === 'buy' ? 'sell' : 'buy')),
        ),
      'exchanged',
    ],
  ] as const)('%s', async ([, change, sides], { data_dir, outside }) => {
    const daily_file = gunzipSync(readFileSync(REAL_DAY_FILE)).toString().replaceAll('\r', '');
    await runCli(['ingest', '--confirm', await writeTo(outside, 'DT260119.csv', daily_file)], { data_dir });
    const table = await writeTo(outside, 'table.csv', change(readFileSync(expected, 'utf8')));
    const [{ results }] = (await runCli(['verify', '--brokers', table, '--json'], { data_dir })).json();
    expect(results.length).toBeGreaterThanOrEqual(3);
    for (const result of results) expect(result).toMatchObject({ sides, ticker: 'BRMS', revision: 1 });
  });
});
