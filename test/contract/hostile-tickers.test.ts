import { expect } from 'vitest';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const DAY = { from: DATE, to: DATE };
const HOSTILE = [
  "BRMS'",
  "' OR '1'='1",
  "BRMS'; DROP TABLE broker_day; --",
  'BRMS" OR 1=1',
  '../../etc/passwd',
  '/etc/passwd',
  'BRMS%',
  '*',
  '$1',
  '{{ticker}}',
  '\u0000',
  'BRMS\u0000',
  'ＢＲＭＳ',
  'ßrms',
  'ıı',
  '💥',
  '\ud800',
  '-BRMS',
  '__proto__',
  'A'.repeat(13),
  'A'.repeat(10_000),
  ' ',
  '',
];
/** Odd, and a ticker by its form: there is none such, so the answer is empty. */
const ODD = ['constructor', 'toString', 'valueof', 'NULL', '123', '0', 'NaN', 'A-', '9---'];

test.beforeAll(async ({ sharedAlir }) => {
  await sharedAlir.ingest(FILE_NAME, csv([line(), line({ STK_CODE: 'BBCA' })]));
});

test('text that is not a ticker is a 400 that names the field', async ({ sharedAlir: alir }) => {
  for (const ticker of HOSTILE) {
    const answers = [
      await alir.get('/stocks/broker-summary', { ticker, ...DAY, investor: 'all' }),
      await alir.get('/foreign-flow', { ticker, ...DAY }),
      await alir.post('/stocks/broker-summary/batch', { tickers: ['BRMS', ticker], ...DAY }),
      await alir.post('/foreign-flow/batch', { tickers: ['BRMS', ticker], ...DAY }),
    ];
    expect([ticker, ...answers.map(({ status, body }) => [status, body.errors[0].field])]).toEqual([
      ticker,
      [400, 'ticker'],
      [400, 'ticker'],
      [400, 'tickers[1]'],
      [400, 'tickers[1]'],
    ]);
    for (const { body } of answers) expect(body.error.length).toBeLessThan(300);
  }
  const { body } = await alir.get('/stocks/broker-summary', { ticker: 'BRMS', ...DAY, investor: 'all' });
  expect(body.data).toHaveLength(2);
});

test.for(ODD)('the ticker %s without trades gets an empty answer', async (ticker, { sharedAlir: alir }) => {
  const single = await alir.get('/stocks/broker-summary', { ticker, ...DAY, investor: 'all' });
  expect([single.status, single.body.data]).toEqual([200, []]);
  const flow = await alir.get('/foreign-flow', { ticker, ...DAY });
  expect([flow.status, flow.body.data]).toEqual([200, { foreign_buy: 0, foreign_sell: 0, net_foreign: 0 }]);
  const batch = await alir.post('/stocks/broker-summary/batch', { tickers: [ticker], ...DAY });
  expect([batch.status, batch.body.data]).toEqual([200, { [ticker.toUpperCase()]: [] }]);
});
