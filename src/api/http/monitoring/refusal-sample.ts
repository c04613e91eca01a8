/** Properties by which refused requests are grouped. */
export interface Refusal {
  readonly address: string;
  readonly status: number;
  /** '' for an unknown caller. */
  readonly key_id: string;
}

/** Maximum log lines for refusals of one kind between two summaries. */
const LINES_OF_KIND = 5;
const MAX_KINDS = 200;

/** Selects the refusals that get their own log line. The limit prevents refused clients from filling the disk. */
export class RefusalSample {
  readonly #kinds = new Map<string, { readonly refusal: Refusal; count: number }>();
  #others = 0;

  /** @returns true if the refusal gets its own line */
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

  /** Ends the period. @returns the number of refusals of each kind without a line */
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
