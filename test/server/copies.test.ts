import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { BucketCopy, FolderCopy, ServerCopy } from '../../src/market/ingest/copies/copy-source.ts';
import { mirror } from '../../src/market/ingest/copies/mirror.ts';
import { type Synced, sync } from '../../src/market/ingest/copies/sync.ts';
import { buildLake } from '../../src/market/ingest/lake-build.ts';
import { aloneInLake } from '../../src/market/ingest/lake-writer.ts';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import { vacuumLake } from '../../src/market/ingest/vacuum.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { bucketAt, type S3Bucket } from '../../src/network/bucket.ts';
import { lastUpdate } from '../../src/operations/doctor/last-runs.ts';
import { verify } from '../../src/operations/verify.ts';
import { follow, mirrorEach } from '../../src/server/follow.ts';
import { TestAlir, UNLIMITED } from '../support/alir.ts';
import { expectSame, faultyBucket } from '../support/bucket.ts';
import { test as base } from '../support/fixtures.ts';
import { flip } from '../support/flip.ts';
import { DAY, fileOf, flowOf, NEXT, publish } from '../support/published-days.ts';

const LOCK = { patience_ms: 10_000, onWait: () => {}, onDay: () => {} };
const QUICK = { ...LOCK, pause: async () => {} };

const test = base
  .extend('settings', () => ({
    environment: { ALIR_LAKE_PLANS: 'custom', ALIR_LAKE_UNITS: '2' },
    published: [fileOf(DAY, 1)],
  }))
  .extend('copy', () => TestAlir.open());

/** An account whose plan allows copies. */
const becomeCopier = (alir: TestAlir) => alir.become('custom', 1, { ...UNLIMITED, units: 50 });

async function newest({ stores }: TestAlir) {
  const publication = (await stores.manifest.history()).at(-1);
  if (!publication) throw new Error('nothing is published');
  return publication;
}

describe('the files of the lake over HTTP', () => {
  test.beforeEach(async ({ alir }) => {
    await becomeCopier(alir);
  });

  test('are copied by another server, each once', async ({ alir, copy }) => {
    const source = new ServerCopy(await alir.url(), alir.key);
    const syncFrom = () => sync(copy.stores.ingest, source, QUICK);
    expect(await syncFrom()).toMatchObject({ publications: 1, files: 3 });
    expect(await syncFrom()).toEqual({ publications: 0, checks: 0, files: 0, bytes: 0 });
    await publish(alir, DAY, 2);
    await publish(alir, NEXT, 3);
    expect(await syncFrom()).toMatchObject({ publications: 2, files: 6 });
    expect(await flowOf(copy)).toEqual(await flowOf(alir));
    expect(await copy.lakeFiles()).toEqual(await alir.lakeFiles());
    expect((await alir.request('/usage')).body.data.account).toMatchObject({ current_usage: 9 * 2 + 1 });
  });

  test('can be read in parts, and stay valid', async ({ alir }) => {
    const { trades_sha256 } = await newest(alir);
    const path = `/lake/files/${trades_sha256}`;
    const whole = await alir.raw(path);
    const content = Buffer.from(await whole.arrayBuffer());
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-length': String(content.length),
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${trades_sha256}"`,
      'x-request-cost': '2',
    });
    const last = content.length - 1;
    const ranges: Record<string, [number, number]> = {
      'bytes=5-9': [5, 9],
      'bytes=5-': [5, last],
      'bytes=-3': [last - 2, last],
      'bytes=5-99999999': [5, last],
    };
    for (const [range, [start, end]] of Object.entries(ranges)) {
      const part = await alir.raw(path, {}, { range });
      expect([part.status, part.headers.get('content-range')], range).toEqual([
        206,
        `bytes ${start}-${end}/${content.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(start, end + 1));
    }
    const spent = async () => (await alir.request('/usage')).body.data.account.current_usage;
    // The whole file and each of its parts.
    expect(await spent()).toBe(2 * 5);
    for (const known of [`"${trades_sha256}"`, `W/"x", "${trades_sha256}"`, '*']) {
      const unchanged = await alir.raw(path, {}, { 'if-none-match': known });
      expect([unchanged.status, unchanged.headers.get('x-request-cost')]).toEqual([304, '0']);
    }
    const unknown = await alir.raw(`/lake/files/${'0'.repeat(64)}`, {}, { 'if-none-match': '*' });
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await spent()).toBe(2 * 5);
    const outside = await alir.raw(path, {}, { range: `bytes=${content.length}-` });
    expect([outside.status, outside.headers.get('x-request-cost')]).toEqual([400, '0']);
    for (const range of ['bytes=0-1,4-5', 'bytes=-99999999']) {
      const all = await alir.raw(path, {}, { range });
      expect([all.status, (await all.arrayBuffer()).byteLength], range).toEqual([200, content.length]);
    }
    const metrics = await (await fetch(`${await alir.url()}/metrics`)).text();
    expect(metrics).toContain('alir_units_charged_total{route="/lake/files/:sha256"} 14\n');
  });

  test('are charged once for an Idempotency-Key, also in parts', async ({ alir }) => {
    const { trades_sha256, broker_day_sha256 } = await newest(alir);
    const send = async (sha256: string, headers: Record<string, string> = {}) => {
      const answer = await alir.raw(`/lake/files/${sha256}`, {}, { 'idempotency-key': 'k', ...headers });
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get('x-request-cost'), answer.headers.get('idempotent-replayed')];
    };
    expect(await send(trades_sha256)).toEqual([200, '2', null]);
    expect(await send(trades_sha256)).toEqual([200, '0', 'true']);
    expect(await send(trades_sha256, { range: 'bytes=5-' })).toEqual([206, '0', 'true']);
    expect(await send(broker_day_sha256)).toEqual([409, '0', null]);
    expect((await alir.request('/usage')).body.data.account).toMatchObject({ current_usage: 2 });
  });

  test('are refused, free of charge: unknown, damaged and deleted ones, and those of other plans', async ({
    alir,
    copy,
  }) => {
    const publication = await newest(alir);
    const path = `/lake/files/${publication.trades_sha256}`;
    for (const name of ['0'.repeat(64), '..%2F..%2Fledger.sqlite', publication.source_sha256])
      expect((await alir.request(`/lake/files/${name}`)).status).toBe(404);
    for (const from of ['0', '-1', 'x', '1e3', '01'])
      expect((await alir.request(`/lake/manifest?from=${from}`)).status).toBe(400);
    const next = (await alir.request('/lake/manifest?from=2')).body.data;
    expect(next).toMatchObject({ publications: [], checks: [] });
    await flip(new Lake(alir.stores.folders).file('trades', publication), 20);
    const damaged = await alir.request(path);
    expect([damaged.status, damaged.body.code]).toEqual([503, 'data_unavailable']);
    expect((await alir.raw(path)).headers.get('retry-after')).toBe('60');
    await publish(alir, DAY, 2);
    alir.clock.pass(1000);
    await vacuumLake(alir.stores.ingest, 0, LOCK);
    expect((await alir.request(path)).status).toBe(404);
    expect((await alir.request('/usage')).body.data.account).toMatchObject({ current_usage: 0 });
    await alir.become('custom', 1, { ...UNLIMITED, requests_per_minute: 2 });
    for (const [requested, status] of [
      ['/lake/manifest', 200],
      [path, 404],
      [path, 429],
      ['/lake/manifest', 429],
    ] as const)
      expect([requested, (await alir.request(requested)).status]).toEqual([requested, status]);
    await alir.become('enterprise', 1, UNLIMITED);
    for (const refused of [path, '/lake/manifest'])
      expect((await alir.request(refused)).body).toMatchObject({ code: 'scope_missing' });
    // By default, no plan allows copies.
    expect((await copy.request('/lake/manifest')).body).toMatchObject({ code: 'scope_missing' });
  });
});

test('a follower copies each publication once, and reports a source that fails once', async ({
  alir,
  copy,
}) => {
  const warnings: string[] = [];
  const copies: Synced[] = [];
  await becomeCopier(alir);
  const source = new ServerCopy(await alir.url(), alir.key);
  const copyNow = async () => {
    copies.push(await sync(copy.stores.ingest, source, QUICK));
    await measureUnlessBusy(copy.stores.ingest, {});
  };
  const ask = follow(copy.stores, source, { warn: (text) => void warnings.push(text) }, copyNow);
  for (let time = 0; time < 3; time++) await ask();
  await publish(alir, DAY, 2);
  await ask();
  expect(copies).toMatchObject([{ publications: 1 }, { publications: 1 }]);
  expect(await flowOf(copy)).toEqual(await flowOf(alir));
  const none = () => Promise.reject(new Error('no answer'));
  const down = { name: 'down', list: none, read: none };
  const askDown = follow(copy.stores, down, { warn: (text) => void warnings.push(text) }, copyNow);
  for (let time = 0; time < 3; time++) await askDown();
  expect(warnings).toEqual(['down cannot be followed: no answer']);
  expect(await lastUpdate(copy.stores.folders)).toMatchObject({
    outcome: 'failed',
    failures: ['no answer'],
    completed_at: copy.clock.now().toISOString(),
  });
});

test('a follower computes measures that an earlier run did not compute', async ({ alir, copy }) => {
  const source = new FolderCopy(alir.stores.folders.root);
  await sync(copy.stores.ingest, source, QUICK);
  let copies = 0;
  const ask = follow(copy.stores, source, { warn: () => {} }, async () => {
    copies += 1;
    if (copies > 1) await measureUnlessBusy(copy.stores.ingest, {});
  });
  await ask();
  await ask();
  expect(copies).toBe(1);
  copy.clock.elapsed_ms += 60_000;
  for (let time = 0; time < 2; time++) await ask();
  expect([copies, await copy.stores.manifest.measuredPublications()]).toEqual([2, 1]);
});

test.for([
  ['new publications', { publications: [{ number: 8 }], checks: [{ check_id: 3 }] }, 1],
  ['new comparisons', { publications: [{ number: 7 }], checks: [{ check_id: 4 }] }, 1],
  ['nothing new', { publications: [], checks: [] }, 0],
] as const)('a follower of a source with %s', async ([, listed, copies], { copy }) => {
  const { manifest } = copy.stores;
  for (const name of ['publications', 'measuredPublications'] as const)
    vi.spyOn(manifest, name).mockResolvedValue(7);
  vi.spyOn(manifest, 'newestOfficialCheck').mockReturnValue(3);
  const list = vi.fn(async () => listed);
  const copyNow = vi.fn(async () => {});
  const warn = vi.fn();
  const ask = follow(copy.stores, { name: 'source', list, read: list } as never, { warn }, copyNow);
  for (let time = 0; time < 2; time++) await ask();
  expect(list.mock.calls[0]).toEqual([{ publication: 8, check: 4 }, expect.anything()]);
  expect(copyNow).toHaveBeenCalledTimes(copies);
  // It pauses for a minute after a copy that copied nothing.
  expect(list).toHaveBeenCalledTimes(copies === 0 ? 2 : 1);
  expect(warn.mock.calls).toEqual(
    copies === 0
      ? []
      : [['source cannot be followed: its new publications could not be copied; the log says why']],
  );
  copy.clock.elapsed_ms += 60_000;
  await ask();
  expect(copyNow).toHaveBeenCalledTimes(2 * copies);
});

describe('a mirror in a bucket', () => {
  const syncFrom = (copy: TestAlir, bucket: S3Bucket) =>
    sync(copy.stores.ingest, new BucketCopy('s3://lake', bucket), QUICK);

  test('has what a copy needs, gets each file once, and loses deleted revisions', async ({ alir, copy }) => {
    const server = await faultyBucket();
    const bucket = server.client();
    // 3 files, 2 versions of 3 logs, and version 0 of measure_day.
    // A version that is not in the list of publications yet is left out.
    const next = join(alir.stores.folders.delta, 'trades/_delta_log', `${'2'.padStart(20, '0')}.json`);
    writeFileSync(next, '{}');
    const progress: number[][] = [];
    const onFile = (...files: number[]) => void progress.push(files);
    expect(await mirror(alir.stores.ingest, bucket, { onFile })).toMatchObject({
      ...{ uploaded_files: 10, deleted_files: 0 },
    });
    expect(progress).toEqual(Array.from({ length: 10 }, (_, n) => [n + 1, 10]));
    rmSync(next);
    expect(await mirror(alir.stores.ingest, bucket)).toMatchObject({ uploaded_files: 0 });
    expect(await syncFrom(copy, bucket)).toMatchObject({ publications: 1, files: 3 });
    // The days of the first copy are not news.
    const announced = () => copy.stores.ledger.all('events_to_distribute', { limit: 9 });
    expect(await announced()).toEqual([]);
    await publish(alir, DAY, 2);
    expect(await mirror(alir.stores.ingest, bucket)).toMatchObject({ uploaded_files: 6 });
    expect(await syncFrom(copy, bucket)).toMatchObject({ publications: 1, files: 3 });
    expect(await announced()).toMatchObject([{ kind: 'day.corrected' }]);
    expect(await flowOf(copy)).toEqual(await flowOf(alir));
    await bucket.put('delta/notes.txt', Buffer.from('of another program'), '0'.repeat(64));
    alir.clock.pass(1000);
    await vacuumLake(alir.stores.ingest, 0, LOCK);
    await mirror(alir.stores.ingest, bucket);
    const keys = [...(await bucket.list('delta/')).keys()];
    expect(keys.filter((key) => key.endsWith('.parquet') && !key.includes('_delta_log'))).toHaveLength(3);
    expect(keys).toContain('delta/notes.txt');
    await expectSame(alir.stores.folders, bucket);
  });

  test('equals the lake again after its logs were written again', async ({ alir }) => {
    const server = await faultyBucket();
    const bucket = server.client();
    const log = join(alir.stores.folders.delta, 'trades/_delta_log', `${'1'.padStart(20, '0')}.json`);
    const right = readFileSync(log);
    const wrong = Buffer.from(right.toString().replace('PUBLISH DAY', 'PUBLISH DAX'));
    writeFileSync(log, wrong);
    await mirror(alir.stores.ingest, bucket);
    let uploads = 0;
    const look = mirrorEach(alir.stores, async () => {
      uploads += 1;
      await mirror(alir.stores.ingest, bucket);
      return true;
    });
    await look();
    const { repaired } = await buildLake(alir.stores.ingest, LOCK);
    // Alir does not compare the name of an operation.
    expect(repaired).toEqual([]);
    rmSync(log);
    await buildLake(alir.stores.ingest, LOCK);
    expect(readFileSync(log)).toEqual(right);
    await look();
    expect(uploads).toBe(2);
    await expectSame(alir.stores.folders, bucket);
    // A run that is killed while it uploads the wrong log again, and a repair after it.
    writeFileSync(log, wrong);
    server.fault = (method, path) => (method === 'PUT' && path.includes('logs.json') ? 'cut' : 'none');
    await expect(mirror(alir.stores.ingest, bucket)).rejects.toThrow();
    server.fault = () => 'none';
    writeFileSync(log, right);
    await mirror(alir.stores.ingest, bucket);
    await expectSame(alir.stores.folders, bucket);
    expect(await mirror(alir.stores.ingest, bucket)).toMatchObject({ uploaded_files: 0 });
  });

  test('whose server never answers fails within a bound', async ({ alir }) => {
    const server = await faultyBucket();
    const signal = AbortSignal.abort();
    await expect(mirror(alir.stores.ingest, server.client(), { signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(server.requests.filter((request) => request.includes('PUT'))).toEqual([]);
    server.requests.length = 0;
    server.fault = () => 'stall';
    await expect(mirror(alir.stores.ingest, server.client(2, 100))).rejects.toThrow('timed out');
    expect(server.requests).toHaveLength(2);
  });

  test('with a bit that changes on its way is never copied', async ({ alir, copy }) => {
    const server = await faultyBucket();
    const bucket = server.client();
    for (const part of ['trade_date', 'manifest.json']) {
      const isHit = (path: string) => path.includes(part);
      // This server accepts an object whose checksum is wrong. Amazon refuses it.
      server.fault = (method, path) => (method === 'PUT' && isHit(path) ? 'flip upload' : 'none');
      await mirror(alir.stores.ingest, bucket);
      await expect(syncFrom(copy, bucket)).rejects.toMatchObject({ code: 'copy_failed' });
      if (part === 'manifest.json')
        await expect(mirror(alir.stores.ingest, bucket)).rejects.toThrow('In a bucket, delete it');
      server.fault = () => 'none';
      for (const key of (await bucket.list('')).keys()) if (isHit(key)) await bucket.delete(key);
      await mirror(alir.stores.ingest, bucket);
      server.fault = (method, path) => (method === 'GET' && isHit(path) ? 'flip answer' : 'none');
      await expect(syncFrom(copy, server.client())).rejects.toMatchObject({ code: 'copy_failed' });
      expect(await copy.stores.manifest.history()).toEqual([]);
      server.fault = () => 'none';
    }
    expect(await syncFrom(copy, bucket)).toMatchObject({ publications: 1 });
    expect(await flowOf(copy)).toEqual(await flowOf(alir));
  });

  test('is uploaded when the list of publications has changed, and again after a failure', async () => {
    const alir = await TestAlir.open();
    const uploads: boolean[] = [];
    const upload = async () => {
      uploads.push(uploads.length > 0);
      return uploads.length > 1;
    };
    const look = mirrorEach(alir.stores, upload);
    await look();
    await publish(alir, DAY, 1);
    await look();
    await look();
    alir.clock.elapsed_ms += 60_000;
    for (let time = 0; time < 2; time++) await look();
    expect(uploads).toEqual([false, true]);
    await publish(alir, DAY, 2);
    await look();
    expect(uploads).toHaveLength(3);
  });

  test('is uploaded again when the log of the measures is written after they are in force', async ({
    alir,
  }) => {
    let uploads = 0;
    const look = mirrorEach(alir.stores, async () => {
      uploads += 1;
      return true;
    });
    await alir.stores.manifest.noteMeasured(1);
    await look();
    await aloneInLake(alir.stores.ingest, LOCK, async () => {});
    await look();
    await look();
    expect(uploads).toBe(2);
  });

  test('keeps the files of another lake, and those that an older backup lacks', async ({ alir, copy }) => {
    const bucket = (await faultyBucket()).client();
    await publish(copy, DAY, 1);
    await publish(alir, NEXT, 2);
    await mirror(alir.stores.ingest, bucket);
    const before = await bucket.list('');
    await expect(mirror(copy.stores.ingest, bucket)).rejects.toThrow(
      `has publication 2, of ${NEXT}, which this data folder lacks`,
    );
    expect(await bucket.list('')).toEqual(before);
    expect(await syncFrom(copy, bucket)).toMatchObject({ publications: 1 });
    expect(await mirror(copy.stores.ingest, bucket)).toMatchObject({ deleted_files: 0 });
  });

  test('with a flipped bit is repaired, and a damaged file of the lake is not uploaded', async ({ alir }) => {
    const server = await faultyBucket();
    const bucket = server.client();
    await mirror(alir.stores.ingest, bucket);
    const publication = await newest(alir);
    const file = new Lake(alir.stores.folders).file('trades', publication);
    const keys = ['trades', 'broker_day'].map(async (table) =>
      [...(await bucket.list(`delta/${table}/`)).keys()].find((each) => each.includes('=')),
    );
    const damaged = await Promise.all(keys);
    const changed = readFileSync(file);
    changed[10] = ~(changed[10] ?? 0);
    for (const key of damaged) await bucket.put(key ?? '', changed, '0'.repeat(64));
    expect(await mirror(alir.stores.ingest, bucket)).toMatchObject({ damaged: [] });
    expect(await mirror(alir.stores.ingest, bucket, { verify: true })).toMatchObject({ damaged });
    expect(await mirror(alir.stores.ingest, bucket, { verify: true })).toMatchObject({ damaged: [] });
    await publish(alir, NEXT, 2);
    await flip(new Lake(alir.stores.folders).file('trades', await newest(alir)), 20);
    await expect(mirror(alir.stores.ingest, bucket)).rejects.toMatchObject({ code: 'lake_damaged' });
  });
});

test('a document of a bucket is read again only after it changed', async () => {
  const server = await faultyBucket();
  const bucket = server.client();
  const write = (text: string) =>
    bucket.put('document', Buffer.from(text), createHash('sha256').update(text).digest('hex'));
  const parsed: string[] = [];
  const read = (text: string) => parsed.push(text);
  const { signal } = new AbortController();
  await write('one');
  for (let count = 0; count < 3; count++) await bucket.document('document', 9, read, signal);
  expect(parsed).toEqual(['one']);
  await write('two');
  await bucket.document('document', 9, read, signal);
  expect(parsed).toEqual(['one', 'two']);
  await expect(bucket.document('none', 9, read, signal)).rejects.toThrow();
  await write('nine byte');
  await bucket.document('document', 9, read, signal);
  const other = bucketAt(server.address, { AWS_ENDPOINT_URL: server.url });
  expect([...(await other.list('doc'))]).toEqual([['document', 9]]);
  await write('ten bytes.');
  await expect(bucket.document('document', 9, read, signal)).rejects.toThrow();
  expect(parsed).toEqual(['one', 'two', 'nine byte']);
});

test('a follower refuses to ingest', async () => {
  const follower = await TestAlir.open({ environment: { ALIR_FOLLOW_URL: 'https://alir.example.com' } });
  await expect(publish(follower, DAY, 1)).rejects.toThrow('is a copy of https://alir.example.com');
});

test('verify finds no fault in a copy of a copy', async ({ alir, copy }) => {
  const bucket = (await faultyBucket()).client();
  await mirror(alir.stores.ingest, bucket);
  await sync(copy.stores.ingest, new BucketCopy('s3://lake', bucket), QUICK);
  const other = (await faultyBucket()).client();
  await mirror(copy.stores.ingest, other);
  const last = await TestAlir.open();
  await sync(last.stores.ingest, new BucketCopy('s3://lake', other), QUICK);
  expect(await verify(last.stores.ingest, LOCK)).toMatchObject({ days: 1, faults: [] });
});
