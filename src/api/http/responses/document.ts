import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressed, type Encoding, encodingFor, type ReadyBody } from './compression.ts';
import { vary } from './response.ts';

/** Clients may store the document, and must revalidate it with its ETag before use. */
const REVALIDATED = 'no-cache';

/** A document that changes only with the version of the service. It has an ETag and is compressed once per encoding. */
export class ServedDocument {
  readonly #type: string;
  readonly #bytes: Buffer;
  readonly #etag: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #encoded = new Map<Encoding, Promise<ReadyBody>>();

  /** @param type its content type */
  constructor(type: string, content: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
    this.#type = type;
    this.#bytes = Buffer.from(content);
    // Weak, because the same ETag identifies the document in all encodings.
    this.#etag = `W/"${createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22)}"`;
    this.#headers = { 'cache-control': REVALIDATED, ...headers };
  }

  /** In bytes, not compressed. */
  get size(): number {
    return this.#bytes.length;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ ...this.#headers, etag: this.#etag });
    vary(reply, 'Accept-Encoding');
    if (isNamedIn(request.headers['if-none-match'], this.#etag)) return reply.code(304).send();
    const { bytes, encoding } = await this.#in(encodingFor(request.headers['accept-encoding']));
    if (encoding) reply.header('content-encoding', encoding);
    return reply.header('content-type', this.#type).send(bytes);
  }

  async #in(encoding: Encoding | null): Promise<ReadyBody> {
    if (encoding === null) return { bytes: this.#bytes, encoding };
    let encoded = this.#encoded.get(encoding);
    if (!encoded) {
      encoded = compressed(this.#bytes, encoding);
      this.#encoded.set(encoding, encoded);
      const forget = () => this.#encoded.delete(encoding);
      // A failure or a full compression queue is temporary: the next request tries again.
      encoded.then((body) => body.encoding === null && forget(), forget);
    }
    return encoded;
  }
}

/** @param list the If-None-Match header */
export function isNamedIn(list: string | undefined, etag: string): boolean {
  if (list === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return list.trim() === '*' || list.split(',').some((tag) => opaque(tag) === opaque(etag));
}
