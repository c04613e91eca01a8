import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { customer, STARTER } from '../support/customer.ts';
import { csv, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { closed, requestOf, requestsIn } from '../support/openapi.ts';

/** The document that is reviewed, not the one that the server makes. */
const DOCUMENT = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
const DAY = '2026-01-05';

/** Headers of some answers, which other tests check. */
const isConditional = (header: string) => /^(idempotent|x-data|x-empty)-/i.test(header);

test('each request of docs/openapi.json has an answer as documented, with the headers', async ({ alir }) => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'document', ...closed(DOCUMENT) });
  // BRK_COD1 buys, for a foreign client.
  const trades = ['BBCA', 'BBRI', 'TLKM', 'GOTOM'].flatMap((STK_CODE) =>
    ['RG', 'NG'].map((TRX_TYPE) => line({ STK_CODE, TRX_TYPE, TRX_DATE: DAY, BRK_COD1: 'CC' })),
  );
  await alir.ingest('DT260105.csv', csv(trades));
  await alir.measure();
  const me = await customer(alir);
  alir.key = me.api_key;
  Object.assign(alir.stores.telegram_chats, { isAvailable: true });
  const { billing, accounts, saved, alerts, webhooks } = alir.stores;
  const { order_id } = (await me.order(STARTER)).body.data;
  await billing.payments.confirm(order_id, {}, 'operator');
  const terms = { units: 9, requests_per_minute: 8, keys: 7, price_idr: 6, days: 5 };
  await billing.offers.create(me.account_id, terms, true);
  const hook = await webhooks.create(me.account_id, 'https://hooks.example.com/', ['key.created']);
  const watchlist = { tickers: ['BBCA'], brokers: [] };
  const item = { kind: 'watchlist', name: 'Banks', content: watchlist } as const;
  const { saved_id } = await saved.create(me.account_id, item);
  const rule = { broker: 'YP', side: 'buy', value_idr: 1 } as const;
  const known: Record<string, string> = {
    order_id,
    key_id: (await accounts.createKey(me.account_id, 'other')).key_id,
    token: (await accounts.createKey(me.account_id, 'sheet', { link: '/market/brokers' })).api_key,
    webhook_id: hook.webhook_id,
    saved_id: (await saved.create(me.account_id, item)).saved_id,
    alert_id: (await alerts.create(me.account_id, saved_id, rule)).alert_id,
    number: (await me.get('/billing/invoices')).body.data[0].number,
  };
  await webhooks.test(me.account_id, hook.webhook_id);
  const wrong: unknown[] = [];
  for (const request of requestsIn(DOCUMENT)) {
    const { operationId: name, responses, requestBody } = request.operation;
    const { url, init } = requestOf(
      request,
      (parameter) => (parameter.in === 'path' ? known[parameter.name] : undefined) ?? parameter.example,
      withSaved(requestBody?.content['application/json'].example, saved_id),
    );
    const answer = await alir.raw(url, init, { accept: 'application/json, text/event-stream, */*;q=0.1' });
    const content = await answer.text();
    const documented = responses[answer.status];
    if (answer.status !== 200 || answer.headers.has('x-empty-reason'))
      wrong.push([name, answer.status, content.slice(0, 200)]);
    if (!documented?.content?.['application/json'] || answer.status !== 200) continue;
    const path = request.path
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')
      .replaceAll('{', '%7B')
      .replaceAll('}', '%7D');
    const schema = `document#/paths/${path}/${request.method.toLowerCase()}/responses/200/content/application~1json/schema`;
    if (!ajv.validate({ $ref: schema }, JSON.parse(content)))
      wrong.push([name, ajv.errorsText(), content.slice(0, 300)]);
    const missing = Object.keys(documented.headers ?? {}).filter(
      (header) => !isConditional(header) && !answer.headers.has(header),
    );
    if (missing.length > 0) wrong.push([name, missing]);
  }
  expect(wrong).toEqual([]);
});

/** An example of a request body, with a watchlist that exists. */
function withSaved(body: object | undefined, saved_id: string) {
  return body && 'saved_id' in body ? { ...body, saved_id } : body;
}
