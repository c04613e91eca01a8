import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error It has no types.
import S3rver from '@20minutes/s3rver';
import { S3Client } from '@aws-sdk/client-s3';
import { S3Bucket } from '../../src/network/bucket.ts';
import { afterThisTest, temporaryFolder } from './alir.ts';

/** What happens to a request: nothing, an error, or a connection that is cut after half of the body. */
export type Fault = 'none' | 'error' | 'cut';

interface FaultyBucket {
  /** A client that tries each request so often. */
  client(attempts?: number): S3Bucket;
  /** Decides about each later request. */
  fault: (method: string, path: string) => Fault;
  /** The requests that were forwarded, as method and path. */
  readonly requests: string[];
}

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
  const bucket: FaultyBucket = {
    client: (attempts = 1) => new S3Bucket(clientOf(proxyPort, attempts), 'lake', 'copies/alir/'),
    fault: () => 'none',
    requests: [],
  };
  const proxy = createServer((incoming, answer) => {
    const { method = '', url = '' } = incoming;
    const fault = bucket.fault(method, url);
    bucket.requests.push(`${method} ${decodeURIComponent(url.split('?')[0] ?? '')}`);
    if (fault === 'error') {
      incoming.resume();
      answer
        .writeHead(500, { 'content-type': 'application/xml' })
        .end('<Error><Code>InternalError</Code></Error>');
    } else if (fault === 'cut') incoming.socket.destroy();
    else forward(incoming, answer, port);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxyPort = (proxy.address() as AddressInfo).port;
  afterThisTest(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await server.close();
  });
  return bucket;
}

function forward(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
}

function clientOf(port: number, maxAttempts: number): S3Client {
  return new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    forcePathStyle: true,
    maxAttempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
