import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';

const LIMITS = {
  attempts: 4,
  connect_ms: 5000,
  /** Without a byte in either direction. */
  idle_ms: 30_000,
  /** Until an answer begins, with the upload of an object before it. */
  answer_ms: 600_000,
};

/** The objects of a bucket below a prefix. Keys are relative to the prefix. */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #documents = new Map<string, { readonly etag: string | undefined; readonly content: unknown }>();

  constructor(client: S3Client, bucket: string, prefix: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  /** The size of each object whose key begins with `start`. */
  async list(start: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    const Prefix = `${this.#prefix}${start}`;
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix });
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size = 0 } of Contents) sizes.set(Key.slice(this.#prefix.length), Size);
    }
    return sizes;
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

  /**
   * The content of a small object, as `read` returns it for a text. It is read again only if the object changed. An answer that is cut, or that
   * `read` refuses, is requested again.
   */
  async document<Content>(
    key: string,
    max_bytes: number,
    read: (text: string) => Content,
    signal?: AbortSignal,
  ): Promise<Content> {
    const known = this.#documents.get(key);
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#get({ ...this.#at(key), IfNoneMatch: known?.etag }, signal);
        const content = read(Buffer.concat(await allOf(contentOf(answer), max_bytes)).toString());
        this.#documents.set(key, { etag: answer.ETag, content });
        return content;
      } catch (error) {
        const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
        if (known && $metadata?.httpStatusCode === 304) return known.content as Content;
        // The client has repeated a request that failed.
        if ($metadata || attempt === LIMITS.attempts || signal?.aborted) throw error;
      }
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
 * the bucket in the path, because its host name may have no subdomains. An attempt that fails or takes too long is repeated.
 * @param url such as `s3://bucket/prefix`
 */
export function bucketAt(url: string, environment: NodeJS.ProcessEnv, limits = LIMITS): S3Bucket {
  const { hostname, pathname } = new URL(url);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL;
  const client = new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connect_ms,
      socketTimeout: limits.idle_ms,
      requestTimeout: limits.answer_ms,
      throwOnRequestTimeout: true,
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new S3Bucket(client, hostname, prefix === '' ? '' : `${prefix}/`);
}
