import { describe, expect, vi } from 'vitest';
import { checkMessage, isCallOf } from '../../../src/api/mcp/message.ts';
import { AlirError } from '../../../src/core/errors.ts';
import { test } from '../../support/fixtures.ts';
import { MeteredServer, workBody } from '../../support/metering.ts';

const TOOLS = [
  'get_broker_summary',
  'get_broker_summary_batch',
  'get_broker_summary_daily',
  'get_broker_inventory',
  'get_broker_position',
  'get_accumulation',
  'get_counterparties',
  'get_ohlcv',
  'get_broker_stocks',
  'get_broker_ranking',
  'get_foreign_flow',
  'get_foreign_flow_batch',
  'get_foreign_flow_daily',
  'get_foreign_flow_ranking',
  'get_stock_measures',
  'get_stock_measures_batch',
  'get_market_measures',
  'get_market_daily',
  'get_market_brief',
  'get_screen',
  'get_market_calendar',
  'get_market_tickers',
  'get_market_brokers',
  'get_news',
  'get_usage',
];
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** `{ a: { a: ... } }`, so many levels deep. */
const nested = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('a tool call', () => {
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
    const { key } = await server.account(10);
    const log = vi.spyOn(server.app.log, 'error');
    server.pause = async () => {
      throw error;
    };
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...HEADERS, authorization: `Bearer ${key}` },
      body: workBody('/mcp', {}),
    });
    expect(answer.headers.get('x-request-cost')).toBe('0');
    const text = `${problem}\nNothing was charged.${next}`;
    expect(((await answer.json()) as any).result).toEqual({
      isError: true,
      content: [{ type: 'text', text }],
    });
    const isOfCaller = error instanceof AlirError && error.code === 'answer_too_large';
    const failed = [{ request_id: expect.any(String), err: error }, 'tool call failed'];
    expect(log.mock.calls).toEqual(isOfCaller ? [] : [failed]);
  });

  test('follows a list of the tools', async ({ alir }) => {
    const response = await alir.request('/mcp', {
      method: 'POST',
      headers: HEADERS,
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    const { tools } = response.body.result;
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

test.for([
  [true, {}],
  [true, { id: 'one' }],
  [true, { params: { name: 'get_usage' } }],
  [false, { id: undefined }],
  [false, { id: 1.5 }],
  [false, { method: 'tools/list' }],
  [false, { params: undefined }],
  [false, { params: { name: 'get_nothing', arguments: {} } }],
  [false, { params: { name: ['get_usage'], arguments: {} } }],
  [false, { params: { name: 'get_usage', arguments: [] } }],
  [false, { params: { name: 'get_usage', arguments: null } }],
  [false, { params: { name: 'get_usage', arguments: 'BBCA' } }],
] as const)('whether a tool answers the message is %s for %j', ([isCall, changed]) => {
  const call = { id: 1, method: 'tools/call', params: { name: 'get_usage', arguments: {} } };
  expect(isCallOf({ ...call, ...changed }, new Set(['get_usage']))).toBe(isCall);
});
