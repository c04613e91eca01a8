import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/server/main.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisFile, configOf, folderOfThisFile, SetClock } from '../support/alir.ts';
import { requestsIn } from '../support/openapi.ts';

const GOLDEN = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

interface Served {
  readonly server: RunningServer;
  readonly source: string;
  readonly document: any;
}

const started = new Map<string, Promise<Served>>();

/** A server for all tests with the same settings. */
function served(environment: NodeJS.ProcessEnv = {}): Promise<Served> {
  const key = JSON.stringify(environment);
  const server = started.get(key) ?? start(environment);
  started.set(key, server);
  return server;
}

async function start(environment: NodeJS.ProcessEnv): Promise<Served> {
  const config = configOf(await folderOfThisFile(), environment);
  const server = await startServer(await openStores(config, new SetClock()));
  afterThisFile(() => server.close());
  const source = await (await fetch(`${server.url}/openapi.json`)).text();
  return { server, source, document: JSON.parse(source) };
}

/** One whose payments are told of by a provider has a path more. */
const PROVIDERS: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  manual: {},
  midtrans: { ALIR_PAYMENT_PROVIDER: 'midtrans', ALIR_PAYMENT_KEY: 'key' },
  xendit: { ALIR_PAYMENT_PROVIDER: 'xendit', ALIR_PAYMENT_KEY: 'key', ALIR_PAYMENT_CALLBACK_TOKEN: 'token' },
};

let document: any;
beforeAll(async () => {
  ({ document } = await served());
});

describe('the OpenAPI document', () => {
  test('equals docs/openapi.json, so that a change of the API is reviewed', async () => {
    const servers = [{ url: '/', description: 'This server' }];
    await expect(`${JSON.stringify({ ...document, servers }, null, 2)}\n`).toMatchFileSnapshot(GOLDEN);
  });

  test('has names and types that generators of clients can use', () => {
    const { schemas } = document.components;
    const snake = (name: string) => name.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
    // In Go, NewKey is the constructor of Key. In Python, an object of Plan is in a variable named plan, as the value of its field.
    for (const [name, { properties = {} }] of Object.entries<any>(schemas)) {
      expect(schemas, name).not.toHaveProperty(name.replace(/^New/, '') === name ? `New${name}` : '');
      expect(Object.keys(properties), name).not.toContain(snake(name));
    }
    const wrong: unknown[] = [];
    const check = (each: any, place: string, isOfRequest: boolean): void => {
      if (each === null || typeof each !== 'object') return;
      const formats: Record<string, string> = { integer: 'int64', number: 'double' };
      const wanted = formats[each.type];
      // Without a width, numbers have 32 bits.
      if (wanted !== undefined && each.format !== wanted) wrong.push([place, each.format]);
      if (each.type === 'null' && !/anyOf\/\d+$/.test(place)) wrong.push([place, 'null']);
      // A client must ignore what a later server adds.
      if (each.additionalProperties === false && !isOfRequest) wrong.push([place, 'closed']);
      for (const [name, part] of Object.entries(each)) {
        if (name !== 'example' && name !== 'examples') check(part, `${place}/${name}`, isOfRequest);
      }
    };
    const ofRequests = new Set<string>();
    const collect = (part: unknown): void => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/schemas\/(\w+)/g)) {
        if (!ofRequests.has(name)) collect(ofRequests.add(name) && schemas[name]);
      }
    };
    for (const { operation } of requestsIn(document)) collect(operation.requestBody ?? {});
    for (const [name, schema] of Object.entries(schemas)) check(schema, name, ofRequests.has(name));
    check(document.components.headers, 'headers', false);
    for (const { path, operation } of requestsIn(document)) check(operation, path, false);
    expect(wrong).toEqual([]);
  });

  test('has the default market of each request, and says that it differs', () => {
    for (const { path, operation } of requestsIn(document)) {
      const market = operation.parameters?.find(({ name }: any) => name === 'market');
      if (market === undefined) continue;
      const { default: fallback } = market.schema;
      expect([path, fallback]).toEqual([path, path.startsWith('/foreign-flow') ? 'ALL' : 'RG']);
      expect(market.description).toContain('foreign flow is of ALL, and all other data is of RG');
    }
  });

  test('has the server URL of the request, also behind a TLS proxy', async () => {
    const { server } = await served();
    const asked = async (headers: Record<string, string>) => {
      const response = await requestWithHost(`${server.url}/openapi.json`, headers);
      return JSON.parse(response).servers[0].url;
    };
    expect(await asked({})).toBe(server.url);
    expect(await asked({ host: 'evil.example.com', 'x-forwarded-proto': 'https' })).toBe('/');
    expect(await asked({ host: 'api.example.com"/><script>' })).toBe('/');
    expect(await asked({ host: '2130706433:8080' })).toBe('http://127.0.0.1:8080');
  });

  test.for([
    [{}, '/', 'http://127.0.0.1:8080'],
    [{ ALIR_ALLOWED_HOSTS: 'API.example.com' }, 'http://api.example.com:81', 'http://api.example.com:81'],
    [
      { ALIR_ALLOWED_HOSTS: 'api.example.com', ALIR_TRUST_PROXY: '127.0.0.1' },
      'https://api.example.com:81',
      'https://api.example.com:81',
    ],
    [{ ALIR_PUBLIC_URL: 'https://idx.example.com' }, 'https://idx.example.com', 'https://idx.example.com'],
  ] as const)(
    'and the pages have the Host of a request only if the operator allowed it: %j',
    async ([environment, server_url, shown]) => {
      const { server } = await served(environment);
      const headers = { host: 'api.example.com:81', 'x-forwarded-proto': 'https' };
      const document = JSON.parse(await requestWithHost(`${server.url}/openapi.json`, headers));
      expect(document.servers[0].url).toBe(server_url);
      for (const path of ['/', '/docs', '/docs/caller', '/docs/reference/get_usage', '/llms.txt']) {
        const page = await requestWithHost(`${server.url}${path}`, { ...headers, accept: 'text/html' });
        if (path === '/docs/caller') expect(page).toContain(shown);
        if (!shown.includes('api.example.com'))
          expect([path, page.includes('api.example.com:81')]).toEqual([path, false]);
      }
    },
  );

  // Without a provider it has a path less, and with another one that path has another name.
  test('has no linter warning', async () => {
    const { source } = await served(PROVIDERS.xendit);
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });

  test.each(Object.keys(PROVIDERS))(
    'describes every route of the server and no others, paid by %s',
    async (provider) => {
      const { server, document } = await served(PROVIDERS[provider]);
      const described = requestsIn(document).map(({ method, path }) => `${method} ${path}`);
      const routes = routesOf(server).filter(isDescribed);
      expect(described.toSorted()).toEqual(routes.toSorted());
      const notified = described.filter((route) => route.includes('notifications'));
      expect(notified).toEqual(provider === 'manual' ? [] : [`POST /billing/notifications/${provider}`]);
    },
  );

  test('leaves the routes under /admin to docs/commands.md, which lists each of them', async () => {
    const { server } = await served(PROVIDERS.manual);
    const routes = routesOf(server).filter(isAdmin);
    const guide = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
    const listed = [...guide.matchAll(/`((?:GET|POST) \/admin\/[^`]*)`/g)].map(([, route]) => route);
    expect(listed.toSorted()).toEqual(routes.toSorted());
  });

  test('has, with the other routes, each request that a text names', async () => {
    const { server } = await served(PROVIDERS.manual);
    const unnamed = (request: string) =>
      request.replaceAll(/(?<=\/)(\{[^}]*\}|:\w+|[A-Z][A-Z\d]+)/g, '{}').replace('/assets/*', '/assets/{}');
    const routes = server.app.declaredRoutes.flatMap(({ methods, path }) =>
      methods.map((method) => unnamed(`${method} ${path}`)),
    );
    const unknown = filesWithTexts().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:GET|POST|PUT|DELETE) \/[\w/{}:.-]*[\w}](?![$/])/g)]
        .map(([request]) => request)
        .filter((request) => !routes.includes(unnamed(request))),
    );
    expect(unknown).toEqual([]);
  });

  test('has an example for each operation, parameter, header and error', () => {
    for (const { operation } of requestsIn(document)) {
      for (const parameter of operation.parameters ?? []) {
        expect(
          parameter.example ?? parameter.schema.examples,
          `${operation.operationId} ${parameter.name}`,
        ).toBeDefined();
      }
      const sent = operation.requestBody?.content['application/json'];
      if (sent?.schema.properties) expect(sent.example, operation.operationId).toBeDefined();
      for (const [status, response] of Object.entries<any>(operation.responses)) {
        const json = response.content?.['application/json'];
        const hasExample = json?.example !== undefined || json?.examples !== undefined;
        const isFree = json === undefined || (json.schema.type === 'object' && !json.schema.properties);
        expect(hasExample || isFree, `${operation.operationId} ${status}`).toBe(true);
      }
    }
    for (const [name, header] of Object.entries<any>(document.components.headers)) {
      expect(header.example, name).toBeDefined();
    }
  });
});

/** The guides, and the sources with the messages. */
function filesWithTexts(): string[] {
  return ['docs', 'src'].flatMap((folder) => {
    const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(md|tsx?)$/.test(name))
      .map((name) => join(root, name));
  });
}

/** With a Host header of its own, which fetch does not allow. */
async function requestWithHost(url: string, headers: Record<string, string>): Promise<string> {
  const [response] = await once(get(url, { headers }), 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

/** HEAD is what GET is, without a body. docs/sell.md lists the routes under /admin, docs/beyond-one-box.md those of copies of the lake. */
/** A page or a form of the console. */
const isOfConsole = (route: string): boolean =>
  /^\w+ \/(assets|sign-in|sign-out|account\/switch|explorer)(\/|$)/.test(route);
const isDescribed = (route: string): boolean =>
  !route.startsWith('HEAD ') &&
  !isAdmin(route) &&
  !isOfCopies(route) &&
  !isOfOtherProgram(route) &&
  !isOfConsole(route);
const isAdmin = (route: string): boolean => route.includes(' /admin/');
const isOfCopies = (route: string): boolean => route.includes(' /lake/');
/** Of TradingView, whose documentation describes them, of OpenBB, and of spreadsheets. docs/caller.md lists them. */
const isOfOtherProgram = (route: string): boolean => / \/(udf|csv|widgets\.json)/.test(route);

/** Method and path of each route, without the pages of the console. `GET /` also answers programs. */
function routesOf({ app }: RunningServer): string[] {
  const routes = app.declaredRoutes.filter(({ isPage, path }) => !isPage || path === '/');
  return routes.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
}
