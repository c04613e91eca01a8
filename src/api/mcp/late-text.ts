import { randomUUID } from 'node:crypto';

/** Never sent, so that nobody can write it into a message. */
const PLACE = randomUUID();

/** A part of an answer that is written when the answer is sent, so that its figures are those of that moment, as those of the headers. */
export class LateText {
  #write: (() => string) | null = null;

  /** @returns what stands in its place until then */
  place(write: () => string): string {
    this.#write = write;
    return PLACE;
  }

  /** @param json the answer, with the place within a string */
  fillIn(json: string): string {
    const write = this.#write;
    return write ? json.replace(PLACE, () => JSON.stringify(write()).slice(1, -1)) : json;
  }
}
