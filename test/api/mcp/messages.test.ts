import { request as httpRequest } from 'node:http';
import { describe, expect } from 'vitest';
import { checkMessage } from '../../../src/api/mcp/message.ts';
import { AlirError } from '../../../src/core/errors.ts';
import { VERSION } from '../../../src/core/package-files.ts';
import { TestAlir, UNLIMITED } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { MeteredServer, workBody } from '../../support/metering.ts';
import { newEmail } from '../../support/new-email.ts';

const TOOLS = [
  'get_broker_summary',
  'get_broker_summary_batch',
  'get_broker_summary_daily',
  'get_broker_inventory',
  'get_accumulation',
  'get_counterparties',
  'get_ohlcv',
  'get_broker_stocks',
  'get_broker_ranking',
  'get_foreign_flow',
  'get_foreign_flow_batch',
  'get_foreign_flow_daily',
  'get_foreign_flow_ranking',
  'get_market_calendar',
  'get_market_tickers',
  'get_market_brokers',
  'get_news',
  'get_usage',
];
const DAY = { from: DATE, to: DATE };
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

let alir: TestAlir;
test.beforeAll(async ({ sharedAlir }) => {
  await sharedAlir.ingest(FILE_NAME, csv([line({ STK_VOLM: 100 }), line({ STK_CODE: 'BBCA' })]));
});
/** Each test has an account of its own. */
test.beforeEach(async ({ sharedAlir }) => {
  alir = sharedAlir;
  alir.key = await keyOf(UNLIMITED.units, UNLIMITED.requests_per_minute);
});

async function keyOf(units: number, requests_per_minute = 1000): Promise<string> {
  const terms = { units, requests_per_minute, keys: 1 };
  return (await alir.stores.accounts.create(newEmail(), 'custom', 1, terms)).api_key;
}

/** A tool call as it goes over the wire, without a client. */
async function posted(message: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${await alir.url()}/mcp`, {
    method: 'POST',
    headers: { ...HEADERS, authorization: `Bearer ${alir.key}`, ...headers },
    body: JSON.stringify(message),
  });
  const body = await response.text();
  return { status: response.status, headers: response.headers, body: body === '' ? null : JSON.parse(body) };
}

const call = (name: string, args: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** `{ a: { a: ... } }`, so many levels deep. */
const nested = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('POST /mcp', () => {
  test('has the limits and the cost of the call in its headers', async () => {
    const { headers, status } = await posted(call('get_foreign_flow_batch', { tickers: ['A', 'B'], ...DAY }));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-request-cost': '2',
      'x-monthly-limit': '1000000000',
      'x-monthly-remaining': '999999998',
      'x-ratelimit-remaining': '999999999',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    const refused = await posted(call('get_foreign_flow', { ticker: 'A' }));
    expect([refused.status, refused.headers.get('x-request-cost')]).toEqual([200, '0']);
  });

  test.each([
    ['several messages', [call('get_foreign_flow', { ticker: 'A', ...DAY }), call('get_usage', {}, 2)]],
    [
      'a message and what cancels it',
      [
        call('get_usage', {}),
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      ],
    ],
    ['arguments that are nested without end', call('get_usage', nested(100))],
    ['nothing but brackets', JSON.parse('[]')],
    [
      'capabilities that are nested without end',
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: nested(100) },
    ],
  ])('refuses %s without a charge', async (_what, message) => {
    const { status, body, headers } = await posted(message);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(headers.get('x-request-cost')).toBe('0');
  });

  test('applies the rate limit to every message; a tool call gets it as a tool error', async () => {
    const { api_key } = await alir.stores.accounts.create('free@example.com', 'free', 1);
    const as = { authorization: `Bearer ${api_key}` };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    for (let left = 9; left >= 0; left--) {
      expect((await posted(list, as)).headers.get('x-ratelimit-remaining')).toBe(String(left));
    }
    const { id: _, ...notification } = call('get_usage', {});
    for (const message of [
      list,
      call('nope', {}),
      call('get_usage', []),
      notification,
      [call('get_usage', {})],
      'text',
    ]) {
      expect((await posted(message, as)).status).toBe(429);
    }
    const { status, body } = await posted(call('get_usage', {}), as);
    expect([status, body.result.isError]).toEqual([200, true]);
  });

  test('opens no stream, and accepts only POST', async () => {
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { filter: {} } };
    expect((await posted(listen)).status).toBeLessThan(500);
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${await alir.url()}/mcp`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test.each([
    ['no key', { authorization: '' }, 401, 'unauthorized'],
    ['a page of another site', { origin: 'https://evil.example' }, 403, 'host_not_allowed'],
    ['a body that is compressed', { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['another type', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('refuses %s', async (_what, headers, status, code) => {
    const answer = await posted(call('get_usage', {}), headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('refuses an unknown Host (DNS rebinding), and accepts one that the operator allows', async () => {
    const sentTo = async (host: string) => {
      const { hostname, port } = new URL(await alir.url());
      return new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...HEADERS, host, authorization: `Bearer ${alir.key}` };
        const sent = httpRequest({ hostname, port, path: '/mcp', method: 'POST', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on('error', reject);
        sent.end(JSON.stringify(call('get_usage', {})));
      });
    };
    for (const host of ['rebound.example:8080', 'user@localhost', 'localhost/x', 'localhost?x']) {
      expect([host, await sentTo(host)]).toEqual([host, 403]);
    }
    expect(await sentTo('localhost:8080')).toBe(200);
    alir = await TestAlir.open({ environment: { ALIR_ALLOWED_HOSTS: 'API.Example.com, [2001:DB8:0::1]' } });
    expect(await sentTo('api.example.com')).toBe(200);
    expect(await sentTo('[2001:db8::1]:8080')).toBe(200);
    expect(await sentTo('rebound.example')).toBe(403);
  });

  test.each([
    [{ jsonrpc: '2.0', id: 1, method: 'nothing/known' }],
    [{ foo: 1 }],
    ['text'],
    [null],
    [17],
    [call('get_usage', 'no object' as unknown as object)],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call' }],
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
  ])('answers a message that is no tool call without a 500: %j', async (message) => {
    const { status, headers } = await posted(message);
    expect(status).toBeLessThan(500);
    expect(headers.get('x-request-cost')).toBe('0');
  });
});

/** The text and the data of a call. */
async function resultOf(name: string, args: object) {
  const { isError, content, structuredContent } = (await posted(call(name, args))).body.result;
  return { isError, lines: content[0].text.split(/\r?\n/), data: structuredContent?.data };
}

describe('a tool call', () => {
  test('has a text with the request, the cost, the rows and the coverage', async () => {
    alir.key = await keyOf(10);
    expect(await resultOf('get_foreign_flow', { ticker: 'bbca', ...DAY })).toEqual({
      isError: undefined,
      lines: [
        'Foreign flow of a stock: {"ticker":"bbca","from":"2026-01-19","to":"2026-01-19"}',
        'Volumes are in shares, values in IDR.',
        'Charged 1 unit; 9 units remaining until 2026-03-04T12:00:00.000Z.',
        '',
        'foreign_buy,foreign_sell,net_foreign',
        '126000,0,126000',
        '',
        'The newest published day is 2026-01-19 (publication 1), and the only trading day of the range up to today is published.',
      ],
      data: { foreign_buy: 126_000, foreign_sell: 0, net_foreign: 126_000 },
    });
    const { lines, data } = await resultOf('get_usage', {});
    expect(lines).toEqual([
      'Units used and remaining: {}',
      'Charged 0 units; 9 units remaining until 2026-03-04T12:00:00.000Z.',
      '',
      JSON.stringify(data),
    ]);
    const none = await resultOf('get_broker_summary', { ticker: 'NONE', ...DAY, investor: 'all' });
    expect(none.lines.slice(-3)).toEqual([
      '(no rows in the published data)',
      '',
      'The result is empty because no published day has a trade of the ticker (unknown_ticker); the newest published day is 2026-01-19 (publication 1), and the only trading day of the range up to today is published.',
    ]);
  });

  test.for([
    [
      10,
      1000,
      { x: 1 },
      ['x is not a field of this endpoint: remove it'],
      ' Correct the arguments and call again.',
    ],
    [
      1,
      1000,
      {},
      [
        'The request costs 2 units, and 1 remains. Send a smaller request, or wait. The paid period ends at 2026-03-04T12:00:00.000Z.',
      ],
      ' get_usage is free.',
    ],
    [
      10,
      1,
      {},
      ['The account exceeded its limit of 1 requests per minute. Send the next request in 60 s.'],
      '',
    ],
  ] as const)(
    'of an account with %i units and %i requests per minute is refused with the next step: %j',
    async ([units, requests_per_minute, more, [problem], next]) => {
      alir.key = await keyOf(units, requests_per_minute);
      const args = { tickers: ['A', 'B'], ...DAY, ...more };
      if (requests_per_minute === 1) await posted(call('get_usage', {}));
      const { isError, lines, data } = await resultOf('get_foreign_flow_batch', args);
      expect([isError, data, lines]).toEqual([
        true,
        undefined,
        [expect.stringContaining(problem), `Nothing was charged.${next}`],
      ]);
    },
  );

  test.for([
    [
      new AlirError('overloaded', 'Too many reads.', { retry_after_s: 3 }),
      'Too many reads.',
      ' Try again in 3 s.',
    ],
    [new AlirError('answer_too_large', 'Too large.'), 'Too large.', ''],
    [
      new Error('a secret'),
      'An internal error occurred. Try again later; if the error persists, report the request_id.',
      '',
    ],
  ] as const)('that fails with %s says whether to repeat it', async ([error, problem, next]) => {
    const server = await MeteredServer.start();
    const { keys } = await server.account(10);
    server.pause = async () => {
      throw error;
    };
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...HEADERS, authorization: `Bearer ${keys[0]}` },
      body: workBody('/mcp', {}),
    });
    expect(answer.headers.get('x-request-cost')).toBe('0');
    const text = `${problem}\nNothing was charged.${next}`;
    expect(((await answer.json()) as any).result).toEqual({
      isError: true,
      content: [{ type: 'text', text }],
    });
  });

  test('of the protocol 2026-07-28 has the same data', async () => {
    const message = call('get_foreign_flow', { ticker: 'BBCA', ...DAY });
    const { body } = await posted(
      {
        ...message,
        params: {
          ...message.params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get_foreign_flow' },
    );
    expect(body.result.structuredContent.data.foreign_buy).toBe(126_000);
  });

  test('of an unknown tool gets the names of the tools', async () => {
    const { body } = await posted(call('get_prices', {}));
    expect(body.error).toEqual({
      code: -32_602,
      message: `Unknown tool. The tools are: ${TOOLS.join(', ')}.`,
    });
  });

  test('follows a list of the tools, and instructions that name their common rules', async () => {
    const ask = async (method: string, params: object) =>
      (await posted({ jsonrpc: '2.0', id: 1, method, params })).body.result;
    const { serverInfo, capabilities, instructions } = await ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(serverInfo).toEqual({ name: 'alir', version: VERSION });
    expect(capabilities).toEqual({ tools: {} });
    expect(instructions).toBe(
      'Broker summary, foreign flow, prices and market news of the Indonesia Stock Exchange (IDX). Dates are YYYY-MM-DD in Jakarta, from 2025-01-01; a range has at most 366 days. Results are totals of the whole range, except those of tools with daily rows. Without a market, foreign flow is of both markets (ALL), and all other data is of the regular market (RG): send the same market to compare them. A trading day is published at about 19:00 in Jakarta. Values are in IDR and volumes in shares; a lot is 100 shares. Each call costs units: request one range instead of each single day. get_market_calendar (the published days) and get_usage are free.',
    );
    const { tools } = await ask('tools/list', {});
    expect(tools.map(({ name }: any) => name)).toEqual(TOOLS);
    expect(tools.find(({ name }: any) => name === 'get_foreign_flow')).toMatchObject({
      title: 'Foreign flow of a stock',
      annotations: {
        title: 'Foreign flow of a stock',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      inputSchema: {
        type: 'object',
        required: ['ticker', 'from', 'to'],
        properties: { market: { default: 'ALL', enum: ['RG', 'NG', 'ALL'] } },
        additionalProperties: false,
      },
      outputSchema: { type: 'object', required: ['data'], additionalProperties: false },
    });
    const open = tools.filter(({ annotations }: any) => annotations.openWorldHint);
    expect(open.map(({ name }: any) => name)).toEqual(['get_news']);
  });
});

test('a message has at most 64 levels', () => {
  expect(() => checkMessage(nested(64))).not.toThrow();
  expect(() => checkMessage(nested(65))).toThrow('body is nested more than 64 levels deep');
  expect(() => checkMessage([])).toThrow('body must be one message: batches are not supported');
});
