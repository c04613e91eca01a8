import { randomUUID } from 'node:crypto';

/** Never sent, so no message can contain it. */
const PLACEHOLDER = randomUUID();

/** A part of a response that is written when the response is sent. Its values are then as current as those of the headers. */
export class DeferredText {
  #write: (() => string) | null = null;

  /** @returns a placeholder for the text */
  placeholder(write: () => string): string {
    this.#write = write;
    return PLACEHOLDER;
  }

  /** @param json the response, with the placeholder inside a string */
  resolve(json: string): string {
    const write = this.#write;
    return write ? json.replace(PLACEHOLDER, () => JSON.stringify(write()).slice(1, -1)) : json;
  }
}
