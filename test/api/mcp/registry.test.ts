import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { afterThisTest, TestAlir } from '../../support/alir.ts';
import { textOf } from '../../support/guide.ts';

const listing = JSON.parse(textOf('server.json'));

/** The fields of the registry's schema of 2025-12-11 that server.json uses, with their limits. An unknown field is an error. */
const input = {
  description: z.string(),
  isRequired: z.boolean(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
};
const variables = z.record(z.string(), z.strictObject(input));
const remote = z.strictObject({
  type: z.literal('streamable-http'),
  url: z.string().regex(/^https?:\/\/\S+$/),
  variables,
  headers: z.array(z.strictObject({ ...input, name: z.string(), value: z.string(), variables })),
});
const schema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  remotes: z.array(remote).length(1),
});

/** Puts values into a template, as the registry defines it: a name in braces that is no variable stays. */
const filled = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

test('server.json has the fields of the MCP registry and the version of the server', () => {
  expect(() => schema.parse(listing)).not.toThrow();
  expect(listing.version).toBe(JSON.parse(textOf('package.json')).version);
});

test('a client that fills in the variables of server.json is connected', async () => {
  const alir = await TestAlir.open();
  const [{ url, headers, variables: ofUrl }] = listing.remotes;
  const [{ name, value, variables: ofHeader }] = headers;
  expect([Object.keys(ofUrl), Object.keys(ofHeader)]).toEqual([['host'], ['mcp_key']]);
  const { host } = new URL(await alir.url());
  const address = new URL(filled(url, { host }).replace('https:', 'http:'));
  const requestInit = { headers: { [name]: filled(value, { mcp_key: alir.key }) } };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  afterThisTest(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  // Clients send the list to a model with each request.
  expect(JSON.stringify(tools).length).toBeLessThan(95_000);
  const texts = JSON.stringify(tools).replaceAll('GET /account/saved', '');
  expect(texts.match(/(GET|POST) \/|X-[A-Z]|9007199254740991/g)).toBeNull();
  for (const { inputSchema } of tools) {
    for (const [name, field] of Object.entries(inputSchema.properties ?? {}))
      expect([name, field]).toEqual([name, expect.objectContaining({ description: expect.any(String) })]);
  }
});
