import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { internet } from '../../src/network/internet.ts';
import { isPublicAddress } from '../../src/network/public-addresses.ts';
import { FeedClient, type FeedRequest } from '../../src/news/feed-client.ts';
import { afterThisTest } from '../support/alir.ts';
import { test as base } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';
import { Publishers } from '../support/publishers.ts';

const test = base.extend('fetchFeed', ({ publishers }) => clientOf(publishers));

async function clientOf(publishers: Publishers, max_bytes = 1_000_000) {
  const client = new FeedClient(publishers.network, max_bytes);
  afterThisTest(() => client.close());
  return (url: string, request: Partial<FeedRequest> = {}) =>
    client.fetch({
      url,
      hosts: ['a.example'],
      known: undefined,
      signal: AbortSignal.timeout(60_000),
      ...request,
    });
}

describe('a private address', () => {
  test.each([
    ...['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::1',
      '::',
      'fe80::1',
      '::7f00:1',
      '4000::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '2001:db8::1',
      '::ffff:127.0.0.1',
    ],
    ...['::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '::127.0.0.1', 'nonsense', ''],
    // Cloud platform services: Azure, Alibaba, Oracle, AWS, Google.
    ...[
      '168.63.129.16',
      '::ffff:168.63.129.16',
      '100.100.100.200',
      '192.0.0.192',
      'fd00:ec2::254',
      'fd20:ce::254',
    ],
    // IPv4 inside IPv6: mapped, NAT64 (well-known and local-use prefix), SIIT, 6to4, Teredo, ISATAP.
    ...[
      '::ffff:a83f:8110',
      '64:ff9b::a83f:8110',
      '64:ff9b:1::a9fe:a9fe',
      '::ffff:0:10.0.0.1',
      '2002:a83f:8110::1',
    ],
    ...['2001:0:a00:1::', '2600::5efe:10.0.0.1', '2600::200:5efe:a9fe:a9fe'],
    // Special ranges inside 2000::/3, a zone, and IPv4 that is not in dotted decimal.
    ...['3fff::1', '2001:20::1', '2001:2::1', '2606:4700::1111%1', '017.0.0.1', '134744072'],
  ])('%s is recognised', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['93.184.216.34', '8.8.8.8', '168.63.129.17', '2606:4700::1111', '::ffff:8.8.8.8'])(
    'is not %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  const refused = [
    ...['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'fd00::1'],
    ...[
      '168.63.129.16',
      '::ffff:168.63.129.16',
      '100.64.0.1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2600::5efe:a00:1',
    ],
  ];

  test('of a name without an address is unknown, which is no refusal', async ({ publishers, fetchFeed }) => {
    publishers.resolveTo('a.example');
    await expect(fetchFeed('https://a.example/rss')).rejects.toMatchObject({
      reason: 'unreachable',
      message: 'a.example does not resolve to an address',
    });
  });

  test.for(refused)(
    'is not contacted if a name resolves to %s',
    async (address, { publishers, fetchFeed }) => {
      publishers.resolveTo('a.example', '93.184.216.34', address);
      await expect(fetchFeed('https://a.example/rss')).rejects.toMatchObject({
        reason: 'refused',
        message: `a.example resolves to ${address}, which is not a public address`,
      });
      expect(publishers.dialled).toEqual([]);
    },
  );

  test.for([
    ...[
      'http://127.0.0.1/rss',
      'http://127.1/rss',
      'http://2130706433/rss',
      'http://0x7f.1/rss',
      'http://[::1]/rss',
    ],
    ...['http://169.254.169.254/latest/meta-data', 'http://[::ffff:127.0.0.1]/rss'],
    ...['http://168.63.129.16/machine?comp=goalstate', 'http://0xa83f8110/', 'http://[::ffff:a83f:8110]/'],
    ...[
      'http://100.100.100.200/latest/meta-data',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://[2002:a9fe:a9fe::]/',
    ],
  ])('is not contacted if the URL has the address %s', async (url, { publishers, fetchFeed }) => {
    await expect(fetchFeed(url)).rejects.toMatchObject({ reason: 'refused' });
    expect(publishers.dialled).toEqual([]);
  });

  test('is not contacted if a redirect has a name that resolves to it', async ({ publishers, fetchFeed }) => {
    publishers.redirect('a.example/rss', 'https://inner.a.example/rss');
    publishers.resolveTo('inner.a.example', '127.0.0.1');
    await expect(fetchFeed('https://a.example/rss')).rejects.toMatchObject({ reason: 'refused' });
    expect(publishers.dialled).toEqual(['a.example 93.184.216.34']);
  });
});

describe('a redirect', () => {
  test('to a host of the source is followed, also relative', async ({ publishers, fetchFeed }) => {
    publishers.redirect('a.example/rss', 'https://www.a.example/feed');
    publishers.redirect('www.a.example/feed', '/v2?x=1');
    publishers.serve('www.a.example/v2?x=1', 'here');
    const feed = await fetchFeed('http://a.example/rss');
    expect(feed).toMatchObject({
      url: 'https://www.a.example/v2?x=1',
      bytes: new Uint8Array([104, 101, 114, 101]),
    });
  });

  test.for<[string, string]>([
    ['https://b.example/rss', 'b.example, which is not a host of its source'],
    ['https://nota.example/rss', 'nota.example, which is not a host of its source'],
    ['https://a.example.b.example/', 'a.example.b.example, which is not a host of its source'],
    ['http://127.0.0.1/rss', 'http: addresses'],
    ['https://127.0.0.1/rss', '127.0.0.1, which is not a host of its source'],
    ['https://169.254.169.254/', '169.254.169.254, which is not a host of its source'],
    ['http://a.example/rss', 'http: addresses'],
    ['file:///etc/passwd', 'file: addresses'],
    ['https://a.example:22/', 'port 22'],
    ['https://', 'an invalid URL'],
    ['https://user:secret@a.example/', 'an address with a password'],
    ['https://user@a.example/', 'an address with a password'],
    ['https://:secret@a.example/', 'an address with a password'],
  ])('to %s is refused', async ([location, why], { publishers, fetchFeed }) => {
    publishers.redirect('a.example/rss', location);
    await expect(fetchFeed('https://a.example/rss')).rejects.toMatchObject({
      reason: 'refused',
      message: `it redirects to ${why}`,
    });
    expect(publishers.dialled).toEqual(['a.example 93.184.216.34']);
  });

  test('is followed 5 times at most', async ({ publishers, fetchFeed }) => {
    publishers.redirect('a.example/rss', 'https://a.example/rss');
    await expect(fetchFeed('https://a.example/rss')).rejects.toMatchObject({ reason: 'refused' });
    expect(publishers.requests).toHaveLength(6);
  });
});

describe('a body', () => {
  const text = 'a feed '.repeat(1000);
  test.for<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['identity', Buffer.from(text)],
  ])('encoded as %s is decoded', async ([encoding, body], { publishers, fetchFeed }) => {
    const headers = { 'content-encoding': encoding, 'content-type': 'text/xml; charset=utf-8' };
    publishers.serve('a.example/rss', body, encoding === 'identity' ? {} : headers);
    const feed = await fetchFeed('https://a.example/rss');
    expect(feed === 'unchanged' ? feed : Buffer.from(feed.bytes).toString()).toBe(text);
  });

  test('is read up to its limit, also if it is a compression bomb', async ({ publishers }) => {
    publishers.serve('a.example/full', 'x'.repeat(1000));
    publishers.serve('a.example/over', 'x'.repeat(1001));
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    publishers.serve('a.example/bomb', bomb, { 'content-encoding': 'gzip' });
    const fetchFeed = await clientOf(publishers, 1000);
    const capped = (path: string) => fetchFeed(`https://a.example/${path}`);
    expect(await capped('full')).toMatchObject({ bytes: new Uint8Array(1000).fill(120) });
    for (const path of ['over', 'bomb']) {
      await expect(capped(path)).rejects.toMatchObject({ reason: 'too_large' });
    }
  });

  test('that is compressed to more than its limit is refused, however small its content', async () => {
    const publishers = await Publishers.start();
    const pour =
      (chunk: Buffer | string, head: string) =>
      (_request: unknown, { socket }: { socket: Socket | null }) => {
        socket?.write(head);
        const more = () => {
          while (socket?.writable && socket.write(chunk));
          socket?.once('drain', more);
        };
        more();
      };
    const extension = `1;${'x'.repeat(1000)}\r\na\r\n`;
    publishers.serve(
      'a.example/chunks',
      pour(extension.repeat(50), 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'),
    );
    const members = Buffer.concat(Array.from({ length: 3000 }, () => gzipSync('')));
    publishers.serve('a.example/members', pour(members, 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'));
    publishers.serve('a.example/hints', pour('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(1000), ''));
    const fetchFeed = await clientOf(publishers, 100_000);
    for (const path of ['chunks', 'members', 'hints']) {
      await expect(fetchFeed(`https://a.example/${path}`), path).rejects.toMatchObject({
        reason: 'too_large',
      });
    }
  });

  test.for<[string, Record<string, string>, Buffer]>([
    ['gzip that is cut', { 'content-encoding': 'gzip' }, gzipSync(text).subarray(0, 20)],
    ['gzip that is none', { 'content-encoding': 'gzip' }, Buffer.from(text)],
    ['shorter than it says', { 'content-length': '100000' }, Buffer.from(text)],
  ])('that is incomplete counts as unreachable: %s', async ([, headers, body], { publishers, fetchFeed }) => {
    publishers.serve('a.example/rss', (_request, response) => {
      response.writeHead(200, headers as Record<string, string>).write(body);
      setTimeout(() => response.destroy(), 20);
    });
    await expect(fetchFeed('https://a.example/rss')).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('a publisher', () => {
  test.for<[string | undefined, string | null]>([
    ['"v1"', '"v1"'],
    [`"${'v'.repeat(254)}"`, `"${'v'.repeat(254)}"`],
    [`"${'v'.repeat(255)}"`, null],
    [undefined, null],
  ])('that sends the ETag %s gets If-None-Match %s next', async ([sent, etag], { publishers, fetchFeed }) => {
    publishers.serve('a.example/rss', (_request, response) =>
      response.writeHead(200, sent === undefined ? {} : { etag: sent }).end('<rss/>'),
    );
    const validators = { etag, last_modified: null };
    expect(await fetchFeed('https://a.example/rss')).toMatchObject({ validators });
    await fetchFeed('https://a.example/rss', { known: validators });
    expect(publishers.headers.map((headers) => headers['if-none-match'] ?? null)).toEqual([null, etag]);
  });

  test('may report "not modified" only for a known feed', async ({ publishers, fetchFeed }) => {
    publishers.serve('a.example/rss', (_request, response) => response.writeHead(304).end());
    const known = { etag: null, last_modified: 'Mon, 05 Jan 2026 08:00:00 GMT' };
    expect(await fetchFeed('https://a.example/rss', { known })).toBe('unchanged');
    expect(publishers.headers[0]?.['if-modified-since']).toBe(known.last_modified);
    await expect(fetchFeed('https://a.example/rss')).rejects.toMatchObject({ reason: 'bad_status' });
  });

  test('that accepts a connection without TLS has no open connection after the client is closed', async () => {
    const open = new Set<unknown>();
    const server = createServer((socket) => {
      open.add(socket);
      socket
        .resume()
        .on('error', () => {})
        .on('close', () => open.delete(socket));
    });
    const port = await listen(server);
    const client = new FeedClient(
      {
        resolve: async () => ['93.184.216.34'],
        // The real dial, but for where it leads.
        dial: (options, _addresses, done) =>
          internet.dial({ ...options, port: String(port) }, ['127.0.0.1'], done),
      },
      1000,
    );
    const signal = AbortSignal.timeout(200);
    const request = { url: 'https://a.example/rss', hosts: ['a.example'], known: undefined, signal };
    await expect(client.fetch(request)).rejects.toMatchObject({ reason: 'late' });
    expect(open.size).toBe(1);
    await client.close();
    await expect.poll(() => open.size).toBe(0);
  });

  test('is contacted at the checked address, whatever the system resolves', async ({ publishers }) => {
    publishers.serve(`localhost.invalid:${publishers.port}/rss`, 'here');
    const { port } = publishers;
    const socket = await new Promise((resolve, reject) => {
      const options = { hostname: 'localhost.invalid', protocol: 'http:', port: String(port) };
      internet.dial(options, ['127.0.0.1'], (error, socket) => (error ? reject(error) : resolve(socket)));
    });
    expect((socket as Socket).remoteAddress).toBe('127.0.0.1');
    (socket as Socket).destroy();
  });

  test('that does not answer gets a time-out, and its connection is closed', async ({ publishers }) => {
    publishers.serve('a.example/rss', () => {});
    const client = new FeedClient(publishers.network, 1000);
    const late = client.fetch({
      url: 'https://a.example/rss',
      hosts: ['a.example'],
      known: undefined,
      signal: AbortSignal.timeout(50),
    });
    await expect(late).rejects.toMatchObject({ reason: 'late' });
    await client.close();
    await expect.poll(() => publishers.open).toBe(0);
  });
});
