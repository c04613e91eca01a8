import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, vi } from 'vitest';
import { createServer } from '../../src/api/http/server.ts';
import { AlirError } from '../../src/core/errors.ts';
import { DamageWatch } from '../../src/market/ingest/damage-watch.ts';
import { Serving } from '../../src/market/serving/serving.ts';
import { startServer } from '../../src/server/main.ts';
import { afterThisTest } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { pendingPromise, until } from '../support/until.ts';

const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;

test('a route without declared units prevents the start', async () => {
  const app = createServer({ log_level: 'silent', cors_origins: '*' });
  afterThisTest(() => app.close());
  expect(() => app.get('/gift', async () => 'free')).toThrow(
    'The route GET /gift does not declare its units',
  );
});

describe('health and metrics need no key', () => {
  test('GET /health/ready has a 503 while a serving file is damaged', async ({ alir }) => {
    const ready = async () => fetch(`${await alir.url()}/health/ready`);
    await alir.ingest(FILE_NAME, csv([line()]));
    expect((await ready()).status).toBe(200);
    await alir.stores.manifest.switchServingFiles([
      { month: '2026-01', file_name: '2026-01-gone.arrow', sha256: '' },
    ]);
    // Another look is taken a second later.
    await until('the damage is seen', async () => (await ready()).status === 503);
    const response = await ready();
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'not_ready',
      error:
        'The service is not ready: the serving file of 2026-01 is damaged. The server log has the details.',
      request_id: expect.any(String),
    });
    expect((await fetch(`${await alir.url()}/health/live`)).status).toBe(200);
  });

  test('GET /health/ready has a 503 while the ledger or the lake cannot be used', async ({ alir }) => {
    const failed = (problem: string) => new AlirError('not_ready', problem);
    vi.spyOn(DamageWatch.prototype, 'check').mockRejectedValue(failed('a file of the lake is damaged'));
    vi.spyOn(alir.stores.ledger, 'confirm').mockRejectedValue(failed('the ledger cannot be written'));
    const response = await fetch(`${await alir.url()}/health/ready`);
    expect([response.status, (await response.json()).error]).toEqual([
      503,
      'The service is not ready: the ledger cannot be written; a file of the lake is damaged. The server log has the details.',
    ]);
  });

  test('GET /metrics counts requests and charged units, and contains no key', async ({ alir }) => {
    await alir.request(FLOW);
    await alir.request('/foreign-flow');
    const response = await fetch(`${await alir.url()}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await response.text();
    expect(text).toContain('alir_units_charged_total{route="/foreign-flow"} 1\n');
    expect(text).toMatch(
      /alir_http_request_duration_seconds_count\{method="GET",route="\/foreign-flow",status="400"\} 1\n/,
    );
    expect(text).toMatch(/^alir_reads_in_flight 0$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(text).not.toContain('alir_live_');
  });
});

test('a temporary refusal has Retry-After and costs nothing', async ({ server }) => {
  const { account_id, key } = await server.account(10);
  server.pause = async () => {
    throw new AlirError('overloaded', 'Too many requests are waiting for data. Try again shortly.', {
      retry_after_s: 1,
    });
  };
  const refused = await server.work(key, { units: 4 });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ success: false, data: null, code: 'overloaded' });
  expect([refused.headers.get('retry-after'), refused.headers.get('x-request-cost')]).toEqual(['1', '0']);
  expect((await server.test_ledger.unitsOf(account_id)).account).toBe(0);
});

test('an internal error shows no internals', async ({ server }) => {
  const { key } = await server.account(10);
  const response = await server.work(key, { fails: true });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ success: false, data: null, code: 'internal_error' });
  expect(text).not.toMatch(/secret|told|\.ts|at /);
});

test('a stopping server completes and charges running requests, and refuses new ones', async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line()]));
  const server = await startServer(alir.stores);
  const ask = () => fetch(`${server.url}${FLOW}`, { headers: { authorization: `Bearer ${alir.key}` } });
  expect((await ask()).status).toBe(200);

  // A request whose body is on its way keeps the server up; 100 Continue says that the server has its head.
  const running = request(`${server.url}/foreign-flow/batch`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${alir.key}`,
      'content-type': 'application/json',
      expect: '100-continue',
    },
  });
  const answered = once(running, 'response');
  running.flushHeaders();
  await once(running, 'continue');
  running.write('{"tickers":["BRMS"],');

  const closed = server.close();
  const refused = await ask();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('connection')).toBe('close');
  expect(await refused.json()).toMatchObject({ success: false, code: 'shutting_down' });

  running.end(`"from":"${DATE}","to":"${DATE}"}`);
  const [answer] = await answered;
  expect([answer.statusCode, answer.headers['x-request-cost']]).toEqual([200, '1']);
  answer.resume();
  await closed;
  await expect(ask()).rejects.toThrow();
});

test('a server with queries of clients that left stops, and charges nothing', async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line()]));
  const server = await startServer(alir.stores);
  // Each query waits, with its files open.
  const { promise: held, release } = pendingPromise();
  let running = 0;
  const { read } = Serving.prototype;
  vi.spyOn(Serving.prototype, 'read').mockImplementation(function (this: Serving, work) {
    return read.call(this, async (snapshot) => {
      running += 1;
      await held;
      return work(snapshot);
    }) as ReturnType<typeof read>;
  } as typeof read);
  const gone = new AbortController();
  const asked = Array.from({ length: 8 }, (_, place) =>
    fetch(`${server.url}/stocks/broker-summary/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alir.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tickers: ['BRMS', 'BBCA'], from: DATE, to: `2026-02-${10 + place}` }),
      signal: gone.signal,
    }).catch((error) => error.name),
  );
  await until('all queries are running', () => running === 8);
  gone.abort();
  expect(await Promise.all(asked)).toEqual(Array(8).fill('AbortError'));
  const closed = server.close();
  release();
  await expect(closed).resolves.toBeUndefined();
  const [counted] = await alir.test_ledger.rows('SELECT sum(units) AS units FROM account_usage');
  expect(Number(counted.units)).toBe(0);
});
