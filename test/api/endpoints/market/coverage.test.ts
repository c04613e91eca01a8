import { expect, test } from 'vitest';
import { coverageSource } from '../../../../src/api/endpoints/market/coverage.ts';
import { tradingCalendar } from '../../../../src/core/market/calendar.ts';
import { FIGURES } from '../../../../src/core/market/official-figures.ts';
import { SetClock } from '../../../support/alir.ts';

const DAY = '2026-01-19';
const split = { ticker: 'BBCA', ex_date: DAY };

/** The coverage of a lake whose only day has the figures of the exchange for all stocks, but not for other securities. */
const coverageOf = async (input: object, figures: readonly ('prices' | 'foreign')[] = []) => {
  const source = coverageSource(
    {
      calendar: tradingCalendar('date\n'),
      clock: new SetClock(),
      datasetVersion: () => '1',
      publishedDays: async () => [{ trade_date: DAY, verified: 1, compared: FIGURES.join() }],
    },
    { read: async (work: any) => work({ knowsAny: (all: string[]) => all.includes('BBCA') }) } as never,
    { version: () => 1, of: (ticker) => (ticker === 'BBCA' ? [split as never] : []), tickers: () => [] },
  );
  const { coverage, ofEmpty } = await source({ from: DAY, to: DAY, market: 'RG', ...input }, figures);
  return { ...coverage, empty_reason: (await ofEmpty()).empty_reason };
};

test.for<[object, number, string]>([
  [{ ticker: 'BBCA' }, 1, 'no_trades'],
  [{ ticker: 'BBCA-W' }, 0, 'unknown_ticker'],
  [{ tickers: ['BBCA', 'BBRI'] }, 1, 'no_trades'],
  [{ tickers: ['BBCA', 'BBCA-W'] }, 0, 'no_trades'],
  [{ tickers: ['BBRI', 'TLKM'] }, 1, 'unknown_ticker'],
  [{}, 0, 'no_trades'],
  [{ date: DAY, from: undefined, to: undefined }, 0, 'no_trades'],
])('an answer for %j has %i verified days, and is empty because of %s', async ([input, verified, reason]) => {
  const { range, empty_reason, through } = await coverageOf(input);
  expect([range?.published, range?.verified, empty_reason, through]).toEqual([1, verified, reason, DAY]);
});

test('figures of foreign investors are verified in the regular market only', async () => {
  const verified = async (...input: Parameters<typeof coverageOf>) =>
    (await coverageOf(...input)).range?.verified;
  const NG = { ticker: 'BBCA', market: 'NG' };
  expect(await verified(NG)).toBe(1);
  expect(await verified(NG, ['foreign'])).toBe(0);
  expect(await verified({ ...NG, investor: 'f' })).toBe(0);
  expect(await verified({ ...NG, investor: 'all' })).toBe(1);
  expect(await verified(NG, ['prices'])).toBe(0);
});

test('a coverage has the adjustment, and the corporate actions of one ticker', async () => {
  expect(await coverageOf({ ticker: 'BBCA', adjust: 'splits' })).toMatchObject({
    isAdjusted: true,
    actions: [split],
  });
  expect(await coverageOf({ ticker: 'BBCA', adjust: 'none' })).toMatchObject({
    isAdjusted: false,
    actions: [split],
  });
  expect(await coverageOf({ tickers: ['BBCA'] })).toMatchObject({ isAdjusted: false, actions: null });
  expect(await coverageOf({ from: undefined, to: undefined })).toMatchObject({
    range: null,
    empty_reason: null,
    through: DAY,
  });
});
