import { LRUCache } from 'lru-cache';
import type { ServedDocument } from './document.ts';

/** Three times the size of all pages in all languages and themes, for one origin. */
const MAX_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly version: string;
  readonly document: ServedDocument;
}

/** Keeps the newest version of each document. Requests for a document that is being made share it. Failures are not kept. */
export class KeptDocuments {
  /** Twice the size of a document leaves room for its compressed forms. */
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document, version }, key) => 2 * (document.size + version.length + key.length),
  });
  readonly #making = new Map<string, Promise<ServedDocument>>();

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** @param version of all that the document contains */
  get(key: string, version: string, make: () => Promise<ServedDocument>): Promise<ServedDocument> {
    const kept = this.#kept.get(key);
    if (kept?.version === version) return Promise.resolve(kept.document);
    const name = `${key} ${version}`;
    const known = this.#making.get(name);
    if (known) return known;
    const making = make()
      .then((document) => {
        this.#kept.set(key, { version, document });
        return document;
      })
      .finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }
}
