import { promisify } from 'node:util';
import zlib from 'node:zlib';
import Negotiator from 'negotiator';
import { boundedHeader } from '../../../core/accept-header.ts';
import { ConcurrencyLimit } from '../../../core/concurrency-limit.ts';
import type { BodyCoverage } from './response-coverage.ts';

export interface ReadyBody {
  readonly bytes: Buffer;
  /** Its Content-Encoding; null for none. */
  readonly encoding: Encoding | null;
  /** The published data that it was made from. */
  readonly coverage?: BodyCoverage | null;
}

export type Encoding = 'zstd' | 'br' | 'gzip';

type Compress = (bytes: Buffer) => Promise<Buffer>;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

/** Output is a tenth larger than at the best quality, in a tenth of the time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
/** Available from Node 22.15 and 23.8. */
const { zstdCompress } = zlib as { zstdCompress?: (bytes: Buffer, done: zlib.CompressCallback) => void };

/** Cheapest first. If a client prefers several encodings equally, the first one is used. */
const COMPRESS = new Map<Encoding, Compress>([
  ...(zstdCompress ? [['zstd', promisify(zstdCompress)] as [Encoding, Compress]] : []),
  [
    'br',
    (bytes) =>
      brotli(bytes, {
        params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  ],
  ['gzip', (bytes) => gzip(bytes, { level: GZIP_LEVEL })],
]);

const OFFERED = [...COMPRESS.keys()];

/** A smaller body fits into about one packet. */
const MIN_BYTES = 1024;

/** The package's types are from a version without `preferred`, the order among equal preferences. */
interface EncodingNegotiator {
  encoding(
    offered: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined;
}

/**
 * Returns the offered encoding that an Accept-Encoding header prefers. Null means no encoding; this includes a header that is too long to
 * parse.
 */
export function encodingFor(header: string | undefined): Encoding | null {
  const read = boundedHeader(header);
  if (read === undefined) return null;
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': read } });
  const wanted = negotiator.encoding([...OFFERED, 'identity'], { preferred: OFFERED });
  return OFFERED.find((each) => each === wanted) ?? null;
}

/** Node's pool has four threads. Data reads and charge flushes use them too. */
const MAX_RUNNING = 2;
/** Maximum queue length. Further bodies are sent uncompressed. */
const MAX_WAITING = 64;

const limit = new ConcurrencyLimit(MAX_RUNNING);

/** @returns the body uncompressed if it is small, if compression does not shrink it, or if the queue is full */
export async function compressed(bytes: Buffer, encoding: Encoding | null): Promise<ReadyBody> {
  const compress = encoding && COMPRESS.get(encoding);
  if (!compress || bytes.length < MIN_BYTES || limit.waiting >= MAX_WAITING) return { bytes, encoding: null };
  const smaller = await limit.run(() => compress(bytes));
  return smaller.length < bytes.length ? { bytes: smaller, encoding } : { bytes, encoding: null };
}
