import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

const CONNECT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 60_000;
const ATTEMPTS = 4;

/** The objects of a bucket below a prefix. Keys are relative to the prefix. */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #texts = new Map<string, { readonly etag: string | undefined; readonly text: string }>();

  constructor(client: S3Client, bucket: string, prefix: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  /** The size of each object whose key begins with `start`. */
  async list(start: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (let next: string | undefined; ; ) {
      const Prefix = `${this.#prefix}${start}`;
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, ContinuationToken: next }),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? [])
        sizes.set(Key.slice(this.#prefix.length), Size);
      next = page.NextContinuationToken;
      if (next === undefined) return sizes;
    }
  }

  async put(key: string, content: Buffer, sha256: string): Promise<void> {
    const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
    await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: content, ChecksumSHA256 }));
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)));
  }

  /** The content of an object from a byte on. */
  async read(key: string, start: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const Range = start === 0 ? undefined : `bytes=${start}-`;
    return contentOf(await this.#get({ ...this.#at(key), Range }, signal));
  }

  /** The content of a small object. It is read again only if it changed. */
  async text(key: string, max_bytes: number, signal?: AbortSignal): Promise<string> {
    const known = this.#texts.get(key);
    try {
      const IfNoneMatch = known?.etag;
      const answer = await this.#get({ ...this.#at(key), IfNoneMatch }, signal);
      const text = Buffer.concat(await allOf(contentOf(answer), max_bytes)).toString();
      this.#texts.set(key, { etag: answer.ETag, text });
      return text;
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
      if (known && $metadata?.httpStatusCode === 304) return known.text;
      throw error;
    }
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  #get(
    request: ConstructorParameters<typeof GetObjectCommand>[0],
    signal: AbortSignal | undefined,
  ): Promise<GetObjectCommandOutput> {
    return this.#client.send(new GetObjectCommand(request), signal && { abortSignal: signal });
  }
}

function contentOf({ Body }: GetObjectCommandOutput): AsyncIterable<Uint8Array> {
  return Body as unknown as AsyncIterable<Uint8Array>;
}

async function allOf(content: AsyncIterable<Uint8Array>, max_bytes: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > max_bytes) throw new Error(`the object has more than ${max_bytes} bytes`);
    chunks.push(chunk);
  }
  return chunks;
}

/**
 * A bucket, with the credentials, the region and the endpoint that the variables of AWS set. Another endpoint than that of AWS gets the name of
 * the bucket in the path, because its host name may have no subdomains.
 * @param url such as `s3://bucket/prefix`
 */
export function bucketAt(url: string, environment: NodeJS.ProcessEnv): S3Bucket {
  const { hostname, pathname } = new URL(url);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const client = new S3Client({
    maxAttempts: ATTEMPTS,
    forcePathStyle: Boolean(environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL),
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new S3Bucket(client, hostname, prefix === '' ? '' : `${prefix}/`);
}
