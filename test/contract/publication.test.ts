import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { FORMATS } from '../support/format-readers.ts';
import { MeteredServer } from '../support/metering.ts';
import { type DocumentedRequest, exampleOf, requestsIn } from '../support/openapi.ts';
import { pendingPromise } from '../support/until.ts';

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
const DATA_REQUESTS = [
  'get_accumulation',
  'get_broker_inventory',
  'get_broker_position',
  'get_broker_ranking',
  'get_broker_stocks',
  'get_broker_summary',
  'get_broker_summary_batch',
  'get_broker_summary_daily',
  'get_counterparties',
  'get_foreign_flow',
  'get_foreign_flow_batch',
  'get_foreign_flow_daily',
  'get_foreign_flow_ranking',
  'get_market_brief',
  'get_market_brokers',
  'get_market_calendar',
  'get_market_daily',
  'get_market_measures',
  'get_market_tickers',
  'get_ohlcv',
  'get_screen',
  'get_stock_measures',
  'get_stock_measures_batch',
];

/** Publishes the day with so many trades of 126,000 IDR; the buyer is foreign. */
const publish = (alir: TestAlir, trades: number, name = FILE_NAME, TRX_DATE = DATE) =>
  alir.ingest(name, csv(Array.from({ length: trades }, () => line({ TRX_DATE }))));

const batch = (alir: TestAlir, accept: string) =>
  alir.raw(
    '/foreign-flow/batch',
    { method: 'POST', body: JSON.stringify({ tickers: ['BRMS', 'NONE'], from: DATE, to: DATE }) },
    { accept, 'content-type': 'application/json' },
  );

/** The text of the tool with the name of a request, for the same example. */
async function toolText(alir: TestAlir, { name, operation }: DocumentedRequest): Promise<string> {
  const body = operation.requestBody?.content['application/json'].example;
  const given = (operation.parameters ?? []).map((each: any) => [each.name, each.example]);
  const sent = body ?? Object.fromEntries(given.filter(([, value]: unknown[]) => value !== undefined));
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent } };
  const answer = await alir.raw(
    '/mcp',
    { method: 'POST', body: JSON.stringify(call) },
    { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  );
  return answer.text();
}

const numberOf = ({ headers }: Pick<Response, 'headers'>) => headers.get('x-data-publication');

describe('X-Data-Publication', () => {
  test('differs before and after a correction, in all kinds, formats and caches', async ({ alir }) => {
    const seen = new Map<string, string>();
    for (const publication of [1, 2]) {
      await publish(alir, publication);
      for (const accept of FORMATS) {
        for (const path of PATHS) {
          for (const encoding of ['identity', 'gzip']) {
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
    // A correction that changes no figure of an answer.
    await alir.ingest(FILE_NAME, csv([line({ TRX_TIME: 90_000 }), line({ TRX_ORD1: 9 })]));
    for (const path of PATHS) expect([path, numberOf(await alir.raw(path))]).toEqual([path, '5']);
    expect(await alir.stores.manifest.publications()).toBe(5);
  });

  test('is in each response and tool result of market data, also if it is empty', async ({ alir }) => {
    const requests = requestsIn((await alir.request('/openapi.json')).body).filter(
      ({ operation }) => operation.responses[200]?.headers?.['X-Data-Publication'] !== undefined,
    );
    expect(requests.map(({ name }) => name).sort()).toEqual(DATA_REQUESTS);
    for (const publication of ['0', '1']) {
      if (publication === '1') await publish(alir, 1);
      await alir.measure();
      for (const request of requests) {
        const { url, init } = exampleOf(request);
        for (const accept of FORMATS.slice(0, publication === '1' ? 2 : 1)) {
          for (const time of ['computed', 'cached']) {
            const answer = await alir.raw(url, init, { accept });
            await answer.arrayBuffer();
            const { status } = answer;
            expect([url, accept, time, status, numberOf(answer)]).toEqual([
              url,
              accept,
              time,
              200,
              publication,
            ]);
          }
        }
        expect([url, await toolText(alir, request)]).toEqual([
          url,
          expect.stringContaining(`(publication ${publication})`),
        ]);
      }
    }
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
    expect((await alir.request('/market/calendar?since=0')).body).toMatchObject({ code: 'not_ready' });
  });

  test('says to the calendar which days a caller has', async ({ alir }) => {
    const changed = async (since: string | number) => {
      const { headers, body } = await alir.request(`/market/calendar?since=${since}`);
      const days = body.data.map(({ date, revision }: any) => `${date} ${revision}`);
      return [headers.get('x-data-publication'), ...days];
    };
    expect(await changed(0)).toEqual(['0']);
    await publish(alir, 1);
    await publish(alir, 1, 'DT250102.csv', '2025-01-02');
    expect(await changed(0)).toEqual(['2', '2025-01-02 1', `${DATE} 1`]);
    await publish(alir, 2);
    expect(await changed(2)).toEqual(['3', `${DATE} 2`]);
    expect(await changed(3)).toEqual(['3']);
    expect(await changed(0)).toEqual(['3', '2025-01-02 1', `${DATE} 2`]);
    const inRange = await alir.request(`/market/calendar?since=0&${RANGE}`);
    expect(inRange.body.data).toMatchObject([{ date: DATE, revision: 2 }]);
    for (const query of ['since=-1', 'since=x', '', `from=${DATE}`])
      expect((await alir.request(`/market/calendar?${query}`)).status, query).toBe(400);
  });
});

test('the first answers about a new day do not wait for its measures', async ({ alir }) => {
  const answerOf = async (path: string) => {
    const { headers, body } = await alir.request(path);
    return [headers.get('x-data-publication'), body.data[0]?.buy_freq ?? body.data.length];
  };
  const [day, name] = ['2026-02-02', 'DT260202.csv'];
  const summary = `/stocks/broker-summary?ticker=BRMS&from=${day}&to=${day}&investor=all`;
  const measures = `/market/measures?date=${day}&measures=close`;
  await publish(alir, 1);
  await alir.measure();
  expect(await answerOf(summary)).toEqual(['1', 0]);
  await publish(alir, 2, name, day);
  const { manifest } = alir.stores;
  const note = manifest.noteMeasureFile.bind(manifest);
  const { promise: released, release } = pendingPromise();
  let measured: Promise<void> | undefined;
  await new Promise<void>((isHeld) => {
    // The run has computed a file, and holds the lock of writers.
    manifest.noteMeasureFile = async (file) => {
      isHeld();
      await released;
      await note(file);
    };
    measured = alir.measure();
  });
  expect(await answerOf(summary)).toEqual(['2', 2]);
  expect(await answerOf(`/brokers/ranking?from=${day}&to=${day}&investor=all`)).toEqual(['2', 2]);
  expect(await answerOf(measures)).toEqual(['1', 0]);
  release();
  await measured;
  expect(await answerOf(measures)).toEqual(['2', 1]);
});

describe('data that is replaced while an answer is computed', () => {
  test('is read again, so that the number is that of the data', async () => {
    const server = await MeteredServer.start({ cached: true });
    const { key, account_id } = await server.account(100);
    server.pause = async () => {
      if (server.worked < 3) server.publication += 1;
    };
    const answer = await server.work(key, { units: 5, question: 1 });
    expect([answer.status, numberOf(answer), server.worked]).toEqual([200, '3', 3]);
    server.publication += 1;
    const cached = await server.work(key, { units: 5, question: 1 });
    expect([cached.status, numberOf(cached), server.worked]).toEqual([200, '3', 3]);
    expect((await server.test_ledger.unitsOf(account_id)).account).toBe(10);
  });

  test('is a 503 without a charge after 5 attempts', async () => {
    const server = await MeteredServer.start({ cached: true });
    const { key, account_id } = await server.account(100);
    server.pause = async () => {
      server.publication += 1;
    };
    const answer = await server.work(key, { units: 5 });
    expect([answer.status, numberOf(answer), server.worked]).toEqual([503, null, 5]);
    expect((await answer.json()).code).toBe('not_ready');
    expect((await server.test_ledger.unitsOf(account_id)).account).toBe(0);
  });
});
