import { randomUUID } from 'node:crypto';

/** Never sent, so that nobody can write it into a message. */
const PLACEHOLDER = randomUUID();

/** A part of an answer that is written when the answer is sent, so that its figures are those of that moment, as those of the headers. */
export class DeferredText {
  #write: (() => string) | null = null;

  /** @returns what stands in its place until then */
  placeholder(write: () => string): string {
    this.#write = write;
    return PLACEHOLDER;
  }

  /** @param json the answer, with the place within a string */
  resolve(json: string): string {
    const write = this.#write;
    return write ? json.replace(PLACEHOLDER, () => JSON.stringify(write()).slice(1, -1)) : json;
  }
}
