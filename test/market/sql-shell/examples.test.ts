import { expect } from 'vitest';
import { example } from '../../../src/market/sql-shell/examples.ts';
import { rowsOf, sessionOver } from '../../support/analyst.ts';
import { csv, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

test('the volumes per half hour are those of one ticker on the regular market', async ({ alir }) => {
  const trade = (TRX_TIME: number, STK_VOLM: number, more = {}) =>
    line({ TRX_DATE: '2026-01-30', STK_CODE: 'BBCA', TRX_TIME, STK_VOLM, ...more });
  const trades = [
    trade(92_959, 100),
    trade(93_000, 200),
    trade(95_959, 300),
    trade(93_000, 4000, { TRX_TYPE: 'NG' }),
    trade(93_000, 5000, { TRX_TYPE: 'TN' }),
    trade(93_000, 6000, { STK_CODE: 'BBRI' }),
  ];
  await alir.ingest('DT260130.csv', csv(trades));
  const session = await sessionOver(alir.stores.folders.lake);
  const rows = await rowsOf(session, example('intraday_volume_by_broker').sql);
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    '09:00:00 AK 100 0 100 100',
    '09:00:00 XL 0 100 -100 -100',
    '09:30:00 AK 500 0 500 600',
    '09:30:00 XL 0 500 -500 -600',
  ]);
});
