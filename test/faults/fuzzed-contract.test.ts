import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestAlir } from '../support/alir.ts';
import { aroundSchema, fromSchema, junk } from '../support/from-schema.ts';
import { counters } from '../support/metering.ts';
import { type DocumentedRequest, requestOf, requestsIn } from '../support/openapi.ts';
import { item, newsSources, Publishers, rss } from '../support/publishers.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../support/small-market.ts';

const CASES_EACH = 200;

/** Ids that exist, without which every path with one would only ever be a 404. */
const known: string[] = ['none'];

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

/** Values for a parameter of which any text can be sent: mostly right, often not. */
function valuesOf(parameter: any, document: any): fc.Arbitrary<unknown> {
  const right = fromSchema(parameter.schema, document);
  const id = parameter.in === 'path' && !parameter.schema.enum ? fc.constantFrom(...known) : right;
  const unsent = parameter.in === 'path' ? right : fc.constant(undefined);
  const wrong = parameter.in === 'header' ? fc.constantFrom('', 'x'.repeat(200)) : junk.map(String);
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 4, arbitrary: id },
    { weight: 1, arbitrary: unsent },
    { weight: 2, arbitrary: wrong },
  );
}

interface Case {
  readonly url: string;
  readonly init: RequestInit;
}

function casesOf(request: DocumentedRequest, document: any): fc.Arbitrary<Case> {
  const parameters: any[] = request.operation.parameters ?? [];
  const schema = request.operation.requestBody?.content['application/json'].schema;
  const values = fc.tuple(...parameters.map((parameter) => valuesOf(parameter, document)));
  const body = schema ? aroundSchema(schema, document) : fc.constant(undefined);
  const authorization = fc.oneof(
    { weight: 12, arbitrary: fc.constant('right') },
    fc.constantFrom('none', 'wrong'),
  );
  const extra = fc.oneof(
    { weight: 10, arbitrary: fc.constant('') },
    fc.constantFrom('?x=1', '?ticker=A&ticker=B', '?%zz'),
  );
  return fc.tuple(values, body, authorization, extra).map(([given, sent, who, query]) => {
    const of = (parameter: any) => given[parameters.indexOf(parameter)];
    const { url, init } = requestOf(request, of, sent);
    const headers = { ...(init.headers as object), ...AUTHORIZATION[who as keyof typeof AUTHORIZATION] };
    const isPlain = !url.includes('?');
    return { url: isPlain ? `${url}${query}` : url, init: { ...init, headers } };
  });
}

const AUTHORIZATION = {
  right: {},
  none: { authorization: '' },
  wrong: { authorization: 'Bearer alir_live_no' },
};

test('whatever is sent, no answer is a 500, of an undocumented status or shape, or charged unless it is a 200', async () => {
  const alir = await alirOfSmallMarket();
  // A plan above which there are others, so that one can be bought.
  const { account, api_key } = alir.stores.accounts.create('caller@example.com', 'starter', 1);
  const { account_id } = account;
  alir.key = api_key;
  const { body: document } = await alir.request('/openapi.json');
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));
  ajv.addSchema({ $id: 'document', ...document });
  const base = await alir.url();
  const seen: Record<string, Record<number, number>> = {};
  let charged = 0;
  for (const request of requestsIn(document)) {
    const statuses: Record<number, number> = {};
    seen[request.name] = statuses;
    await fc.assert(
      fc.asyncProperty(casesOf(request, document), async ({ url, init }) => {
        // As fast as the rate limit lets one be, but for some.
        alir.clock.elapsed_ms += 505;
        const accept = { accept: 'application/json, text/event-stream' };
        const response = await fetch(`${base}${url}`, {
          ...init,
          headers: { authorization: `Bearer ${alir.key}`, ...accept, ...init.headers },
        });
        const { status } = response;
        statuses[status] = (statuses[status] ?? 0) + 1;
        expect(status).toBeLessThan(500);
        const place = responsePlace(request, status);
        expect(place, `${request.name} answers ${status}, which is not documented`).toBeDefined();
        const type = response.headers.get('content-type')?.split(';')[0];
        const text = await response.text();
        if (type === 'application/json') {
          const pointer = `${place}/content/application~1json/schema`;
          const isRight = ajv.validate({ $ref: `document${pointer}` }, JSON.parse(text));
          expect(isRight, `${request.name} ${status}: ${ajv.errorsText()} in ${text.slice(0, 300)}`).toBe(
            true,
          );
        }
        const cost = Number(response.headers.get('x-request-cost') ?? 0);
        if (status !== 200) expect(cost).toBe(0);
        charged += cost;
        if (status === 200 && request.name === 'create_order') known.push(JSON.parse(text).data.order_id);
        if (status === 200 && request.name === 'create_key') known.push(JSON.parse(text).data.key_id);
      }),
      { numRuns: CASES_EACH },
    );
  }
  // Each operation was answered too, not only refused.
  const refusedOnly = Object.entries(seen).filter(([, statuses]) => !statuses[200]);
  expect(refusedOnly.map(([name]) => name)).toEqual(['notify_payment']);
  expect(counters(alir.stores.folders.ledgerFile, account_id).account).toBe(charged);
  expect(charged).toBeGreaterThan(300);
  const total = Object.values(seen)
    .flatMap((statuses) => Object.values(statuses))
    .reduce((sum, count) => sum + count, 0);
  console.log(`${total} requests, ${charged} units charged: ${JSON.stringify(seen)}`);
});

/** Where the document describes a status, as a JSON pointer; what is referred to is followed. */
function responsePlace({ path, method, operation }: DocumentedRequest, status: number) {
  const response = operation.responses[status];
  if (response === undefined) return undefined;
  if (response.$ref) return response.$ref;
  const escaped = path
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D');
  return `#/paths/${escaped}/${method.toLowerCase()}/responses/${status}`;
}

test('whatever a tool is called with, its answer is as its schema says, or says what to mend', async () => {
  const alir = await alirOfSmallMarket();
  const { account_id } = alir.stores.accounts.all()[0] ?? { account_id: '' };
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  let id = 0;
  const send = async (method: string, params: object) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: ++id, method, params };
    const {
      status,
      body,
      headers: told,
    } = await alir.request('/mcp', {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    return { status, body, cost: Number(told.get('x-request-cost')) };
  };
  const { tools } = (await send('tools/list', {})).body.result;
  let charged = 0;
  let answered = 0;
  for (const { name, inputSchema, outputSchema } of tools) {
    const isRight = ajv.compile(outputSchema);
    await fc.assert(
      fc.asyncProperty(aroundSchema(inputSchema, inputSchema), async (args) => {
        const { status, body, cost } = await send('tools/call', { name, arguments: args });
        expect(status).toBe(200);
        charged += cost;
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
      { numRuns: CASES_EACH },
    );
  }
  expect(answered).toBeGreaterThan(CASES_EACH);
  expect(counters(alir.stores.folders.ledgerFile, account_id).account).toBe(charged);
});
