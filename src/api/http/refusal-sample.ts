/** What refused requests have in common. */
export interface Refusal {
  readonly address: string;
  readonly status: number;
  /** '' for a caller that is not known. */
  readonly key_id: string;
}

/** Lines for refusals of one kind between two summaries. */
const LINES_OF_KIND = 5;
const MAX_KINDS = 200;

/** Decides which refusals get a line of their own in the log, so that whoever is refused cannot fill the disk with it. */
export class RefusalSample {
  readonly #kinds = new Map<string, { readonly refusal: Refusal; count: number }>();
  #others = 0;

  /** @returns whether the refusal gets a line */
  take(refusal: Refusal): boolean {
    const name = `${refusal.status} ${refusal.key_id || refusal.address}`;
    let kind = this.#kinds.get(name);
    if (!kind) {
      if (this.#kinds.size >= MAX_KINDS) {
        this.#others += 1;
        return false;
      }
      kind = { refusal, count: 0 };
      this.#kinds.set(name, kind);
    }
    kind.count += 1;
    return kind.count <= LINES_OF_KIND;
  }

  /** Ends the period. @returns how many refusals of each kind had no line */
  summary(): { address: string | null; status: number | null; key_id?: string; count: number }[] {
    const kinds = [...this.#kinds.values()]
      .filter(({ count }) => count > LINES_OF_KIND)
      .map(({ refusal: { address, status, key_id }, count }) => ({
        address,
        status,
        ...(key_id === '' ? {} : { key_id }),
        count: count - LINES_OF_KIND,
      }));
    const others = this.#others === 0 ? [] : [{ address: null, status: null, count: this.#others }];
    this.#kinds.clear();
    this.#others = 0;
    return [...kinds, ...others];
  }
}
