import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HEADERS } from '../../src/api/openapi/headers.ts';
import { packageFile } from '../../src/core/package-files.ts';
import { Database, type SqliteDatabase } from '../../src/ledger/sqlite/sqlite.ts';
import { type Answer, afterThisTest, TestAlir, temporaryFolder } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { demoAlir } from '../support/demo.ts';
import { exampleOf, requestsIn } from '../support/openapi.ts';
import { item, newsSources, Publishers, rss } from '../support/publishers.ts';

const SOME_ID = '7f4df1c6-64c3-4d1b-9b0a-3c1e6f0a2b5d';
const SOME_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0000000000A=';
const SOME_KEY = 'alir_live_4kQ9vX2mT7cLr0ZpW8sHbN3dYfGjE5aU1oRi6B';
const POSITION = `/stocks/broker-position?ticker=BRMS&broker=AK&investor=all&from=${DATE}&to=${DATE}`;
const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;

const QUOTA_HEADERS = Object.keys(HEADERS).map((name) => name.toLowerCase());

/** What differs each time stands for itself: identifiers, and keys. */
function steady<Value>(value: Value): Value {
  const text = JSON.stringify(value)
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, SOME_ID)
    .replaceAll(/alir_live_\w{38}/g, SOME_KEY)
    .replaceAll(/alir_link_\w{38}/g, SOME_KEY.replace('live', 'link'))
    .replaceAll(/whsec_[\w+/]{43}=/g, SOME_SECRET)
    .replaceAll(/alir\.\.\.\w{4}/g, 'alir...oRi6');
  return JSON.parse(text);
}

async function publishedNews(): Promise<{ publishers: Publishers; sources: string }> {
  const publishers = await Publishers.start();
  const articles = [
    {
      title: 'IHSG Ditutup Menguat 0,46%',
      description: 'Indeks Harga Saham Gabungan ditutup di zona hijau.',
      link: 'https://news.example/ihsg',
      guid: 'https://news.example/ihsg',
      pubDate: 'Fri, 30 Jan 2026 16:00:00 +0700',
    },
  ];
  publishers.serve('news.example/rss', rss(...articles.map(item)));
  const feeds = ['https://news.example/rss'];
  return { publishers, sources: await newsSources([{ name: 'CNBC-Indonesia', feeds }]) };
}

/** The example of each operation, as it is answered. */
async function answers(): Promise<{ answers: object; headers: [string, string][] }> {
  const { publishers, sources } = await publishedNews();
  const actions = 'ex_date,ticker,kind,factor\n2026-01-20,BRMS,split,5/1\n';
  const environment = {
    ALIR_NEWS_SOURCES: sources,
    ALIR_CORPORATE_ACTIONS: await writeTo(await temporaryFolder(), 'actions.csv', actions),
    ALIR_SELLER_NAME: 'PT Contoh Data',
    ALIR_SELLER_ADDRESS: 'Jl. Contoh 1, Jakarta 10110',
    ALIR_SELLER_TAX_ID: '01.234.567.8-901.000',
    ALIR_TAX_RATE: '11',
    ALIR_TELEGRAM_TOKEN: '1:x',
  };
  const alir = await demoAlir({ environment, network: publishers.network });
  alir.key = (await alir.stores.accounts.create('caller@example.com', 'starter', 1, null, 200_000)).api_key;
  // Its timer would send the test of the webhook before or after its log is read.
  alir.stores.ledger.isLeader = () => false;
  const document = (await alir.request('/openapi.json')).body;
  const answered: Record<string, unknown> = {};
  let headers = new Headers();
  let made: {
    order_id?: string;
    key_id?: string;
    webhook_id?: string;
    saved_id?: string;
    alert_id?: string;
  } = {};
  let link = '';
  const list = { name: 'My banks', watchlist: { tickers: ['BBCA', 'BBRI'], brokers: [] } };
  const watchlist = (await alir.post('/account/saved', list)).body.data;
  for (const request of requestsIn(document)) {
    // Its order is paid between the requests.
    if (request.name === 'list_invoices') {
      await alir.stores.billing.payments.confirm(made.order_id ?? '', {}, 'operator');
    }
    const { url, init } = exampleOf(request);
    const id = Object.entries(made).find(([name]) => request.path.includes(`{${name}}`))?.[1];
    const accept = { accept: 'application/json, text/event-stream' };
    if (request.name === 'create_alert') init.body = `${init.body}`.replace(SOME_ID, watchlist.saved_id);
    const path = url.replace(SOME_ID, id ?? '').replace(/alir_link_\w+/, link);
    const response = await alir.raw(path, init, accept);
    expect([request.name, response.status]).toEqual([request.name, 200]);
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    expect(Object.keys(request.operation.responses['200'].content)).toContain(type);
    const text = await response.text();
    expect(text.length).toBeGreaterThan(10);
    if (type !== 'application/json' || /^get_(openapi|widgets)$/.test(request.name)) continue;
    const body = JSON.parse(text);
    for (const other of ['text/csv', 'application/x-ndjson']) {
      if (!request.operation.responses['200'].description.includes(other)) continue;
      const inRows = await alir.raw(url, init, { accept: other });
      answered[`${request.name} ${other}`] = await inRows.text();
    }
    if (request.name === 'mcp') {
      const foreign = { ...init, body: '{"hello":"world"}' };
      const malformed = await alir.raw(url, foreign, accept);
      const unwanted = await alir.raw(url, init, { accept: 'application/json' });
      for (const refused of [malformed, unwanted]) {
        answered[`mcp ${refused.status}`] = await refused.json();
      }
    }
    if (
      ['create_order', 'create_key', 'create_webhook', 'create_saved', 'create_alert'].includes(request.name)
    )
      made = { ...made, ...body.data };
    if (request.name === 'create_link') link = body.data.api_key;
    if (request.name === 'get_broker_summary_batch') ({ headers } = response);
    answered[request.name] = body;
  }
  const empty = await alir.raw('/foreign-flow?ticker=BBCA&from=2025-11-27&to=2025-11-28');
  const adjusted = await alir.raw(`${POSITION}&adjust=splits`);
  const retry = { 'idempotency-key': 'one' };
  await alir.raw(FLOW, {}, retry);
  const repeated = await alir.raw(FLOW, {}, retry);
  return {
    answers: answered,
    headers: [...headers, ...empty.headers, ...adjusted.headers, ...repeated.headers],
  };
}

let opened: Promise<TestAlir> | undefined;
/** An Alir for requests that change nothing of others. */
function plain(): Promise<TestAlir> {
  opened ??= TestAlir.open();
  return opened;
}

/** Each error, by its code, as it is answered to who provokes it. */
const PROVOKED: Readonly<Record<string, () => Promise<Answer>>> = {
  invalid_request: async () => {
    const alir = await plain();
    return alir.request('/foreign-flow?ticker=BBCA&from=2024-12-30&to=2025-01-10');
  },
  invalid_json: async () => {
    const alir = await plain();
    const headers = { 'content-type': 'application/json' };
    return alir.request('/foreign-flow/batch', { method: 'POST', headers, body: '{"tickers":' });
  },
  invalid_url: async () => (await plain()).request('/%zz'),
  malformed_request: async () => onSocket('GET /usage HTTP/9.9\r\n\r\n'),
  bad_key_name: async () => (await plain()).post('/account/keys', { name: 'two\nlines' }),
  unauthorized: async () =>
    (await plain()).request('/usage', { headers: { authorization: 'Bearer alir_live_mistyped' } }),
  quota_exceeded: async () => {
    const alir = await onPlan('free');
    for (let used = 0; used < 5; used++) await alir.request(FLOW);
    return alir.request(FLOW);
  },
  quota_insufficient: async () => {
    const alir = await onPlan('free');
    const tickers = ['BBCA', 'BBRI', 'BMRI', 'BBNI', 'TLKM', 'ASII'];
    return alir.post('/foreign-flow/batch', { tickers, from: '2026-01-05', to: '2026-01-05' });
  },
  host_not_allowed: async () =>
    (await plain()).request('/mcp', { method: 'POST', headers: { origin: 'https://elsewhere.example' } }),
  payment_refused: async () => {
    const environment = { ALIR_PAYMENT_PROVIDER: 'midtrans', ALIR_PAYMENT_KEY: 'key' };
    const alir = await TestAlir.open({ environment });
    return alir.post('/billing/notifications/midtrans', {
      order_id: SOME_ID,
      status_code: '200',
      gross_amount: '200000.00',
      signature_key: 'x'.repeat(128),
    });
  },
  address_not_allowed: async () => {
    const alir = await onPlan('starter');
    const key = await alir.post('/account/keys', { name: 'office', allowed_ips: ['192.0.2.0/24'] });
    alir.key = key.body.data.api_key;
    return alir.request('/usage');
  },
  account_suspended: async () => {
    const alir = await plain();
    const { account, api_key } = await alir.stores.accounts.create('late@example.com', 'free', 1);
    const change = { actor: 'operator', reason: 'a chargeback' };
    await alir.stores.administration.suspend(account.account_id, change);
    return alir.request('/usage', { headers: { authorization: `Bearer ${api_key}` } });
  },
  scope_missing: async () => {
    const alir = await plain();
    const { mcp_key } = await alir.stores.accounts.create('agent@example.com', 'free', 1);
    return alir.request('/account/keys', { headers: { authorization: `Bearer ${mcp_key}` } });
  },
  not_found: async () => (await plain()).request('/stocks'),
  unknown_offer: async () => (await plain()).post('/billing/quotes', { offer_id: 'none' }),
  unknown_order: async () => (await plain()).request(`/billing/orders/${SOME_ID}`),
  unknown_invoice: async () => (await plain()).request('/billing/invoices/INV-2026-000001'),
  unknown_key: async () => (await plain()).request(`/account/keys/${SOME_ID}`, { method: 'DELETE' }),
  unknown_webhook: async () => (await plain()).request(`/account/webhooks/${SOME_ID}`, { method: 'DELETE' }),
  unknown_saved_item: async () => (await plain()).request(`/account/saved/${SOME_ID}`, { method: 'DELETE' }),
  saved_limit_reached: async () => {
    const alir = await onPlan('free');
    const item = { name: 'Banks', watchlist: { tickers: ['BBCA'], brokers: [] } };
    for (let saved = 0; saved < 5; saved++) await alir.post('/account/saved', item);
    return alir.post('/account/saved', item);
  },
  unknown_alert: async () => (await plain()).request(`/account/alerts/${SOME_ID}`, { method: 'DELETE' }),
  alert_limit_reached: async () => {
    const alir = await onPlan('free');
    const item = { name: 'Banks', watchlist: { tickers: ['BBCA'], brokers: [] } };
    const { saved_id } = (await alir.post('/account/saved', item)).body.data;
    const create = (broker: string) => {
      const rule = { broker, side: 'buy', value_idr: 10_000_000_000 };
      return alir.post('/account/alerts', { saved_id, rule });
    };
    for (const broker of ['YP', 'AK']) await create(broker);
    return create('BK');
  },
  webhook_limit_reached: async () => {
    const alir = await TestAlir.open();
    const webhook = { url: 'https://hooks.example.com/alir', events: ['day.published'] };
    for (let made = 0; made < 5; made++) await alir.post('/account/webhooks', webhook);
    return alir.post('/account/webhooks', webhook);
  },
  webhook_not_ready: async () => {
    const alir = await TestAlir.open();
    const webhook = { url: 'https://hooks.example.com/alir', events: ['day.published'] };
    const { webhook_id } = (await alir.post('/account/webhooks', webhook)).body.data;
    const path = `/account/webhooks/${webhook_id}/test`;
    for (let tests = 0; tests < 10; tests++) await alir.request(path, { method: 'POST' });
    return alir.request(path, { method: 'POST' });
  },
  method_not_allowed: async () => (await plain()).post('/foreign-flow', {}),
  not_acceptable: async () => (await plain()).request(FLOW, { headers: { accept: 'application/xml' } }),
  address_limited: async () => {
    const url = await (await TestAlir.open()).url();
    await Promise.all(Array.from({ length: 120 }, () => fetch(`${url}/usage`)));
    const response = await fetch(`${url}/usage`);
    return { status: response.status, headers: response.headers, body: await response.json() };
  },
  request_timeout: async () => onSocket('GET /usage HTTP/1.1\r\nHost: x\r\n'),
  downgrade_refused: async () =>
    (await onPlan('advanced')).post('/billing/quotes', { plan: 'starter', months: 1 }),
  renewal_too_long: async () =>
    (await onPlan('starter', 6)).post('/billing/quotes', { plan: 'starter', months: 6 }),
  forfeit_not_confirmed: async () => order(await onPlan('starter', 6, 996_000), 'one'),
  too_many_orders: async () => {
    const alir = await onPlan('starter');
    for (let orders = 0; orders < 20; orders++) await order(alir, String(orders));
    return order(alir, 'one more');
  },
  idempotency_conflict: async () => {
    const alir = await onPlan('starter');
    await order(alir, 'the same', 1);
    return order(alir, 'the same', 3);
  },
  key_limit_reached: async () => (await onPlan('free')).post('/account/keys', { name: 'second' }),
  key_in_use: async () => {
    const alir = await onPlan('starter');
    const [key] = (await alir.request('/account/keys')).body.data;
    return alir.request(`/account/keys/${key.key_id}`, { method: 'DELETE' });
  },
  body_too_large: async () => (await plain()).post('/foreign-flow/batch', { tickers: ['A'.repeat(70_000)] }),
  unsupported_media_type: async () =>
    (await plain()).request('/foreign-flow/batch', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'BBCA',
    }),
  rate_limited: async () => {
    const alir = await onPlan('free');
    for (let sent = 0; sent < 10; sent++) await alir.request('/usage');
    return alir.request('/usage');
  },
  headers_too_large: async () => (await plain()).request(`/usage?${'x'.repeat(20_000)}`),
  answer_too_large: async () => {
    const alir = await TestAlir.open();
    const huge = () => line({ STK_CODE: 'TEN', STK_VOLM: 900_000_000_007, STK_PRIC: 1000 });
    await alir.ingest(FILE_NAME, csv(Array.from({ length: 11 }, huge)));
    return alir.request(FLOW.replace('BRMS', 'TEN'));
  },
  version_not_kept: async () => {
    const alir = await TestAlir.open();
    await alir.ingest(FILE_NAME, csv([line()]));
    return alir.request(`${FLOW}&known_at=2026-01-31T17:00:00%2B07:00`);
  },
  internal_error: async () => {
    const alir = await TestAlir.open();
    await alir.url();
    // A ledger that is not as it should be: the table of a question is gone.
    inLedger(alir, (db) => db.exec('DROP TABLE key_usage'));
    return alir.request('/account/keys');
  },
  data_unavailable: async () => {
    const alir = await TestAlir.open();
    await alir.stores.manifest.switchServingFiles([
      { month: '2026-01', file_name: '2026-01-gone.arrow', sha256: '' },
    ]);
    return alir.request(FLOW);
  },
  overloaded: async () => {
    const alir = await onPlan('starter');
    await alir.url();
    return inLedger(alir, async (db) => {
      db.exec('BEGIN IMMEDIATE');
      return alir.post('/account/keys', { name: 'notebook' });
    });
  },
  query_timeout: async () => {
    const alir = await TestAlir.open();
    // A disk that does not answer: whoever opens the file waits until somebody writes into it.
    const file_name = '2026-01-stuck.arrow';
    await alir.ingest(FILE_NAME, csv([line()]));
    await alir.url();
    const stuck = join(alir.stores.folders.serving, file_name);
    execFileSync('mkfifo', [stuck]);
    await alir.stores.manifest.switchServingFiles([{ month: '2026-01', file_name, sha256: '' }]);
    const answer = await alir.request(FLOW);
    const writer = openSync(stuck, 'r+');
    unlinkSync(stuck);
    closeSync(writer);
    return answer;
  },
  shutting_down: async () => {
    const alir = await TestAlir.open();
    const url = new URL(await alir.url());
    // A request whose body is on its way keeps the server up for the next one.
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    const head = `Host: x\r\nAuthorization: Bearer ${alir.key}\r\nContent-Type: application/json\r\n`;
    socket.write(`POST /foreign-flow/batch HTTP/1.1\r\n${head}Content-Length: 9\r\n\r\n{`);
    await once(socket, 'connect');
    // Requests behind it, on a connection that is kept.
    for (let asked = 0; asked < 3; asked++) await alir.request('/usage');
    const closed = alir.close();
    const answer = await alir.request('/usage');
    socket.destroy();
    await closed;
    return answer;
  },
  not_ready: async () => {
    const alir = await TestAlir.open();
    await alir.stores.manifest.switchServingFiles([
      { month: '2026-01', file_name: '2026-01-gone.arrow', sha256: '' },
    ]);
    // While the other errors are caused, a check of the ledger may take too long, which would be a second cause.
    let answer = await alir.request('/health/ready');
    while (answer.body.error.includes('does not respond')) answer = await alir.request('/health/ready');
    return answer;
  },
  payment_unavailable: async () => {
    const environment = { ALIR_PAYMENT_PROVIDER: 'midtrans', ALIR_PAYMENT_KEY: 'key' };
    const send = () => Promise.reject(new Error('unreachable'));
    const alir = await TestAlir.open({ environment, send });
    alir.key = (await alir.stores.accounts.create('buyer@example.com', 'free', 1)).api_key;
    return order(alir, 'one');
  },
};

async function onPlan(
  plan: 'free' | 'starter' | 'advanced',
  months: 1 | 6 = 1,
  paid_idr = 0,
): Promise<TestAlir> {
  const alir = await TestAlir.open();
  alir.key = (await alir.stores.accounts.create('caller@example.com', plan, months, null, paid_idr)).api_key;
  return alir;
}

function order(alir: TestAlir, idempotency_key: string, months = 1): Promise<Answer> {
  return alir.request('/billing/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotency_key },
    body: JSON.stringify({ plan: 'professional', months }),
  });
}

function inLedger<Result>(alir: TestAlir, work: (db: SqliteDatabase) => Result): Result {
  const db = new Database(alir.stores.folders.ledgerFile);
  afterThisTest(async () => void db.close());
  return work(db);
}

/** What is answered to bytes that no client would send. */
async function onSocket(bytes: string): Promise<Answer> {
  const alir = await TestAlir.open();
  const { hostname, port } = new URL(await alir.url());
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), headers: new Headers(), body: JSON.parse(body) };
}

test('every example of the OpenAPI document equals the response of the server, and every error was caused by a request', async () => {
  const provoked = Promise.all(
    Object.entries(PROVOKED).map(async ([code, provoke]) => {
      const { body, headers } = await provoke();
      expect(body.code).toBe(code);
      return { code, body, headers };
    }),
  );
  const [{ answers: answered, headers }, errors] = await Promise.all([answers(), provoked]);
  const allHeaders = [headers, ...errors.map((error) => [...error.headers])].flat();
  const quotaHeaders = QUOTA_HEADERS.map((name) => [name, allHeaders.find(([found]) => found === name)?.[1]]);
  const examples = steady({
    answers: answered,
    errors: Object.fromEntries(errors.map(({ code, body }) => [code, body])),
    headers: Object.fromEntries(quotaHeaders),
  });
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
    fileURLToPath(packageFile('docs/examples.json')),
  );
});
