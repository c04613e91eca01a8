import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { MeteredServer } from '../support/metering.ts';

const RANGE = `from=${DATE}&to=${DATE}`;
const FLOW = `/foreign-flow?ticker=BRMS&${RANGE}`;
/** A route of each kind of data. Each answer has the number or the value of the trades. */
const PATHS = [
  FLOW,
  `/stocks/broker-summary?ticker=BRMS&${RANGE}&investor=all`,
  `/stocks/counterparties?ticker=BRMS&${RANGE}`,
  `/stocks/ohlcv?ticker=BRMS&${RANGE}`,
  `/brokers/ranking?${RANGE}&investor=all`,
  `/market/calendar?${RANGE}`,
];
const FORMATS = ['application/json', 'text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet'];

/** Publishes the day with so many trades of 126,000 IDR; the buyer is foreign. */
const publish = (alir: TestAlir, trades: number, name = FILE_NAME, TRX_DATE = DATE) =>
  alir.ingest(name, csv(Array.from({ length: trades }, () => line({ TRX_DATE }))));

const batch = (alir: TestAlir, accept: string) =>
  alir.raw(
    '/foreign-flow/batch',
    { method: 'POST', body: JSON.stringify({ tickers: ['BRMS', 'NONE'], from: DATE, to: DATE }) },
    { accept, 'content-type': 'application/json' },
  );

const numberOf = ({ headers }: Pick<Response, 'headers'>) => headers.get('x-data-publication');

describe('X-Data-Publication', () => {
  test('differs before and after a correction, in each kind of data and format, cached or not', async ({
    alir,
  }) => {
    const seen = new Map<string, string>();
    for (const publication of [1, 2, 3]) {
      await publish(alir, publication);
      for (const accept of FORMATS) {
        for (const path of PATHS) {
          for (const encoding of ['identity', 'gzip', 'gzip']) {
            const answer = await alir.raw(path, {}, { accept, 'accept-encoding': encoding });
            const text = Buffer.from(await answer.arrayBuffer()).toString('base64');
            expect([path, accept, answer.status, numberOf(answer)]).toEqual([
              path,
              accept,
              200,
              `${publication}`,
            ]);
            const of = `${path} ${accept} ${publication}`;
            expect(text).toBe(seen.get(of) ?? text);
            seen.set(of, text);
            expect(text).not.toBe(seen.get(`${path} ${accept} ${publication - 1}`));
          }
        }
        expect(numberOf(await batch(alir, accept))).toBe(`${publication}`);
      }
    }
  });

  test('counts each day and each correction, and not a file that is published already', async ({ alir }) => {
    expect(numberOf(await alir.raw(FLOW))).toBe('0');
    await publish(alir, 1);
    const again = csv([line({ TRX_DATE: '2026-02-02' })]);
    await alir.ingest('DT260202.csv', again);
    await alir.ingest('DT260202.csv', again);
    await publish(alir, 1, 'DT251230.csv', '2025-12-30');
    await publish(alir, 2);
    for (const path of PATHS) expect([path, numberOf(await alir.raw(path))]).toEqual([path, '4']);
    expect(await alir.stores.manifest.publications()).toBe(4);
  });

  test('is in the text of a tool', async ({ alir }) => {
    await publish(alir, 1);
    await publish(alir, 2);
    const call = { name: 'get_foreign_flow', arguments: { ticker: 'BRMS', from: DATE, to: DATE } };
    const answer = await alir.raw(
      '/mcp',
      { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }) },
      { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    );
    expect(await answer.text()).toContain(`The newest published day is ${DATE} (publication 2)`);
  });

  test('does not count a publication that the serving files do not contain', async ({ alir }) => {
    await publish(alir, 1);
    const { manifest } = alir.stores;
    const { revision: _, state: __, ...published } = (await manifest.published(DATE)) ?? expect.fail();
    for (const revision of [2, 3]) {
      await manifest.intend({ ...published, ingested_by: published.ingested_by ?? '' }, revision);
      await manifest.publish(DATE, revision);
    }
    expect([await manifest.publications(), await manifest.servedPublications()]).toEqual([3, 1]);
    expect(numberOf(await alir.raw(FLOW))).toBe('1');
  });
});

describe('data that is replaced while an answer is computed', () => {
  test('is read again, so that the number is that of the data', async () => {
    const server = await MeteredServer.start({ cached: true });
    const { keys, account_id } = await server.account(100);
    server.pause = async () => {
      if (server.worked < 3) server.publication += 1;
    };
    const answer = await server.work(keys[0] ?? '', { units: 5, question: 1 });
    expect([answer.status, numberOf(answer), server.worked]).toEqual([200, '3', 3]);
    server.publication += 1;
    const cached = await server.work(keys[0] ?? '', { units: 5, question: 1 });
    expect([cached.status, numberOf(cached), server.worked]).toEqual([200, '3', 3]);
    expect((await server.test_ledger.unitsOf(account_id)).account).toBe(10);
  });

  test('is a 503 without a charge after 5 attempts', async () => {
    const server = await MeteredServer.start({ cached: true });
    const { keys, account_id } = await server.account(100);
    server.pause = async () => {
      server.publication += 1;
    };
    const answer = await server.work(keys[0] ?? '', { units: 5 });
    expect([answer.status, numberOf(answer), server.worked]).toEqual([503, null, 5]);
    expect((await answer.json()).code).toBe('not_ready');
    expect((await server.test_ledger.unitsOf(account_id)).account).toBe(0);
  });
});
