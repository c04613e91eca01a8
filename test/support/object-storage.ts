import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from './listen.ts';

interface ObjectStorage {
  /** The bucket, on 127.0.0.1. */
  readonly url: string;
  /** The keys whose content was read since the last call. */
  readonly keysRead: () => string[];
}

/** The bucket `bucket` of an object storage with the protocol of S3: a list of keys, and objects with ranges. It reads a folder. */
export async function objectStorageOver(folder: string): Promise<ObjectStorage> {
  const read = new Set<string>();
  const server = createServer(({ method, url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const key = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''));
    if (key === '') {
      response.setHeader('content-type', 'application/xml');
      response.end(listOf(folder, searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? ''));
      return;
    }
    if (!existsSync(join(folder, key))) {
      response.writeHead(404).end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const content = readFileSync(join(folder, key));
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    const end = last ? Math.min(Number(last), content.length - 1) : content.length - 1;
    if (method === 'GET') read.add(key);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${content.length}`,
      'last-modified': 'Mon, 05 Jan 2026 12:00:00 GMT',
      etag: '"1"',
    });
    response.end(method === 'HEAD' ? undefined : content.subarray(start, end + 1));
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}/bucket`,
    keysRead: () => {
      const keys = [...read].toSorted();
      read.clear();
      return keys;
    },
  };
}

function listOf(folder: string, prefix: string, after: string): string {
  const keys = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const contents = keys.map((key) => {
    const { length } = readFileSync(join(folder, key));
    return `<Contents><Key>${key}</Key><LastModified>2026-01-05T12:00:00.000Z</LastModified><ETag>"1"</ETag><Size>${length}</Size></Contents>`;
  });
  return `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name><Prefix>${prefix}</Prefix><KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}
