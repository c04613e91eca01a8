import { once } from 'node:events';
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { duplicateKey } from '../../src/api/http/requests/duplicate-key.ts';
import { afterThisFile, TestAlir } from '../support/alir.ts';
import fc from '../support/properties.ts';

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
});

describe('a duplicate key in a JSON body', () => {
  test('is allowed in different objects', () => {
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
