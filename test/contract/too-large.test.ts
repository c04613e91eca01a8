import { expect } from 'vitest';
import { UNLIMITED } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const DAY = { from: DATE, to: DATE };
const BY_BROKER = { ...DAY, investor: 'all' };
const STOCK = { ticker: 'TEN' };
const QUESTIONS: readonly [string, Record<string, string>][] = [
  ['/stocks/broker-summary', { ...STOCK, ...BY_BROKER }],
  ['/stocks/broker-summary/daily', { ...STOCK, ...BY_BROKER }],
  ['/stocks/broker-inventory', { ...STOCK, ...BY_BROKER }],
  ['/stocks/accumulation', { ...STOCK, ...BY_BROKER }],
  ['/stocks/counterparties', { ...STOCK, ...DAY }],
  ['/stocks/ohlcv', { ...STOCK, ...DAY }],
  ['/foreign-flow', { ...STOCK, ...DAY }],
  ['/foreign-flow/daily', { ...STOCK, ...DAY }],
  ['/foreign-flow/ranking', DAY],
  ['/brokers/AK/summary', BY_BROKER],
  ['/brokers/ranking', BY_BROKER],
  ['/market/calendar', DAY],
];

// Each trade is below 2^53 - 1 IDR, and their sum above it.
const HUGE = line({ STK_CODE: 'TEN', STK_VOLM: 900_000_000, STK_PRIC: 1_000_000, INV_TYP1: 'A' });

test('no endpoint rounds a total above 2^53 - 1: each refuses it, without a charge', async ({ alir }) => {
  const account_id = await alir.become('enterprise', 1, UNLIMITED);
  await alir.ingest(FILE_NAME, csv([...Array(11)].map((_, n) => ({ ...HUGE, TRX_CODE: n + 1 }))));
  for (const [path, query] of QUESTIONS) {
    const { status, headers, body } = await alir.get(path, query);
    expect([path, status, body.code, body.data, headers.get('x-request-cost')]).toEqual([
      path,
      422,
      'answer_too_large',
      null,
      '0',
    ]);
  }
  expect(await alir.test_ledger.unitsOf(account_id)).toEqual({ account: 0, keys: 0 });
});
