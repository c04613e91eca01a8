/** The stages of one daily file, in the order in which they run. */
const STAGES = [
  'unpack',
  'read',
  'write_trades',
  'write_broker_day',
  'write_ticker_day',
  'read_back',
  'gate',
  'publish',
] as const;
type Stage = (typeof STAGES)[number];

/** Seconds by stage; a stage that did not run is missing. */
export type StageSeconds = Readonly<Partial<Record<Stage, number>>>;

export class StageTimes {
  readonly #ms = new Map<Stage, number>();

  /** Runs the work of a stage. A stage may run several times, also if it fails; its times are added. */
  async time<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#ms.set(stage, (this.#ms.get(stage) ?? 0) + performance.now() - started);
    }
  }

  seconds(): StageSeconds {
    return Object.fromEntries(
      STAGES.flatMap((stage) => {
        const ms = this.#ms.get(stage);
        return ms === undefined ? [] : [[stage, Math.round(ms) / 1000]];
      }),
    );
  }
}
