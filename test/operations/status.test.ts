import { mkdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { tradingCalendar } from '../../src/core/market/calendar.ts';
import { verifyOfficial } from '../../src/operations/official/official.ts';
import { bytesIn, freshness, gapRanges, isStale, statusOf } from '../../src/operations/status.ts';
import { referenceFile } from '../../src/server/settings-files.ts';
import type { TestAlir } from '../support/alir.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const calendar = tradingCalendar(referenceFile('holidays.csv'));

describe('the data is stale when the calendar expects a newer day', () => {
  // Friday 2026-01-30 and Monday 2026-02-02 are trading days. A day is due from 14:00 GMT on.
  test.each([
    { newest: '2026-01-30', now: '2026-01-30T23:00:00Z', stale: false },
    { newest: '2026-01-30', now: '2026-02-01T12:00:00Z', stale: false },
    { newest: '2026-01-30', now: '2026-02-02T13:59:59Z', stale: false },
    { newest: '2026-01-30', now: '2026-02-02T14:00:00Z', stale: true },
    // After 17:00 GMT it is Tuesday in Jakarta: Monday stays due, Tuesday is not due yet.
    { newest: '2026-01-30', now: '2026-02-02T18:00:00Z', stale: true },
    { newest: '2026-02-02', now: '2026-02-02T18:00:00Z', stale: false },
    { newest: '2026-02-02', now: '2026-02-03T13:00:00Z', stale: false },
    // New Year's Eve and New Year's Day are holidays of the exchange.
    { newest: '2025-12-30', now: '2026-01-01T16:00:00Z', stale: false },
    { newest: '2025-12-30', now: '2026-01-02T16:00:00Z', stale: true },
    { newest: '2026-02-05', now: '2026-02-02T18:00:00Z', stale: false },
    { newest: null, now: '2026-02-02T18:00:00Z', stale: false },
  ])('newest day $newest at $now: $stale', ({ newest, now, stale }) => {
    expect(isStale(newest, calendar, new Date(now))).toBe(stale);
  });
});

describe('missing days are joined to ranges', () => {
  test.each([
    { gaps: [], ranges: [] },
    { gaps: ['2026-01-05'], ranges: ['2026-01-05 to 2026-01-05: 1'] },
    { gaps: calendar.tradingDays('2026-01-05', '2026-01-09'), ranges: ['2026-01-05 to 2026-01-09: 5'] },
    // Over a weekend, a holiday (Friday 2026-01-16), and the turn of the year.
    { gaps: ['2026-01-09', '2026-01-12'], ranges: ['2026-01-09 to 2026-01-12: 2'] },
    { gaps: ['2026-01-15', '2026-01-19'], ranges: ['2026-01-15 to 2026-01-19: 2'] },
    { gaps: ['2025-12-30', '2026-01-02'], ranges: ['2025-12-30 to 2026-01-02: 2'] },
    {
      gaps: ['2026-01-05', '2026-01-06', '2026-01-08', '2026-01-12'],
      ranges: ['2026-01-05 to 2026-01-06: 2', '2026-01-08 to 2026-01-08: 1', '2026-01-12 to 2026-01-12: 1'],
    },
  ])('$gaps', ({ gaps, ranges }) => {
    const found = gapRanges(gaps, calendar);
    expect(found.map(({ from, to, trading_days }) => `${from} to ${to}: ${trading_days}`)).toEqual(ranges);
  });
});

describe('freshness', () => {
  test.beforeEach(async ({ alir }) => {
    await alir.ingest('DT260130.csv', csv([line({ TRX_DATE: '2026-01-30' })]));
  });

  const at = (alir: TestAlir, now: string) =>
    freshness(alir.stores.manifest, alir.stores.sources, alir.stores.calendar, new Date(now));

  test('counts the trading days that are due, by the date in Jakarta', async ({ alir }) => {
    expect(await at(alir, '2026-02-02T13:00:00Z')).toMatchObject({
      newest_day_age_days: 3,
      gaps: 0,
      stale: false,
    });
    expect(await at(alir, '2026-02-02T16:00:00Z')).toMatchObject({
      newest_day_age_days: 3,
      gaps: 1,
      stale: true,
    });
    expect(await at(alir, '2026-02-02T18:00:00Z')).toMatchObject({
      newest_day_age_days: 4,
      gaps: 1,
      stale: true,
    });
  });
});

test('the status counts days that match the exchange, and lists one that differs', async ({ alir }) => {
  type Row = ReturnType<typeof exchangeRows>[number];
  const regularOnly = ({ NonRegularVolume, NonRegularValue, NonRegularFrequency, ...row }: Row): Row => row;
  const compared = async (TRX_DATE: string, change: (row: Row) => Row) => {
    const text = csv([line({ TRX_DATE })]);
    await alir.ingest(`DT${TRX_DATE.slice(2).replaceAll('-', '')}.csv`, text);
    const summary = summaryJson(exchangeRows(text).map(change));
    const file = await writeTo(alir.outside, `${TRX_DATE}.json`, summary);
    await verifyOfficial(alir.stores.ingest, file, { patience_ms: 0 });
  };
  await compared('2026-01-28', (row) => ({ ...row, Frequency: 2 }));
  await compared('2026-01-26', (row) => row);
  await compared('2026-01-27', regularOnly);
  const table = {
    trade_date: '2026-01-27',
    revision: 1,
    market: 'RG',
    investor: 'all',
    source: 'a',
    brokers: 1,
  };
  for (const [n, sides] of (['different', 'exchanged', 'equal', 'exchanged'] as const).entries())
    await alir.stores.manifest.noteBrokerCheck({
      ...{ ...table, ticker: `AAA${n}`, table_sha256: String(n).repeat(64), sides },
      differences: 0,
    });
  await alir.ingest('DT260130.csv', csv([line({ TRX_DATE: '2026-01-30' })]));
  expect(await statusOf(alir.stores.ingest)).toMatchObject({
    days: 4,
    first_day: '2026-01-26',
    newest_day: '2026-01-30',
    gaps: ['2026-01-29'],
    verified_days: 1,
    regular_verified_days: 1,
    unmeasured: ['2026-01-26', '2026-01-27', '2026-01-28', '2026-01-30'].map((trade_date) => ({
      trade_date,
    })),
    broker_tables: {
      ...{ equal: 1, exchanged: 2, different: 1, undecided: 0 },
      first: { trade_date: '2026-01-27', ticker: 'AAA1', sides: 'exchanged', source: 'a' },
    },
    differing_days: [{ trade_date: '2026-01-28', differing_tickers: 1, differences: 1 }],
  });
});

test('the size of a folder is that of all files in it, at any depth', async ({ folder }) => {
  await mkdir(`${folder}/a/b`, { recursive: true });
  for (const [name, text] of [
    ['one', '1'],
    ['a/two', '22'],
    ['a/b/three', '333'],
  ] as const)
    await writeTo(folder, name, text);
  expect([await bytesIn(folder), await bytesIn(`${folder}/missing`)]).toEqual([6, 0]);
});
