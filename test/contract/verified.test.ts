import { expect } from 'vitest';
import { verifyOfficial } from '../../src/operations/official/official.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const DAY = '2026-01-19';
const RANGE = { from: DAY, to: DAY };
const trade = (TRX_TYPE: string, TRX_CODE: number) => line({ TRX_DATE: DAY, TRX_TYPE, TRX_CODE });
const RIGHT = [trade('RG', 1), trade('NG', 2), trade('TN', 3)];
/** Each trade of NG and TN twice. */
const DOUBLED = [...RIGHT, trade('NG', 4), trade('TN', 5)];

test('a day is verified only for the markets and figures that were compared', async ({ alir }) => {
  await alir.ingest('DT260119.csv', csv(DOUBLED));
  const compare = async (rows: ReturnType<typeof exchangeRows>) => {
    const file = await writeTo(alir.outside, 'summary.json', summaryJson(rows));
    await verifyOfficial(alir.stores.ingest, file, { patience_ms: 0 });
  };
  const rows = exchangeRows(csv(RIGHT));
  const headers = async () => {
    const ask = async (path: string, query: Record<string, string>) =>
      (await alir.get(path, { ...RANGE, ...query })).headers.get('x-data-verified');
    const summary = (market: string, investor = 'all') =>
      ask('/stocks/broker-summary', { ticker: 'BRMS', market, investor });
    const flow = (market: string) => ask('/foreign-flow', { ticker: 'BRMS', market });
    const { body } = await alir.get('/market/calendar', RANGE);
    const [{ verified, verified_markets }] = body.data;
    return {
      summary: [await summary('RG'), await summary('NG'), await summary('ALL')],
      foreign: [await summary('RG', 'f'), await summary('NG', 'd'), await flow('RG'), await flow('ALL')],
      prices: [await ask('/stocks/ohlcv', { ticker: 'BRMS' })],
      // Without an investor in its input.
      parties: [await ask('/stocks/counterparties', { ticker: 'BRMS', market: 'ALL' })],
      warrant: [await ask('/stocks/broker-summary', { ticker: 'BRMS-W', investor: 'all' })],
      calendar: [verified, verified_markets],
    };
  };
  const RG_ONLY = {
    summary: ['1/1', '0/1', '0/1'],
    foreign: ['1/1', '0/1', '1/1', '0/1'],
    prices: ['1/1'],
    parties: ['0/1'],
    warrant: ['1/1'],
    calendar: [null, 'RG'],
  };

  await compare(rows.map(({ NonRegularVolume, NonRegularValue, NonRegularFrequency, ...row }) => row));
  expect(await headers()).toEqual(RG_ONLY);

  await compare(rows);
  expect(await headers()).toMatchObject({ summary: ['0/1', '0/1', '0/1'], calendar: [false, null] });

  await compare(exchangeRows(csv(DOUBLED)));
  expect(await headers()).toEqual({
    ...RG_ONLY,
    summary: ['1/1', '1/1', '1/1'],
    parties: ['1/1'],
    calendar: [true, 'RG,NG'],
  });
});
