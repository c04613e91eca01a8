import { once } from 'node:events';
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { duplicateKey } from '../../src/api/http/requests/duplicate-key.ts';
import { type Answer, afterThisFile, TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import fc from '../support/properties.ts';

const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;

let alir: TestAlir;
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
});

/** A response as it comes over the wire, and what it says once it is decoded. */
async function sizeOf(path: string, accept_encoding: string) {
  const [response] = await once(
    get(`${await alir.url()}${path}`, { headers: { 'accept-encoding': accept_encoding } }),
    'response',
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const encoding = response.headers['content-encoding'];
  const text = String(
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body,
  );
  return { bytes: body.length, encoding, vary: response.headers.vary, text };
}

describe('HEAD', () => {
  const OPEN = [
    '/',
    '/health/live',
    '/health/ready',
    '/openapi.json',
    '/docs',
    '/docs/caller.md',
    '/docs/reference/get_usage',
    '/llms.txt',
    '/llms-full.txt',
    '/billing/plans',
  ];

  test.each(OPEN)('%s gets the headers of GET without the body', async (path) => {
    const url = `${await alir.url()}${path}`;
    const get = await fetch(url);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });

  test.each([FLOW, '/stocks/broker-summary', '/usage', '/account/keys', '/billing/orders'])(
    '%s gets 405, because it needs a key',
    async (path) => {
      const { status, headers } = await alir.raw(path, { method: 'HEAD' });
      expect([status, headers.get('x-request-cost') ?? '0']).toEqual([405, '0']);
      expect(headers.get('allow')?.split(', ')).toEqual(expect.not.arrayContaining(['HEAD']));
    },
  );
});

describe('documents', () => {
  const DOCUMENTS = [
    '/',
    '/openapi.json',
    '/docs',
    '/docs/caller.md',
    '/docs/reference/get_usage',
    '/llms.txt',
    '/llms-full.txt',
  ];

  test.each(DOCUMENTS)('%s has an ETag, and a client that sends it gets 304', async (path) => {
    const first = await alir.raw(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe(
      path.endsWith('.css') ? 'public, max-age=3600' : 'no-cache',
    );
    for (const named of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await alir.raw(path, {}, { 'if-none-match': named });
      expect([named, again.status, await again.text()]).toEqual([named, 304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      const head = await alir.raw(path, { method: 'HEAD' }, { 'if-none-match': named });
      expect(head.status).toBe(304);
    }
    expect((await alir.raw(path, {}, { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test.each(DOCUMENTS)('%s is compressed by Accept-Encoding', async (path) => {
    const plain = await sizeOf(path, 'identity');
    expect(plain.encoding).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      const encoded = await sizeOf(path, encoding);
      expect(encoded.vary).toContain('Accept-Encoding');
      if (plain.bytes < 1024) continue;
      expect(encoded).toMatchObject({ encoding, text: plain.text });
      expect(encoded.bytes).toBeLessThan(plain.bytes * 0.7);
    }
  });
});

describe('GET /', () => {
  const home = async (accept: string) => alir.raw('/', {}, { accept });

  test('is a page for a browser, and its links exist', async () => {
    const response = await home('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('vary')).toContain('Accept');
    const page = await response.text();
    expect(page).not.toMatch(/https?:|<script(?! type="module" src="\/assets\/)|\{version\}/);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(6);
    for (const link of links.filter((each) => !each.startsWith('data:'))) {
      expect([link, (await fetch(new URL(link, response.url))).status]).toEqual([link, 200]);
    }
  });

  test.each(['*/*', 'application/json', 'text/plain', '', `text/html${', x/y'.repeat(199)}`])(
    'is JSON for a program that accepts "%s"',
    async (accept) => {
      const response = await home(accept);
      const { success, data } = (await response.json()) as any;
      expect([response.status, success, data.name]).toEqual([200, true, 'Alir']);
      for (const path of Object.values<string>(data.links)) {
        const { status } = await alir.raw(path);
        expect([path, status]).toEqual([path, path === '/mcp' ? 405 : 200]);
      }
    },
  );
});

describe('OPTIONS', () => {
  test('returns the methods of a path', async () => {
    const allow = async (path: string) => {
      const { status, headers } = await fetch(`${await alir.url()}${path}`, { method: 'OPTIONS' });
      return [status, headers.get('allow')];
    };
    expect(await allow(FLOW)).toEqual([204, 'GET, OPTIONS']);
    expect(await allow('/billing/plans')).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(await allow('/account/keys/')).toEqual([204, 'GET, POST, OPTIONS']);
    expect(await allow('/nowhere')).toEqual([404, null]);
  });
});

describe('a trailing slash', () => {
  test('gets the same response', async () => {
    await alir.ingest(FILE_NAME, csv([line()]));
    const { body } = await alir.request(FLOW);
    expect(await alir.request(FLOW.replace('?', '/?'))).toMatchObject({ status: 200, body });
    const batch = { tickers: ['BRMS'], from: DATE, to: DATE };
    expect((await alir.post('/foreign-flow/batch/', batch)).body.data.BRMS).toEqual(body.data);
    for (const path of [
      '/usage/',
      '/health/live/',
      '/openapi.json/',
      '/docs/caller.md/',
      '/billing/plans/',
    ]) {
      expect([path, (await alir.raw(path)).status]).toEqual([path, 200]);
    }
    const { status, headers } = await alir.raw('/foreign-flow/', { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('of the page redirects to the page, because its links are relative', async () => {
    const { status, headers } = await alir.raw('/docs/', { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '../docs']);
  });
});

describe('X-Request-Id', () => {
  const sent = (id: string, path = FLOW, init: RequestInit = {}) =>
    alir.raw(path, init, { 'x-request-id': id });

  test('of the caller is used in headers and errors', async () => {
    for (const id of ['a', 'job-7_2026.01', 'x'.repeat(64)]) {
      expect((await sent(id)).headers.get('x-request-id')).toBe(id);
      const refused = await sent(id, '/nowhere');
      expect([refused.headers.get('x-request-id'), ((await refused.json()) as any).request_id]).toEqual([
        id,
        id,
      ]);
    }
  });

  test('that is malformed is replaced', async () => {
    for (const id of ['', 'x'.repeat(65), 'two words', 'a,b', '{"level":50}', 'é']) {
      expect((await sent(id)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
  });
});

describe('a duplicate key in a JSON body', () => {
  const RANGE = `"from":"${DATE}","to":"${DATE}"`;
  const send = (body: string, path = '/foreign-flow/batch'): Promise<Answer> =>
    alir.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  test.each([
    { key: 'tickers', body: `{"tickers":["BRMS"],${RANGE},"tickers":["BBCA"]}` },
    { key: 'to', body: `{"tickers":["BRMS"],${RANGE},"\\u0074o":"${DATE}"}` },
    { key: 'b', body: `{"tickers":[{"a":1,"b":2,"b":3}],${RANGE}}` },
    { key: '', body: '{"":1,"":2}' },
    { key: 'a"\\', body: '{"a\\"\\\\":1, "a\\"\\\\" :2}' },
  ])('is a 400 that names $key', async ({ key, body }) => {
    const answer = await send(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json']);
    expect(answer.body.errors).toEqual([{ field: key, message: expect.stringContaining('twice') }]);
  });

  test('is also refused for __proto__, and by /mcp', async () => {
    const proto = await send('{"__proto__":1,"__proto__":2}');
    expect([proto.status, proto.body.code]).toEqual([400, 'invalid_json']);
    const call = await send('{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}', '/mcp');
    expect([call.status, call.body.errors[0].field]).toEqual([400, 'method']);
  });

  test('is allowed in different objects and in a string', async () => {
    const tickers = ['{"a":1,"a":2}', 'x'];
    expect((await send(JSON.stringify({ tickers, from: DATE, to: DATE }))).body.code).toBe('invalid_request');
    expect(duplicateKey('[{"a":1},{"a":[{"a":2}]}]', [{ a: 1 }, { a: [{ a: 2 }] }])).toBeUndefined();
  });

  test('is found if and only if there is one', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value, null, 1));
    fc.assert(
      fc.property(json, (text) => {
        expect(duplicateKey(text, JSON.parse(text))).toBeUndefined();
      }),
    );
    const twice = fc.tuple(fc.string(), json, json).map(([key, one, other]) => ({
      key,
      text: `[{"${JSON.stringify(key).slice(1, -1)}":${one},${JSON.stringify(key)} :${other}}]`,
    }));
    fc.assert(
      fc.property(twice, ({ key, text }) => {
        expect(duplicateKey(text, JSON.parse(text))).toBe(key);
      }),
    );
  });
});
