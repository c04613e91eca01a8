import { randomUUID } from 'node:crypto';

/** Never sent, so no message can contain it. */
const PLACEHOLDER = randomUUID();

/** A part of a response that is written when the response is sent. Its values are then as current as those of the headers. */
export class DeferredText {
  #write: (() => Promise<string>) | null = null;

  /** @returns a placeholder for the text */
  placeholder(write: () => Promise<string>): string {
    this.#write = write;
    return PLACEHOLDER;
  }

  /** @param json the response, with the placeholder inside a string */
  async resolve(json: string): Promise<string> {
    if (this.#write === null) return json;
    const text = JSON.stringify(await this.#write()).slice(1, -1);
    return json.replace(PLACEHOLDER, () => text);
  }
}
