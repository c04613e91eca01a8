import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { Transform } from 'node:stream';
// @ts-expect-error It has no types.
import S3rver from '@20minutes/s3rver';
import { expect } from 'vitest';
import type { DataFolders } from '../../src/core/folders.ts';
import { bucketAt, type S3Bucket } from '../../src/network/bucket.ts';
import { afterThisTest, temporaryFolder } from './alir.ts';
import { listen } from './listen.ts';

/**
 * What happens to a request. `cut`: the connection ends at once, or after half of the body of the request or of the answer. `stall`: no answer,
 * or only half of one. `flip`: a bit of the body of the request or of the answer changes.
 */
export type Fault =
  | 'none'
  | 'error'
  | 'slow down'
  | 'unavailable'
  | 'cut'
  | 'cut upload'
  | 'cut answer'
  | 'stall'
  | 'stall answer'
  | 'flip upload'
  | 'flip answer';

const ERRORS: Partial<Record<Fault, readonly [number, string]>> = {
  error: [500, 'InternalError'],
  'slow down': [503, 'SlowDown'],
  unavailable: [503, 'ServiceUnavailable'],
};

interface FaultyBucket {
  /** A client that tries each request so often, and waits so long for a byte. */
  client(attempts?: number, idle_ms?: number): S3Bucket;
  readonly url: string;
  /** For ALIR_MIRROR_URL. */
  readonly address: string;
  /** Decides about each later request. */
  fault: (method: string, path: string) => Fault;
  /** The requests that were forwarded, as method and path. */
  readonly requests: string[];
}

const ADDRESS = 's3://lake/copies/alir';

/** An empty bucket on a server with the protocol of S3, behind a proxy with faults. */
export async function faultyBucket(): Promise<FaultyBucket> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    // s3rver signs the path of a list request with a trailing slash, Amazon without one.
    allowMismatchedSignatures: true,
    directory: await temporaryFolder(),
    configureBuckets: [{ name: 'lake' }],
  });
  const { port } = await server.run();
  for (const [name, value] of Object.entries(CREDENTIALS)) process.env[name] = value;
  const proxy = createServer((incoming, answer) => {
    const { method = '', url = '' } = incoming;
    const fault = bucket.fault(method, url);
    bucket.requests.push(`${method} ${decodeURIComponent(url.split('?')[0] ?? '')}`);
    const [status, code] = ERRORS[fault] ?? [];
    if (fault === 'stall') incoming.resume();
    else if (fault === 'cut') incoming.socket.destroy();
    else if (status) {
      incoming.resume();
      answer
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`);
    } else forward(incoming, answer, port, fault);
  });
  afterThisTest(() => server.close());
  const url = `http://127.0.0.1:${await listen(proxy)}`;
  const bucket: FaultyBucket = {
    url,
    address: ADDRESS,
    client: (attempts = 1, idle_ms = 10_000) =>
      bucketAt(
        ADDRESS,
        { AWS_ENDPOINT_URL_S3: url, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' },
        { attempts, idle_ms, connect_ms: 10_000, answer_ms: 10_000 },
      ),
    fault: () => 'none',
    requests: [],
  };
  return bucket;
}

function forward(incoming: IncomingMessage, answer: ServerResponse, port: number, fault: Fault): void {
  const { method, url, headers } = incoming;
  const cut = () => {
    outgoing.destroy();
    incoming.socket.destroy();
  };
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(changed(response, fault, 'answer', cut)).pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(changed(incoming, fault, 'upload', cut)).pipe(outgoing);
}

/** Passes a body on, with its fault at the middle. A body without a length has none. */
function changed(
  { headers }: IncomingMessage,
  fault: Fault,
  which: 'upload' | 'answer',
  cut: () => void,
): Transform {
  const middle = fault.endsWith(which) ? Number(headers['content-length'] ?? 0) >> 1 : 0;
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = middle - passed;
      passed += chunk.length;
      if (middle === 0 || at < 0 || at >= chunk.length) return done(null, chunk);
      if (fault.startsWith('flip')) {
        const flipped = Buffer.from(chunk);
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        return done(null, flipped);
      }
      this.push(chunk.subarray(0, at));
      // A body that stalls never goes on.
      if (fault.startsWith('cut')) cut();
    },
  });
}

/** For a process that uses the bucket. */
export const CREDENTIALS = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
};

/** Compares every object of the Delta tables with its file. */
export async function expectSame({ delta, root }: DataFolders, bucket: S3Bucket): Promise<void> {
  const entries = readdirSync(delta, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const keys = files.map((path) => relative(root, path)).toSorted();
  const others = ['delta/logs.json', 'delta/notes.txt'];
  const found = [...(await bucket.list('delta/')).keys()].filter((key) => !others.includes(key));
  expect(found.toSorted()).toEqual(keys);
  for (const key of keys) {
    expect((await contentOf(bucket, key)).equals(readFileSync(join(root, key))), key).toBe(true);
  }
}

export async function contentOf(bucket: S3Bucket, key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await bucket.read(key, 0)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
