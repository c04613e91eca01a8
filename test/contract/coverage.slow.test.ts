import { describe, expect } from 'vitest';
import { aloneInLake } from '../../src/market/ingest/lake-writer.ts';
import { bringServingUpToDate } from '../../src/market/ingest/serving-files/rebuild-serving.ts';
import type { TestAlir } from '../support/alir.ts';
import { csv, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { FORMATS } from '../support/format-readers.ts';
import { fileName } from '../support/small-market.ts';

const NAMES = ['x-data-through', 'x-data-days', 'x-data-missing', 'x-empty-reason'];
const VERIFIED = 'x-data-verified';
const coverageOf = ({ headers }: { headers: Headers }) => NAMES.map((name) => headers.get(name));

/** Publishes a week without its Wednesday. BBCA trades on each day, RARE on Monday only. */
async function publishWeek(alir: TestAlir): Promise<void> {
  for (const date of ['2026-01-05', '2026-01-06', '2026-01-08', '2026-01-09']) {
    const lines = [line({ TRX_DATE: date, STK_CODE: 'BBCA' })];
    if (date === '2026-01-05') lines.push(line({ TRX_DATE: date, STK_CODE: 'RARE' }));
    await alir.ingest(fileName(date), csv(lines));
  }
}

test.beforeAll(({ sharedAlir }) => publishWeek(sharedAlir));

const flow = (ticker: string, from: string, to = from) =>
  `/foreign-flow?ticker=${ticker}&from=${from}&to=${to}`;
const summary = (ticker: string, from: string, to = from) =>
  `/stocks/broker-summary?ticker=${ticker}&from=${from}&to=${to}&investor=all`;
const batch = (path: string, tickers: readonly string[], from: string, to = from) => ({
  path,
  init: {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tickers, from, to }),
  },
});

describe('every data response has the coverage of its range', () => {
  test('in each format, cached or not, and compressed', async ({ sharedAlir: alir }) => {
    const requests = [
      { path: flow('BBCA', '2026-01-05', '2026-01-09'), init: {} },
      { path: summary('BBCA', '2026-01-05', '2026-01-09'), init: {} },
      batch('/foreign-flow/batch', ['BBCA', 'NONE'], '2026-01-05', '2026-01-09'),
      batch('/stocks/broker-summary/batch', ['BBCA', 'NONE'], '2026-01-05', '2026-01-09'),
    ];
    for (const { path, init } of requests) {
      for (const accept of FORMATS) {
        for (const encoding of ['identity', 'gzip', 'br', 'gzip']) {
          const answer = await alir.raw(path, init, { accept, 'accept-encoding': encoding });
          await answer.arrayBuffer();
          expect(answer.headers.get(VERIFIED)).toBe('0/4');
          expect([path, accept, answer.status, ...coverageOf(answer)]).toEqual([
            path,
            accept,
            200,
            '2026-01-09',
            '4/5',
            '2026-01-07',
            null,
          ]);
        }
      }
    }
  });
});

test('coverage and reasons are those of the newest serving files, after publications and deletions', async ({
  alir,
}) => {
  await publishWeek(alir);
  const ofWeek = async () => coverageOf(await alir.request(flow('BBCA', '2026-01-05', '2026-01-09')));
  expect(await ofWeek()).toEqual(['2026-01-09', '4/5', '2026-01-07', null]);
  await alir.ingest('DT260107.csv', csv([line({ TRX_DATE: '2026-01-07', STK_CODE: 'BBCA' })]));
  expect(await ofWeek()).toEqual(['2026-01-09', '5/5', null, null]);
  // A published day that was deleted is missing.
  await alir.test_ledger.write("UPDATE publication SET state = 'replaced' WHERE trade_date = '2026-01-05'");
  await aloneInLake(alir.stores.ingest, { patience_ms: 0 }, (writer) =>
    bringServingUpToDate(writer, 'names'),
  );
  const answer = await alir.request(flow('BBCA', '2026-01-05'));
  expect(answer.headers.get('x-empty-reason')).toBe('missing_day');
});

test('a new day is covered when the serving files contain it', async ({ alir }) => {
  for (const TRX_DATE of ['2026-01-08', '2026-01-09'])
    await alir.ingest(fileName(TRX_DATE), csv([line({ TRX_DATE, STK_CODE: 'BBCA' })]));
  await alir.test_ledger.write("UPDATE publication SET number = 3 WHERE trade_date = '2026-01-09'");
  const answer = await alir.request(flow('BBCA', '2026-01-09'));
  expect(coverageOf(answer)).toEqual(['2026-01-08', '0/1', '2026-01-09', null]);
});
