import { beforeAll, expect, test } from 'vitest';
import { RIGHTS_ISSUE, STORIES } from '../../../src/cli/demo/stories.ts';
import { MEASURES } from '../../../src/core/market/measure-list.ts';
import { Duck } from '../../../src/market/lake/duckdb.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { NAMED_SCREENS } from '../../../src/market/serving/screens/named-screens.ts';
import type { Screen } from '../../../src/market/serving/screens/screen.ts';
import { statusOf } from '../../../src/operations/status.ts';
import { afterThisFile, type TestAlir } from '../../support/alir.ts';
import { demoAlir } from '../../support/demo.ts';
import { textOf } from '../../support/guide.ts';

let alir: TestAlir;

beforeAll(async () => {
  alir = await demoAlir({}, afterThisFile);
});

async function data(url: string) {
  const { status, body } = await alir.request(url);
  expect([url, status]).toEqual([url, 200]);
  return body.data;
}

test('the API calls what LG and DX do with MEDC an accumulation, in both parts of it', async () => {
  for (const range of ['from=2025-12-08&to=2026-01-02', 'from=2026-01-05&to=2026-01-22']) {
    const { label } = await data(`/stocks/accumulation?ticker=MEDC&${range}&investor=all&market=RG`);
    expect(label, range).toMatch(/^(Normal|Big) Accumulation$/);
    const rows = await data(`/stocks/broker-summary?ticker=MEDC&${range}&investor=d&market=RG`);
    const nets = rows.map(({ code, buy_volume, sell_volume }: Record<string, number>) => ({
      code,
      net: Number(buy_volume) - Number(sell_volume),
    }));
    const top = nets.toSorted((a: { net: number }, b: { net: number }) => b.net - a.net).slice(0, 2);
    expect(top.map(({ code }: { code: string }) => code).toSorted(), range).toEqual(['DX', 'LG']);
  }
  const { label } = await data(
    '/stocks/accumulation?ticker=TLKM&from=2025-12-08&to=2026-01-22&investor=all&market=RG',
  );
  expect(label).toBe('Neutral');
});

test('the foreign flow of BBCA is negative in the sell-off, and positive after it', async () => {
  const flow = async (range: string) => (await data(`/foreign-flow?ticker=BBCA&${range}`)).net_foreign;
  const sold = await flow('from=2026-01-06&to=2026-01-15');
  const bought = await flow('from=2026-01-20&to=2026-01-23');
  expect(sold).toBeLessThan(-100_000_000_000);
  expect(bought).toBeGreaterThan(0);
  expect(bought).toBeLessThan(-sold);
});

test('COIN has no trades while it is suspended', async () => {
  const { headers, body } = await alir.request('/foreign-flow?ticker=COIN&from=2026-01-12&to=2026-01-20');
  expect(headers.get('x-empty-reason')).toBe('no_trades');
  expect(body.data).toEqual({ foreign_buy: 0, foreign_sell: 0, net_foreign: 0 });
});

test('one day is missing, one is corrected, and a file of one is held', async () => {
  const status = await statusOf(alir.stores.ingest);
  expect(status.days).toBe(39);
  expect(status.gaps[0]).toBe('2025-12-17');
  expect(status.rejected).toMatchObject([
    { trade_date: '2025-12-17', reason: expect.stringContaining('incomplete'), file: expect.any(String) },
  ]);
  expect(status.held).toMatchObject([
    { trade_date: '2026-01-27', reason: expect.stringContaining('fewer than 98%') },
  ]);
  const corrections = status.corrections.map(({ trade_date, revision, state }) => [
    trade_date,
    revision,
    state,
  ]);
  expect(corrections).toEqual([
    ['2026-01-22', 1, 'replaced'],
    ['2026-01-22', 2, 'published'],
  ]);
  const [first, second] = status.corrections;
  expect(first?.trades_rows).toBeLessThan((second?.trades_rows ?? 0) * 0.8);
});

test('the examples of measures in docs/numbers.md have the figures of the demo', async () => {
  const [, example = ''] =
    /One example of each kind .*?```text\n(.*?)```/s.exec(textOf('docs/numbers.md')) ?? [];
  const lines = [...example.matchAll(/^(\w+) +(.*) = (-?[\d.]+)$/gm)].map((match) =>
    match.slice(1).map(String),
  );
  const kinds = MEASURES.map(({ name }) => name.replace(/(_top)?\d*_\d+d(_p\d+)?$/, ''));
  const plain = new Set(kinds.filter((kind) => !['close', 'volume', 'value', 'freq'].includes(kind)));
  expect(new Set(lines.map(([name = '']) => name.replace(/(_top)?\d*_\d+d$/, '')))).toEqual(plain);
  const { folders } = alir.stores;
  const duck = await Duck.open({ folders: [folders.lake], memory_limit_mb: 200, threads: 1 });
  const file = new Lake(folders).fixedName('measure_day', '2026-01-22');
  for (const [name = '', formula = '', result] of lines) {
    const values = `SELECT ${name}::DOUBLE, round((${formula})::DOUBLE, 2)`;
    const row = await (await duck.connect()).row(
      `${values} FROM read_parquet('${file}') WHERE ticker = 'MEDC'`,
    );
    expect([name, ...Object.values(row)]).toEqual([name, Number(result), Number(result)]);
  }
  duck.close();
});

/** A day on which each named screen finds a story: the first stock of its rows, or `all`, if no other day has more rows. */
const FOUND = [
  ['accumulation_at_a_steady_price', '2025-12-24', 'MEDC'],
  ['accumulation_with_a_rising_price', '2026-01-22', 'MEDC'],
  ['foreign_selling_streak', '2026-01-15', 'BBCA'],
  ['foreign_buying_after_selling', '2026-01-23', 'BBCA'],
  ['negotiated_below_the_close', '2026-01-20', 'MYOR'],
  ['rise_with_high_value', '2026-01-09', 'COIN'],
  ['first_trades_after_4_days', '2026-01-21', 'COIN'],
  ['fall_after_a_rise', '2026-01-23', 'COIN'],
  ['fall_on_4_days', '2026-01-23', 'INET-R'],
  ['fewest_trades_of_5_days', '2025-12-22', 'all'],
  ['fall_with_high_value', '2026-01-14', 'all'],
  ['part_of_a_fall_recovered', '2026-01-15', 'all'],
] as const;

test('each story is found by a named screen', async () => {
  const bodies: Readonly<Record<string, Screen>> = NAMED_SCREENS;
  expect(FOUND.map(([name]) => name).toSorted()).toEqual(Object.keys(bodies).toSorted());
  const found = async (name: string, date: string): Promise<string[]> => {
    const content = { ...bodies[name], date, limit: 100 };
    const { body } = await alir.request('/market/screen', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    return body.data.rows.map(({ ticker }: { ticker: string }) => ticker);
  };
  const days = (await alir.stores.ingest.manifest.allPublishedDays()).toSorted();
  for (const [name, day, finds] of FOUND) {
    const first = await found(name, day);
    if (finds !== 'all') expect([name, first[0]]).toEqual([name, finds]);
    else
      for (const other of days)
        if (other !== day) expect((await found(name, other)).length, name).toBeLessThan(first.length);
  }
  for (const { ticker = 'all', from, to, activity, text } of [...STORIES, RIGHTS_ISSUE]) {
    const last = activity === 0 ? days.find((day) => day > to) : to;
    const finding = FOUND.filter(([, day, finds]) => finds === ticker && from <= day && day <= String(last));
    expect(finding.length, text).toBeGreaterThan(0);
  }
});
