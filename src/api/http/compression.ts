import { promisify } from 'node:util';
import zlib from 'node:zlib';
import Negotiator from 'negotiator';
import { boundedHeader } from '../../core/accept-header.ts';

/** A body as it is sent. */
export interface ReadyBody {
  readonly bytes: Buffer;
  /** Its Content-Encoding; null for none. */
  readonly encoding: Encoding | null;
}

export type Encoding = 'zstd' | 'br' | 'gzip';

type Compress = (bytes: Buffer) => Promise<Buffer>;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

/** A tenth larger than at their best, in a tenth of the time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
/** Node has it from 22.15 and 23.8 on. */
const { zstdCompress } = zlib as { zstdCompress?: (bytes: Buffer, done: zlib.CompressCallback) => void };

/** The cheapest first: of encodings that a caller likes equally it gets the first. */
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

/** A smaller body fits one packet, or nearly so. */
const MIN_BYTES = 1024;

/** Callers send few different headers. */
const MAX_REMEMBERED = 200;
const MAX_REMEMBERED_LENGTH = 200;
const remembered = new Map<string, Encoding | null>();

/** Its types are of a version that had no preference among equals. */
interface EncodingNegotiator {
  encoding(
    offered: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined;
}

/** The encoding that an Accept-Encoding header wants most of those offered; null for none, and for a header that is too long to be read. */
export function encodingFor(header: string | undefined): Encoding | null {
  const read = boundedHeader(header);
  if (read === undefined) return null;
  const known = remembered.get(read);
  if (known !== undefined) return known;
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': read } });
  const wanted = negotiator.encoding([...OFFERED, 'identity'], { preferred: OFFERED });
  const encoding = OFFERED.find((each) => each === wanted) ?? null;
  if (remembered.size < MAX_REMEMBERED && read.length <= MAX_REMEMBERED_LENGTH)
    remembered.set(read, encoding);
  return encoding;
}

/** Node's pool has four threads, which also read the data and flush charges. */
const MAX_RUNNING = 2;
/** A body that would have to wait longer is sent as it is. */
const MAX_WAITING = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** @returns the body as it is where it is small, where it would not shrink, or where too many wait to be compressed */
export async function compressed(bytes: Buffer, encoding: Encoding | null): Promise<ReadyBody> {
  const compress = encoding && COMPRESS.get(encoding);
  if (!compress || bytes.length < MIN_BYTES || waiting.length >= MAX_WAITING)
    return { bytes, encoding: null };
  const smaller = await inTurn(() => compress(bytes));
  return smaller.length < bytes.length ? { bytes: smaller, encoding } : { bytes, encoding: null };
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The next one takes the place over.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
