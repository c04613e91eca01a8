import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { SOME_ID } from '../../src/api/http/responses/response-fields.ts';
import { LIMIT_HEADERS } from '../../src/api/openapi/headers.ts';
import { FORMATS } from '../../src/formats/formats.ts';
import { TestAlir } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { aroundSchema, fromSchema, junk } from '../support/from-schema.ts';
import { counters } from '../support/metering.ts';
import { closed, type DocumentedRequest, exampleOf, requestOf, requestsIn } from '../support/openapi.ts';
import fc from '../support/properties.ts';
import { item, newsSources, Publishers, rss } from '../support/publishers.ts';
import { sized } from '../support/size.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../support/small-market.ts';

const CASES_EACH = sized(40, 200);
const SEED = 20260119;

/** Ids that exist, by the name of the path parameter; without them every path with an id would only ever be a 404. */
const known: Record<string, string[]> = {
  key_id: [],
  order_id: [],
  saved_id: [],
  alert_id: [],
  webhook_id: [],
  number: [],
};

/** The watchlist of the alerts. */
let watched = '';

async function alirOfSmallMarket(): Promise<TestAlir> {
  const publishers = await Publishers.start();
  publishers.serve('news.example/rss', rss(item({ title: 'One', link: 'https://news.example/1' })));
  const sources = await newsSources([{ name: 'News', feeds: ['https://news.example/rss'] }]);
  const alir = await TestAlir.open({
    environment: { ALIR_NEWS_SOURCES: sources },
    network: publishers.network,
  });
  const market = smallMarket();
  for (const day of SMALL_DAYS) await alir.ingest(fileName(day), dailyFileText(market, day));
  return alir;
}

function idsOf(name: string): readonly string[] {
  return known[name] ?? [];
}

/** Values for a parameter of which any text can be sent: mostly right, often not. */
function valuesOf(parameter: any, document: any): fc.Arbitrary<unknown> {
  const right = fromSchema(parameter.schema, document);
  const id =
    parameter.in === 'path' && !parameter.schema.enum
      ? fc.constantFrom('none', ...idsOf(parameter.name))
      : right;
  const unsent = parameter.in === 'path' ? right : fc.constant(undefined);
  const text = junk.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const wrong = parameter.in === 'header' ? fc.constantFrom('', 'x'.repeat(200)) : text;
  const values = fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 4, arbitrary: id },
    { weight: 1, arbitrary: unsent },
    { weight: 2, arbitrary: wrong },
  );
  // An empty part, `.` and `..` make another path: clients resolve the dots, and a slash at the end is ignored.
  return parameter.in === 'path'
    ? values.filter((value) => !/^\.{0,2}$/.test(String(value ?? 'none')))
    : values;
}

interface Case {
  readonly url: string;
  readonly init: RequestInit;
  readonly who: keyof typeof WHO;
  /** How long the caller waits before: the rate limit lets two requests pass each second. */
  readonly pause_ms: number;
}

/** Who asks: with which key. */
const WHO = { known: '', none: '', wrong: 'alir_live_no', 'used up': '' };

/** How else a body can be wrong. */
const CORRUPTIONS: Readonly<Record<string, (init: RequestInit) => RequestInit>> = {
  not: (init) => init,
  cut: (init) => ({ ...init, body: String(init.body).slice(0, -1) }),
  large: (init) => ({ ...init, body: `{"tickers":["${'A'.repeat(70_000)}"]}` }),
  untyped: (init) => ({ ...init, headers: { ...(init.headers as object), 'content-type': 'text/plain' } }),
};

const EXAMPLE_PAUSE_MS = 1000;

/** The document's own example, with an id that exists: of random values few are allowed in each field at once. */
function exampleCase(request: DocumentedRequest): Case {
  const [id] = idsOf(request.path.match(/\{(\w+)\}/)?.[1] ?? '');
  const { url, init } = exampleOf(request, id);
  const body = init.body && String(init.body).replace(SOME_ID, watched);
  return { url, init: { ...init, ...(body && { body }) }, who: 'known', pause_ms: EXAMPLE_PAUSE_MS };
}

function casesOf(request: DocumentedRequest, document: any): fc.Arbitrary<Case> {
  const parameters: any[] = request.operation.parameters ?? [];
  const schema = request.operation.requestBody?.content['application/json'].schema;
  const values = fc.tuple(...parameters.map((parameter) => valuesOf(parameter, document)));
  const body = schema ? aroundSchema(schema, document) : fc.constant(undefined);
  const mostly = <Value>(usual: Value, ...others: Value[]) =>
    fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
  const who = mostly<keyof typeof WHO>('known', 'none', 'wrong', 'used up');
  const query = mostly('', '?x=1', '?ticker=A&ticker=B', '?%zz');
  const corruption = schema ? mostly('not', 'cut', 'large', 'untyped') : fc.constant('not');
  const accept = fc.constantFrom(...ACCEPTED);
  const pause_ms = fc.integer({ min: 400, max: 560 });
  return fc
    .tuple(values, body, who, query, corruption, accept, pause_ms)
    .map(([given, sent, who, query, corruption, accept, pause_ms]) => {
      const of = (parameter: any) => given[parameters.indexOf(parameter)];
      const { url, init } = requestOf(request, of, sent);
      const headers = { ...(init.headers as object), accept };
      return {
        url: url.includes('?') ? url : `${url}${query}`,
        init: CORRUPTIONS[corruption]?.({ ...init, headers }) ?? init,
        who,
        pause_ms,
      };
    });
}

const ACCEPTED = [
  'application/json, text/event-stream',
  'application/json, text/event-stream',
  '*/*',
  'text/csv',
  'application/vnd.apache.arrow.stream;q=0.9, application/json;q=0.1',
  'application/vnd.apache.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-ndjson',
  'image/png',
];

/** The media types of a response. Forms of rows besides JSON are named in its description, where generators of clients leave them alone. */
function typesOf({ content = {}, description }: any, status: number): string[] {
  const described = FORMATS.map(({ type }) => type).filter((type) => description.includes(`\`${type}\``));
  return [...Object.keys(content), ...(status === 200 ? described : [])];
}

test('no request gets a 500, an undocumented status, header or shape, or a charge without a 200', async () => {
  const alir = await alirOfSmallMarket();
  // A plan above which there are others, so that one can be bought.
  const { account, api_key } = await alir.stores.accounts.create('caller@example.com', 'starter', 1);
  const { account_id } = account;
  WHO.known = api_key;
  known.key_id?.push((await alir.stores.accounts.createKey(account_id, 'second')).key_id);
  alir.key = api_key;
  const hook = { url: 'https://hooks.example.com/alir', events: ['key.created'] };
  for (let count = 0; count < 3; count++)
    known.webhook_id?.push((await alir.post('/account/webhooks', hook)).body.data.webhook_id);
  const list = { kind: 'watchlist', name: 'Banks', content: { tickers: ['BBCA'], brokers: [] } } as const;
  for (let count = 0; count < 3; count++)
    known.saved_id?.push((await alir.stores.saved.create(account_id, list)).saved_id);
  // Its alerts stay when requests delete the other lists.
  watched = (await alir.stores.saved.create(account_id, list)).saved_id;
  const rule = { broker: 'YP', side: 'buy', value_idr: 1 } as const;
  for (let count = 0; count < 3; count++)
    known.alert_id?.push((await alir.stores.alerts.create(account_id, watched, rule)).alert_id);
  const starter = { plan: 'starter', months: 1 } as const;
  const { order_id } = await alir.stores.billing.orders.create(account_id, starter, {
    idempotency_key: null,
  });
  await alir.stores.billing.payments.confirm(order_id, {}, 'operator');
  known.number?.push((await alir.request('/billing/invoices')).body.data[0].number);
  WHO['used up'] = alir.key = (await alir.stores.accounts.create('poor@example.com', 'free', 1)).api_key;
  for (let used = 0; used < 5; used++)
    await alir.get('/foreign-flow', { ticker: 'BBCA', from: SMALL_DAYS[0], to: SMALL_DAYS[0] });
  const { body: document } = await alir.request('/openapi.json');
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));
  ajv.addSchema({ $id: 'document', ...closed(document) });
  const base = await alir.url();
  const seen: Record<string, Record<number, number>> = {};
  let charged = 0;
  for (const request of requestsIn(document)) {
    const statuses: Record<number, number> = {};
    seen[request.name] = statuses;
    await fc.assert(
      fc.asyncProperty(casesOf(request, document), async ({ url, init, who, pause_ms }) => {
        alir.clock.elapsed_ms += pause_ms;
        const authorization: Record<string, string> =
          who === 'none' ? {} : { authorization: `Bearer ${WHO[who]}` };
        const headers = { ...(init.headers as Record<string, string>), ...authorization };
        const send = () => fetch(`${base}${url}`, { ...init, headers, redirect: 'manual' });
        let answer = await send();
        // The rate limit must not hide the example of an operation.
        if (answer.status === 429 && pause_ms === EXAMPLE_PAUSE_MS) {
          alir.clock.elapsed_ms += 60_000;
          answer = await send();
        }
        const { status } = answer;
        statuses[status] = (statuses[status] ?? 0) + 1;
        expect(status).toBeLessThan(500);
        const { place, response } = responseOf(document, request, status);
        expect(response, `${request.name} answers ${status}, which is not documented`).toBeDefined();
        const text = await answer.text();
        const type = answer.headers.get('content-type')?.split(';')[0];
        if (text !== '') expect(typesOf(response, status), `${request.name} ${status}`).toContain(type);
        if (type === 'application/json') {
          const isRight = ajv.validate(
            { $ref: `document${place}/content/application~1json/schema` },
            JSON.parse(text),
          );
          expect(isRight, `${request.name} ${status}: ${ajv.errorsText()} in ${text.slice(0, 300)}`).toBe(
            true,
          );
        }
        for (const name of LIMIT_HEADERS) {
          const hasHeader = answer.headers.has(name);
          if (hasHeader)
            expect(response.headers, `${request.name} ${status} tells ${name}`).toHaveProperty(name);
          if (status === 200 && who === 'known') expect(hasHeader).toBe(name in response.headers);
        }
        const cost = Number(answer.headers.get('x-request-cost') ?? 0);
        if (status !== 200) expect(cost).toBe(0);
        charged += cost;
        if (status === 200 && request.name === 'create_order')
          known.order_id?.push(JSON.parse(text).data.order_id);
        if (status === 200 && ['create_key', 'rotate_key'].includes(request.name))
          known.key_id?.push(JSON.parse(text).data.key_id);
      }),
      { seed: SEED, numRuns: CASES_EACH, examples: [[exampleCase(request)]] },
    );
  }
  // Each operation was also answered, except that of Telegram, since the server has no bot, and that of links, which has no key.
  const unanswered = Object.keys(seen).filter((name) => !seen[name]?.[200]);
  expect(unanswered).toEqual(['send_telegram_code']);
  // Every refusal that requests for data can have was met.
  const met = new Set(Object.values(seen).flatMap((statuses) => Object.keys(statuses).map(Number)));
  expect([...met].toSorted()).toEqual(
    expect.arrayContaining([200, 400, 401, 403, 404, 406, 409, 413, 415, 429]),
  );
  expect(counters(alir.stores.folders.ledgerFile, account_id).account).toBe(charged);
  expect(charged).toBeGreaterThan(1.5 * CASES_EACH);
  const total = Object.values(seen)
    .flatMap((statuses) => Object.values(statuses))
    .reduce((sum, count) => sum + count, 0);
  console.log(`${total} requests, ${charged} units charged: ${JSON.stringify(seen)}`);
});

/** How the document describes a status of a request, and where, as a JSON pointer; what is referred to is followed. */
function responseOf(
  document: any,
  { path, method, operation }: DocumentedRequest,
  status: number,
): { place: string; response: any } {
  const response = operation.responses[status];
  if (response?.$ref) {
    return { place: response.$ref, response: document.components.responses[response.$ref.split('/').at(-1)] };
  }
  const escaped = path
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D');
  return { place: `#/paths/${escaped}/${method.toLowerCase()}/responses/${status}`, response };
}

test('any other method of a path is a 405 with the allowed methods, and any other path a 404', async ({
  alir,
}) => {
  const { body: document } = await alir.request('/openapi.json');
  for (const [path, methods] of Object.entries<any>(document.paths)) {
    const taken = Object.keys(methods).map((method) => method.toUpperCase());
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (taken.includes(method)) continue;
      const { status, headers } = await alir.raw(url, { method });
      expect([method, path, status]).toEqual([method, path, 405]);
      const allowed = headers
        .get('allow')
        ?.split(', ')
        .filter((each) => each !== 'HEAD');
      expect(allowed?.toSorted()).toEqual(taken.toSorted());
    }
    expect((await alir.raw(`${url}/y/z`)).status).toBe(404);
  }
});

test('any tool call gets an answer of its schema, or an error that says what to fix', async () => {
  const alir = await alirOfSmallMarket();
  const { account_id } = (await alir.stores.accounts.all())[0] ?? { account_id: '' };
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  let id = 0;
  const send = async (method: string, params: object) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: ++id, method, params };
    const {
      status,
      body,
      headers: responseHeaders,
    } = await alir.request('/mcp', {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    return { status, body, cost: Number(responseHeaders.get('x-request-cost')) };
  };
  const { tools } = (await send('tools/list', {})).body.result;
  let charged = 0;
  let answered = 0;
  for (const { name, inputSchema, outputSchema } of tools) {
    const isRight = ajv.compile(outputSchema);
    await fc.assert(
      fc.asyncProperty(aroundSchema(inputSchema, inputSchema), async (args) => {
        const { status, body, cost } = await send('tools/call', { name, arguments: args });
        charged += cost;
        // A key such as __proto__ is refused by whoever reads the JSON.
        if (status === 400 && body.code === 'invalid_json') return;
        expect(status).toBe(200);
        if (body.error) {
          expect(body.error.code).toBe(-32602);
          return;
        }
        const { isError, structuredContent, content } = body.result;
        expect(content[0].text.length).toBeGreaterThan(20);
        if (isError)
          expect([cost, content[0].text]).toEqual([0, expect.stringContaining('Nothing was charged.')]);
        else expect(isRight(structuredContent), JSON.stringify(isRight.errors)).toBe(true);
        if (!isError) answered += 1;
      }),
      { seed: SEED, numRuns: CASES_EACH },
    );
  }
  expect(answered).toBeGreaterThan(CASES_EACH);
  expect(counters(alir.stores.folders.ledgerFile, account_id).account).toBe(charged);
});
