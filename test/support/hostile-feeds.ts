import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { temporaryFolder } from './alir.ts';
import { firstLine } from './cli.ts';
import { item, newsSources, type Publishers, rss, type TestSource } from './publishers.ts';

const MEGABYTE = 1_000_000;

const one = item({ title: 'T', link: 'https://x.example/1' });
const start = rss(one).replace('</channel></rss>', '');

/** Writes up to `bytes` bytes, as fast as the client reads. */
function pour(response: ServerResponse, chunk: string | Buffer, bytes: number): void {
  let left = bytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** Writes a chunk every `every_ms` until the connection closes. */
function drip(response: ServerResponse, chunk: string, every_ms: number): void {
  const timer = setInterval(() => response.write(chunk), every_ms);
  response.once('close', () => clearInterval(timer));
}

/** The response of each hostile publisher, by name. No article of theirs may be shown. */
const HOSTILE: Readonly<Record<string, (response: ServerResponse, path: string, host: string) => void>> = {
  drip: (response) => drip(response.writeHead(200), '<', 1000),
  silent: () => {},
  headers: (response) => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\n');
    let headers = 0;
    const timer = setInterval(() => socket?.write(`x-${headers++}: ${'x'.repeat(100)}\r\n`), 1);
    socket?.once('close', () => clearInterval(timer));
  },
  hangup: (response) => response.destroy(),
  large: (response) => pour(response.writeHead(200), Buffer.alloc(MEGABYTE, '<item/>'), 300 * MEGABYTE),
  gzip: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bombs().gzip),
  brotli: (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(bombs().brotli),
  layers: (response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip, gzip, gzip' })
      .end(gzipSync(gzipSync(gzipSync(Buffer.alloc(50 * MEGABYTE))))),
  redirects: (response, path, host) =>
    response.writeHead(302, { location: `https://${host}/${Number(path.slice(1)) + 1 || 1}` }).end(),
  loopback: (response) => response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end(),
  metadata: (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  rebound: (response, _path, host) =>
    response.writeHead(302, { location: `https://inner.${host}/secret` }).end(),
  bomb: (response) => {
    const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
    response.end(`<!DOCTYPE r [<!ENTITY e0 "ha">${entities.join('')}]>${rss(item({ title: '&e20;' }))}`);
  },
  xxe: (response) => {
    const entity = '<!ENTITY x SYSTEM "file:///etc/passwd">';
    response.end(`<?xml version="1.0"?><!DOCTYPE r [${entity}]>${rss(item({ title: '&x;' }))}`);
  },
  million: (response) => response.end(rss('<item/>'.repeat(1_000_000))),
  items: (response) => response.end(rss('<item/>'.repeat(250_000))),
  deep: (response) => response.end(rss('<item><title>'.repeat(100_000), '<b>'.repeat(200_000))),
  html: (response) => response.end('<!DOCTYPE html><html><body>'.padEnd(MEGABYTE, '<div>')),
  endless: (response) => pour(response.writeHead(200), start + one.repeat(100), Number.POSITIVE_INFINITY),
  unending: (response) => drip(response.writeHead(200), start + one, 200),
  short: (response) => {
    response.writeHead(200, { 'content-length': '100000' }).write(start);
    setTimeout(() => response.destroy(), 100);
  },
  nonsense: (response) => {
    response.socket?.end(
      'HTTP/1.1 200 OK\r\ncontent-length: -5\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n<rss',
    );
  },
};

/** Unusual responses that still contain an article. */
const ODD: Readonly<Record<string, (response: ServerResponse) => void>> = {
  brackets: (response) => response.end(rss(item({ title: 'T', description: '<'.repeat(0.99 * MEGABYTE) }))),
  encoded: (response) =>
    response.end(rss(item({ title: 'T', description: `<![CDATA[${'<h'.repeat((0.99 * MEGABYTE) / 2)}]]>` }))),
  cut: (response) =>
    response.writeHead(200, { 'content-length': '150' }).end(`${rss(one)}${'x'.repeat(500)}`),
};

let packed: { gzip: Buffer; brotli: Buffer } | undefined;

function bombs(): { gzip: Buffer; brotli: Buffer } {
  const zeros = Buffer.alloc(300 * MEGABYTE);
  packed ??= { gzip: gzipSync(zeros), brotli: brotliCompressSync(zeros) };
  return packed;
}

const GOOD = ['good-a', 'good-b', 'good-c', 'good-d', 'good-e'];

/** The names of all sources whose articles must be shown. */
export const PRESENT: readonly string[] = [...GOOD, ...Object.keys(ODD)].toSorted();
/** No request may match this pattern. */
export const SECRETS = /secret|latest/;

/** Serves publishers of all kinds from one local server. @returns their sources, hostile ones last */
export function serveHostileFeeds(publishers: Publishers): TestSource[] {
  bombs();
  const source = (name: string) => ({ name, feeds: [`https://${name}.example/rss`] });
  for (const name of GOOD) {
    const articles = Array.from({ length: 50 }, (_, n) =>
      item({
        title: `Title ${n}`,
        link: `https://${name}.example/${n}`,
        description: 'Said so. '.repeat(20),
      }),
    );
    publishers.serve(`${name}.example/rss`, rss(...articles));
  }
  for (const [name, answer] of Object.entries({ ...HOSTILE, ...ODD })) {
    publishers.serveHost(`${name}.example`, (request, response) => {
      response.on('error', () => {});
      answer(response, request.url ?? '', `${name}.example`);
    });
  }
  return [...GOOD, ...Object.keys(ODD), ...Object.keys(HOSTILE)].map(source);
}

export interface NewsServer {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  /** Advances the server's clock by 31 s, so cached responses expire. */
  later(): void;
  get(path: string): Promise<Response>;
  /** The value of a metric in /metrics, summed over the matching labels. */
  figure(name: string, labels?: string): Promise<number>;
}

/** Starts Alir in a separate process. It is stopped after the test. */
export async function startNewsServer(
  publishers: Publishers,
  sources: readonly TestSource[],
): Promise<NewsServer> {
  const env = {
    PATH: process.env.PATH,
    ALIR_DATA_DIR: await temporaryFolder(),
    ALIR_PORT: '0',
    ALIR_LOG_LEVEL: 'error',
    ALIR_NEWS_SOURCES: await newsSources(sources, { deadline_ms: 5000, feed_timeout_ms: 4000 }),
  };
  const addresses = JSON.stringify({ 'inner.rebound.example': ['127.0.0.1'] });
  const script = resolve(import.meta.dirname, 'news-server.mjs');
  const child = spawn(process.execPath, ['--expose-gc', script, String(publishers.port), addresses], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { url, key } = await firstLine(child);
  const get = (path: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return {
    child,
    url,
    key,
    get,
    later: () => void child.stdin?.write('later\n'),
    async figure(name, labels = '') {
      const lines = (await (await get('/metrics')).text()).split('\n');
      const values = lines.filter((line) => new RegExp(`^${name}(\\{.*${labels}.*\\})? `).test(line));
      return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
  };
}
