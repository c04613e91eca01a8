import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PLANS } from '../../../src/commerce/accounts/plans.ts';
import { afterThisFile, afterThisTest, TestAlir, UNLIMITED } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { newEmail } from '../../support/new-email.ts';

/** Both generations of the protocol; the client's own words for them. */
const GENERATIONS = {
  '2025-11-25': {},
  '2026-07-28': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
} as const;

const DAY = { from: DATE, to: DATE };

/** An Alir with one day. */
async function published(after = afterThisTest): Promise<TestAlir> {
  const opened = await TestAlir.open({}, after);
  await opened.ingest(
    FILE_NAME,
    csv([line({ STK_VOLM: 100 }), line({ STK_CODE: 'BBCA', STK_VOLM: 70, INV_TYP1: 'A', STK_PRIC: 9000 })]),
  );
  return opened;
}

/** Shared by the tests that publish nothing; each has an account of its own. */
let alir: TestAlir;
beforeAll(async () => {
  alir = await published(afterThisFile);
});
beforeEach(async () => {
  alir.key = (await alir.stores.accounts.create(newEmail(), 'enterprise', 1, UNLIMITED)).api_key;
});

async function connected(
  generation: keyof typeof GENERATIONS,
  { key = '', on = alir }: { key?: string; on?: TestAlir } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, GENERATIONS[generation]);
  const headers = { authorization: `Bearer ${key || on.key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${await on.url()}/mcp`), { requestInit: { headers } }),
  );
  afterThisTest(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe(generation);
  return client;
}

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? '';

describe.each(Object.keys(GENERATIONS) as (keyof typeof GENERATIONS)[])(
  'an MCP client of %s',
  (generation) => {
    test('lists all tools with their input, output and cost', async () => {
      const { tools } = await (await connected(generation)).listTools();
      expect(tools.length).toBeGreaterThan(20);
      for (const { description, annotations, inputSchema, outputSchema } of tools) {
        expect(description).toMatch(/Costs \d+ unit|Free/);
        expect(annotations?.readOnlyHint).toBe(true);
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
        expect(outputSchema).toMatchObject({ type: 'object', required: ['data'] });
      }
      expect(tools[0]?.inputSchema).toMatchObject({
        required: ['ticker', 'from', 'to', 'investor'],
        properties: { investor: { enum: ['all', 'f', 'd'] }, market: { default: 'RG' } },
      });
    });

    test('gets the same data as over HTTP, structured and as text, at the same cost', async () => {
      const client = await connected(generation);
      const question = { ticker: 'brms', ...DAY, investor: 'all' };
      const result = await client.callTool({ name: 'get_broker_summary', arguments: question });
      const { body } = await alir.get('/stocks/broker-summary', question);
      expect(body.data).toHaveLength(2);
      expect(result.structuredContent).toEqual({ data: body.data });
      expect(textOf(result)).toContain(
        `\n\nThe newest published day is ${DATE} (publication 1), and the only trading day of the range up to today is published.`,
      );
      expect(textOf(result)).toContain('Charged 1 unit; 999,999,999 units remaining');
      expect(textOf(result)).toContain('code,buy_freq,sell_freq,buy_volume');
      expect(textOf(result)).toContain('AK,1,0,100,0,126000,0,1260,0');

      const batch = { tickers: ['BBCA', 'BRMS', 'bbca', 'NONE'], ...DAY };
      const flows = await client.callTool({ name: 'get_foreign_flow_batch', arguments: batch });
      expect(flows.structuredContent).toEqual({
        data: (await alir.post('/foreign-flow/batch', batch)).body.data,
      });
      expect(textOf(flows)).toContain('BBCA,630000,0,630000');
      const usage = await client.callTool({ name: 'get_usage', arguments: {} });
      // By MCP and by HTTP the same: twice 1 for the summary and twice 3 for the batch.
      expect(usage.structuredContent).toMatchObject({ data: { account: { current_usage: 8 } } });
    });

    test('gets daily series; numbers are numbers, and lists of brokers are texts', async () => {
      const client = await connected(generation);
      const question = { ticker: 'brms', ...DAY, investor: 'all', top: 1, brokers: 'AK,XL' };
      const result = await client.callTool({ name: 'get_broker_summary_daily', arguments: question });
      expect(result.structuredContent).toMatchObject({ data: [{ date: DATE, code: 'AK', buy_volume: 100 }] });
      expect(textOf(result)).toContain(`${DATE},AK,1,0,100,0,126000,0,1260,0`);
      const wrong = await client.callTool({
        name: 'get_broker_inventory',
        arguments: { ticker: 'BRMS', ...DAY, investor: 'all', top: 'many' },
      });
      expect(textOf(wrong)).toContain('top must be a whole number from 1 to 50');
      const { tools } = await client.listTools();
      const inventory = tools.find(({ name }) => name === 'get_broker_inventory');
      expect(inventory?.inputSchema).toMatchObject({
        required: ['ticker', 'from', 'to', 'investor'],
        properties: { top: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
      });
      const flow = await client.callTool({
        name: 'get_foreign_flow_daily',
        arguments: { ticker: 'BBCA', ...DAY },
      });
      expect(flow.structuredContent).toEqual({
        data: [{ date: DATE, foreign_buy: 630_000, foreign_sell: 0, net_foreign: 630_000 }],
      });
      const { body } = await alir.get('/stocks/accumulation', { ticker: 'BRMS', ...DAY, investor: 'all' });
      const accumulation = await client.callTool({
        name: 'get_accumulation',
        arguments: { ticker: 'BRMS', ...DAY, investor: 'all' },
      });
      expect(accumulation.structuredContent).toEqual({ data: body.data });
    });

    test('gets an error with the seconds to wait above the rate limit', async () => {
      const { api_key } = await alir.stores.accounts.create(newEmail(), 'free', 1);
      const client = await connected(generation, { key: api_key });
      const results = [];
      for (let calls = 0; calls < PLANS.free.terms.requests_per_minute; calls++) {
        results.push(await client.callTool({ name: 'get_usage', arguments: {} }));
      }
      const last = results.at(-1);
      expect(last?.isError).toBe(true);
      expect(textOf(last)).toContain(
        'exceeded its limit of 10 requests per minute. Send the next request in 60 s.',
      );
      await expect(client.listTools()).rejects.toThrow(/10 requests per minute/);
    });

    test('gets a note about missing rows and days', async () => {
      const on = await published();
      await on.ingest('DT260120.csv', csv([line({ STK_CODE: 'SOME', TRX_DATE: '2026-01-20' })]));
      const client = await connected(generation, { on });
      const result = await client.callTool({
        name: 'get_broker_summary_batch',
        arguments: { tickers: ['SOME', 'NONE'], from: DATE, to: '2026-01-25' },
      });
      const text = textOf(result);
      expect(text.match(/^SOME,/gm)).toHaveLength(2);
      expect(text).toContain('(no rows for NONE in the published data)');
      expect(text).toContain(
        'The newest published day is 2026-01-20 (publication 2), and 2 of the 5 trading days of the range up to today are published (3 missing: 2026-01-21, 2026-01-22, 2026-01-23).',
      );
      expect(result.structuredContent).toMatchObject({ data: { NONE: [] } });
    });

    test('gets the first and the last of many stocks of a broker as text', async () => {
      const lines = Array.from({ length: 400 }, (_, place) =>
        line({ STK_CODE: `S${place}`, TRX_DATE: '2026-01-20' }),
      );
      const on = await published();
      await on.ingest('DT260120.csv', csv(lines));
      const client = await connected(generation, { on });
      const result = await client.callTool({
        name: 'get_broker_stocks',
        arguments: { code: 'ak', from: '2026-01-20', to: '2026-01-20', investor: 'all' },
      });
      const shown = textOf(result).match(/^S\d+,/gm) ?? [];
      expect(textOf(result)).toContain(`(${400 - shown.length} more rows are in structuredContent)`);
      expect([shown[0], shown.at(-1)]).toEqual(['S0,', 'S99,']);
      expect(textOf(result)).toContain('Charged 5 units');
      expect((result.structuredContent as any).data).toHaveLength(400);
    });

    test('with an unknown key is refused', async () => {
      await expect(connected(generation, { key: 'alir_live_no' })).rejects.toThrow();
    });
  },
);
