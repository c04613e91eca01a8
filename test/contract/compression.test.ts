import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import zlib from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { compressed, encodingFor } from '../../src/api/http/responses/compression.ts';
import { ResponseCache } from '../../src/api/http/responses/response-cache.ts';
import { afterThisFile, SetClock, TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';

const RANGE = `from=${DATE}&to=${DATE}`;
const LARGE = `/stocks/broker-summary?ticker=BRMS&${RANGE}&investor=all`;
const SMALL = `/foreign-flow?ticker=BRMS&${RANGE}`;
const ARROW = 'application/vnd.apache.arrow.stream';
const PARQUET = 'application/vnd.apache.parquet';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Buffer) => Buffer };
const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  ...(zstdDecompressSync ? { zstd: zstdDecompressSync } : {}),
};

let alir: TestAlir;
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  const brokers = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Q${letter}`);
  await alir.ingest(FILE_NAME, csv(brokers.map((BRK_COD1) => line({ BRK_COD1 }))));
});

/** A response as it comes over the wire. */
async function wire(path: string, headers: Record<string, string>, key = alir.key) {
  const [response] = await once(
    get(`${await alir.url()}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } }),
    'response',
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

test.each([
  [1023, 0, null],
  [1024, 0, 'gzip'],
  // Random bytes do not become smaller.
  [2000, 1, null],
])('a body of %i bytes (random: %i) is compressed with %s', async (size, random, encoding) => {
  const bytes = random ? randomBytes(size) : Buffer.alloc(size);
  const body = await compressed(bytes, 'gzip');
  expect([body.encoding, (encoding ? zlib.gunzipSync(body.bytes) : body.bytes).equals(bytes)]).toEqual([
    encoding,
    true,
  ]);
});

describe('a body above 1 kB', () => {
  test.each(Object.keys(DECODE))('is sent with %s, with the same content and cost', async (encoding) => {
    const plain = await wire(LARGE, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    // Compressed for the first, from memory for the second.
    for (const _ of [1, 2]) {
      const { status, headers, body } = await wire(LARGE, { 'accept-encoding': encoding });
      expect([status, headers['content-encoding']]).toEqual([200, encoding]);
      expect(headers['content-length']).toBe(String(body.length));
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(DECODE[encoding]?.(body)).toEqual(plain.body);
      expect(headers['x-request-cost']).toBe('1');
    }
  });

  test('has Vary: Accept-Encoding, compressed or not', async () => {
    for (const encoding of ['br', 'identity']) {
      const { headers } = await wire(LARGE, { 'accept-encoding': encoding });
      expect(headers.vary).toBe('Accept, Accept-Encoding');
    }
  });

  test('is also compressed for anonymous requests', async () => {
    const { headers, body } = await wire('/billing/plans', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(JSON.parse(String(zlib.brotliDecompressSync(body))).success).toBe(true);
  });

  test('is compressed as Arrow, and not as Parquet, which is already compressed', async () => {
    const plain = await wire(LARGE, { accept: ARROW });
    const arrow = await wire(LARGE, { accept: ARROW, 'accept-encoding': 'br' });
    expect(arrow.headers['content-encoding']).toBe('br');
    expect(zlib.brotliDecompressSync(arrow.body)).toEqual(plain.body);
    for (const [accept, start] of [
      [PARQUET, 'PAR1'],
      [XLSX, 'PK'],
    ] as const) {
      const packed = await wire(LARGE, { accept, 'accept-encoding': 'br' });
      expect(packed.headers['content-encoding']).toBeUndefined();
      expect(String(packed.body.subarray(0, start.length))).toBe(start);
    }
  });
});

test('a smaller body and an error are not compressed', async () => {
  const small = await wire(SMALL, { 'accept-encoding': 'br' });
  expect(JSON.parse(String(small.body)).success).toBe(true);
  const error = await wire('/foreign-flow', { 'accept-encoding': 'br' });
  expect(JSON.parse(String(error.body)).success).toBe(false);
  for (const { headers } of [small, error]) expect(headers['content-encoding']).toBeUndefined();
});

describe('the encoding', () => {
  const best = zstdDecompressSync ? 'zstd' : 'br';
  test.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['deflate', null],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', best],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', null],
    ['gzip;q=0.5, identity', null],
    ['*', best],
    ['*;q=0', null],
    [`${'x,'.repeat(200)}br`, 'br'],
  ])('for "%s" is %s', (accepted, encoding) => {
    expect([encodingFor(accepted), encodingFor(accepted)]).toEqual([encoding, encoding]);
  });

  test('of an overlong header is ignored', () => {
    expect(encodingFor(`${'x, '.repeat(300)}br`)).toBe('br');
    expect(encodingFor(`${'x, '.repeat(400)}br`)).toBeNull();
  });
});

describe('the cache', () => {
  const text = Buffer.from(JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ index }))));

  test('compresses a body once for all waiting requests, and counts its bytes', async () => {
    const cache = new ResponseCache(new SetClock());
    const body = await cache.body('key', async () => ({ bytes: text }));
    const before = cache.bytes;
    const asked = await Promise.all(Array.from({ length: 20 }, () => cache.encoded('key', body, 'br')));
    expect(new Set(asked.map(({ bytes }) => bytes)).size).toBe(1);
    const [{ bytes, encoding } = body] = asked;
    expect(encoding).toBe('br');
    expect(cache.ready('key', 'br')?.bytes).toBe(bytes);
    expect(cache.bytes).toBe(before + bytes.length + 'key br'.length);
    expect(cache.ready('key', 'gzip')).toBeUndefined();
  });

  test('keeps a compressed body no longer than its original', async () => {
    const clock = new SetClock();
    const cache = new ResponseCache(clock);
    const body = await cache.body('key', async () => ({ bytes: text }));
    clock.elapsed_ms += 29_000;
    await cache.encoded('key', body, 'br');
    clock.elapsed_ms += 1000;
    expect(cache.ready('key', 'br')).toBeDefined();
    clock.elapsed_ms += 1;
    expect(cache.ready('key', 'br')).toBeUndefined();
  });
});
