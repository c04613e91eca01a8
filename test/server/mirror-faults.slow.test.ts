import { expect } from 'vitest';
import { BucketCopy } from '../../src/market/ingest/copies/copy-source.ts';
import { mirror } from '../../src/market/ingest/copies/mirror.ts';
import { sync } from '../../src/market/ingest/copies/sync.ts';
import type { S3Bucket } from '../../src/network/bucket.ts';
import { TestAlir } from '../support/alir.ts';
import { expectSame, type Fault, faultyBucket } from '../support/bucket.ts';
import { test as base } from '../support/fixtures.ts';
import { DAY, flowOf, NEXT, publish } from '../support/published-days.ts';

const test = base.extend('copy', () => TestAlir.open());
/** Longer than a busy machine takes for a request that does not stall. */
const STALL_MS = 2000;

const syncFrom = (copy: TestAlir, bucket: S3Bucket) =>
  sync(copy.stores.ingest, new BucketCopy('s3://lake', bucket), {
    patience_ms: 10_000,
    onWait: () => {},
    pause: async () => {},
  });

for (const fault of [
  'slow down',
  'unavailable',
  'cut upload',
  'cut answer',
  'stall',
  'stall answer',
] as const)
  test(`a mirror is uploaded and copied although one request in four meets: ${fault}`, async ({
    alir,
    copy,
  }) => {
    const server = await faultyBucket();
    await publish(alir, DAY, 1);
    let requests = 0;
    server.fault = () => (requests++ % 4 === 1 ? fault : 'none');
    await mirror(alir.stores.ingest, server.client(4, STALL_MS));
    expect(await syncFrom(copy, server.client(4, STALL_MS))).toMatchObject({ publications: 1, files: 3 });
    server.fault = () => 'none';
    await expectSame(alir.stores.folders, server.client());
  });

test('a mirror is uploaded and copied through a server that fails, and cuts connections', async ({
  alir,
  copy,
}) => {
  const server = await faultyBucket();
  await publish(alir, DAY, 1);
  await publish(alir, NEXT, 2);
  let requests = 0;
  server.fault = () =>
    (['error', 'none', 'none', 'cut', 'none', 'none'] as Fault[])[requests++ % 6] ?? 'none';
  await mirror(alir.stores.ingest, server.client(4));
  expect(await syncFrom(copy, server.client(4))).toMatchObject({ publications: 2, files: 6 });
  expect(await flowOf(copy)).toEqual(await flowOf(alir));
});

test('a mirror that stops at any request has an old or a new state, and the next run completes it', async ({
  alir,
}) => {
  const server = await faultyBucket();
  const bucket = server.client();
  await publish(alir, DAY, 1);
  await mirror(alir.stores.ingest, bucket);
  await publish(alir, DAY, 2);
  const ends: number[] = [];
  for (let stop = 1, isStopped = true; isStopped; stop++) {
    let requests = 0;
    server.fault = () => (++requests >= stop ? 'cut' : 'none');
    isStopped = await mirror(alir.stores.ingest, bucket).then(
      () => false,
      () => true,
    );
    server.fault = () => 'none';
    const source = new BucketCopy('s3://lake', server.client());
    const listed = (await source.list({ publication: 1, check: 1 })).publications as {
      trades_sha256: string;
    }[];
    ends.push(listed.length);
    const keys = [...(await bucket.list('delta/trades/')).keys()];
    for (const { trades_sha256 } of listed)
      expect(keys.filter((key) => key.includes(trades_sha256))).toHaveLength(1);
    // A version of the log is there after its file.
    if (keys.some((key) => key.endsWith(`${'2'.padStart(20, '0')}.json`)))
      expect(keys.filter((key) => key.endsWith('.parquet'))).toHaveLength(2);
  }
  expect(ends).toContain(1);
  expect(ends.at(-1)).toBe(2);
});
