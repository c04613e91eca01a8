/** A few resources for many users: whoever finds all taken waits for the next free one, in order of arrival. */
export class Lanes<Resource> {
  readonly #free: Resource[];
  readonly #waiting: ((resource: Resource) => void)[] = [];

  constructor(resources: readonly Resource[]) {
    this.#free = [...resources];
  }

  async run<Result>(work: (resource: Resource) => Promise<Result>): Promise<Result> {
    const resource = this.#free.pop() ?? (await new Promise<Resource>((grant) => this.#waiting.push(grant)));
    try {
      return await work(resource);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(resource);
      else this.#free.push(resource);
    }
  }
}
