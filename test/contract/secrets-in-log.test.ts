import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { Mail } from '../../src/network/mailer.ts';
import { SmtpMailer } from '../../src/network/mailer.ts';
import { afterThisTest, TestAlir } from '../support/alir.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { mailServer } from '../support/mail-server.ts';
import { RawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

/** Secrets of the test's own; those that the server makes are added to them. */
const HUSH = 'hush-hush-4711';
const FLOW = `/foreign-flow?ticker=BRMS&from=2026-01-19&to=2026-01-19`;

const requestBytes = (line: string, headers: Record<string, string>, body = '') =>
  [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

/** All output of this process, and its warnings. */
function captured() {
  let text = '';
  for (const stream of [process.stderr, process.stdout]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      text += chunk;
      return true;
    });
  }
  const warnings: string[] = [];
  const note = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
  process.on('warning', note);
  afterThisTest(async () => void process.off('warning', note));
  return { text: () => text, warnings };
}

test.each(['info', 'debug'])('no secret reaches a log of level %s, whatever fails', async (level) => {
  const { url: smtp } = await mailServer('550 refused');
  const failing = Object.assign(new Error('the store failed'), { command: 'none' });
  const alir = await TestAlir.open({
    environment: {
      ALIR_LOG_LEVEL: level,
      ALIR_PUBLIC_URL: 'http://alir.example.com',
      ALIR_SMTP_URL: smtp.replace('//', `//mail:${HUSH}-smtp@`),
      ALIR_PAYMENT_PROVIDER: 'xendit',
      ALIR_PAYMENT_KEY: `xnd_${HUSH}`,
      ALIR_PAYMENT_CALLBACK_TOKEN: `${HUSH}-callback`,
      ALIR_METRICS_TOKEN: `${HUSH}-metrics-token`,
    },
    send: async (_url, init) => {
      throw Object.assign(new Error('fetch failed'), { init, headers: init?.headers });
    },
  });
  const { stores } = alir;
  const { mailer, webhooks } = stores;
  expect(mailer).toBeInstanceOf(SmtpMailer);
  const mails: Mail[] = [];
  const send = async (mail: Mail) => {
    mails.push(mail);
    await mailer?.send(mail).catch((error) => {
      throw Object.assign(error, { mail, url: stores.config.smtp_url });
    });
  };
  Object.assign(stores, { mailer: { send } });
  const output = captured();
  const { api_key, mcp_key, account } = await stores.accounts.create('person@example.com', 'starter', 1);
  const { operator_key } = await stores.operators.create('test');
  const { secret: webhook_secret } = await webhooks.create(
    account.account_id,
    `https://hooks.example.com/${HUSH}-hook`,
    ['day.published'],
  );

  const authorization = `Bearer ${alir.key}`;
  const everywhere = {
    authorization,
    'x-api-key': `${HUSH}-header`,
    cookie: `alir_session=${HUSH}-cookie`,
    'idempotency-key': `${HUSH}-retry`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-callback-token': `${HUSH}-callback`,
    'user-agent': `${HUSH}-agent`,
    referer: `https://example.com/?${HUSH}`,
  };
  const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
  const rpc = (method: string, params: object) => json({ jsonrpc: '2.0', id: 1, method, params });
  const sent: [path: string, init?: RequestInit, more?: Record<string, string>][] = [
    [`/foreign-flow?ticker=BRMS&from=${HUSH}&to=x&key=${HUSH}`],
    [FLOW, {}, { authorization: `Bearer alir_live_${HUSH}` }],
    [`/${HUSH}/no-page?key=${HUSH}`],
    [`/docs/${HUSH}`],
    [`/%zz${HUSH}`],
    ['/foreign-flow/batch', { method: 'POST', body: `{"${HUSH}": "${alir.key}` }],
    ['/foreign-flow/batch', json({ tickers: [HUSH], [HUSH]: alir.key })],
    ['/foreign-flow/batch', { method: 'POST', body: HUSH.repeat(20_000) }],
    ['/billing/orders', json({ plan: 'starter', months: 1 }), { authorization: `Bearer ${api_key}` }],
    ['/billing/orders', json({ plan: HUSH })],
    ['/billing/notifications/xendit', json({ id: HUSH })],
    ['/account/webhooks', json({ url: `https://user:${HUSH}@example.com/`, events: [HUSH] })],
    ['/account/webhooks'],
    ['/admin/accounts', json({ email: HUSH }), { authorization: `Bearer ${operator_key}` }],
    ['/metrics', {}, { authorization: `Bearer ${HUSH}-metrics-token` }],
    ['/mcp', rpc(HUSH, {}), { authorization: `Bearer ${mcp_key}` }],
    ['/mcp', rpc('tools/call', { name: HUSH, arguments: { key: HUSH } })],
    ['/mcp', { method: 'POST', body: `${HUSH}{` }],
    [`/sign-in/link?email=person@example.com&code=${HUSH}`],
    [`/explore/BBCA?ticker=${HUSH}`],
    [`/sign-in?next=${HUSH}`],
  ];
  // A failure whose error holds all that the request holds.
  vi.spyOn(webhooks, 'all').mockRejectedValue(
    Object.assign(failing, { request: { headers: everywhere }, input: stores.config.ledger_url, cause: 0 }),
  );
  const statuses: number[] = [];
  for (const [path, init = {}, more = {}] of sent)
    statuses.push((await alir.raw(path, init, { ...everywhere, ...more })).status);
  expect(new Set(statuses)).toEqual(new Set([200, 400, 401, 404, 413, 500, 503]));

  const browser = new BrowserSession(alir);
  await browser.post('/sign-in/code', { email: 'person@example.com' });
  await until(
    'the code is sent',
    () => mails.length > 0 && output.text().includes('a sign-in code could not'),
  );
  const code = /\b\d{8}\b/.exec(mails[0]?.subject ?? '')?.[0] ?? '';
  const link = /https?:\S+code=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  await browser.post('/sign-in', { email: 'person@example.com', code: `${HUSH}` });
  await browser.get(`${link.slice(link.indexOf('/sign-in'))}&hush=${HUSH}`);
  expect((await browser.post('/sign-in', { email: 'person@example.com', code })).status).toBe(303);
  expect((await browser.get(`/account/webhooks?${HUSH}`)).status).toBe(500);

  const picture = { title: 'x', note: null, content: gzipSync('{}'), preview: Buffer.from('PNG') };
  const snapshot_id = await stores.snapshots.create(account.account_id, picture, 'a person');
  const shared = ['', '/preview.png', `/preview.png?${HUSH}`].map((end) =>
    browser.get(`/s/${snapshot_id}${end}`),
  );
  expect((await Promise.all(shared)).map(({ status }) => status)).toEqual([500, 200, 200]);

  const { api_key: link_token } = await stores.accounts.createKey(account.account_id, 'sheet', {
    max_units: 1,
    link: FLOW,
  });
  const fetched = [link_token, `${link_token}?${HUSH}`, `alir_link_${HUSH}`].map((end) =>
    alir.raw(`/csv/${end}`),
  );
  expect((await Promise.all(fetched)).map(({ status }) => status)).toEqual([200, 200, 404]);
  expect((await alir.raw(FLOW, {}, { authorization: `Bearer ${link_token}` })).status).toBe(401);

  const url = await alir.url();
  const pipelined = async (line: string, headers: Record<string, string>, body = '') => {
    const client = await RawClient.open(url);
    client.write(requestBytes(line, headers, body).repeat(100));
    return await client.answered(100);
  };
  // A retry would be free, and would not wait for its turn.
  const { 'idempotency-key': _, ...charging } = everywhere;
  const charged = await pipelined(`GET ${FLOW}`, charging);
  expect(charged.map(({ status }) => status)).toEqual(charged.map(() => 200));
  expect(charged).toHaveLength(100);
  const refused = await pipelined(`GET ${FLOW}&${HUSH}=1`, everywhere);
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 400));
  const behind = await RawClient.open(url);
  behind.write(`${requestBytes(`GET ${FLOW}`, charging).repeat(100)}GARBAGE ${HUSH}\r\n\r\n`);
  expect((await behind.answered(101)).map(({ status }) => status)).toEqual([...charged.map(() => 200), 400]);
  const aborted = await RawClient.open(url);
  aborted.write(requestBytes(`GET ${FLOW}`, charging).repeat(100));
  aborted.reset();
  const halfBody = await RawClient.open(url);
  halfBody.write(requestBytes('POST /mcp', { ...everywhere, 'content-length': '999' }, `{"${HUSH}`));
  halfBody.end();
  const unread = await RawClient.open(url);
  unread.write(`CONNECT ${HUSH}:443 HTTP/1.1\r\nAuthorization: ${authorization}\r\n\r\n`);
  await Promise.all([aborted.closed, halfBody.closed, unread.closed]);
  // Warnings and log lines of these requests are written before this one is answered.
  expect((await alir.raw('/usage')).status).toBe(200);
  await nextTurn();

  const secrets = {
    ...{ HUSH, key: alir.key, api_key, mcp_key, link_token, operator_key, webhook_secret, code },
    session: [...browser.cookies.values()].join(),
    ledger: new URL(stores.config.ledger_url || 'postgres://user:no-password@x').password,
    base64: Buffer.from(`xnd_${HUSH}:`).toString('base64').slice(4, 24),
  };
  expect(Object.entries(secrets).filter(([, secret]) => secret.length < 4)).toEqual([]);
  const operator = new BrowserSession(alir);
  await stores.people.addOperator('operator@example.com', { actor: 'operator', reason: 'a test' });
  await operator.post('/sign-in', { ...(await stores.sign_in.linkCode('operator@example.com')) });
  // What else an operator or a stranger reads about failures.
  const read = async (response: Response) => {
    expect(response.status).toBe(200);
    return await response.text();
  };
  const readable = [
    await read(await alir.raw('/metrics', {}, { authorization: `Bearer ${HUSH}-metrics-token` })),
    await read(await alir.raw('/health/ready')),
    await read(await alir.raw('/admin/audit', {}, { authorization: `Bearer ${operator_key}` })),
    ...(await Promise.all(
      ['/operator', '/operator/audit', '/status'].map(async (path) => read(await operator.get(path))),
    )),
  ];
  const log = [output.text(), ...readable].join('\n');
  // The audit log has the id of a shared picture, so that an operator can find it.
  expect(output.text()).not.toContain(snapshot_id);
  expect(log).toContain('request failed');
  expect(log).toContain('the store failed');
  const found = Object.entries(secrets).filter(([, secret]) => log.includes(secret));
  expect(found.map(([name]) => name)).toEqual([]);
  expect([...new Set(output.warnings)]).toEqual([]);
});
