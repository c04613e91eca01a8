import { schedule } from 'node-cron';
import { UPDATE_TIME_GMT } from '../../core/contract.ts';

/** Every day at the time at which the exchange updates its data; docs/contract.md 1.4. */
const [HOUR, MINUTE] = UPDATE_TIME_GMT.split(':').map(Number);
const DAILY = `${MINUTE} ${HOUR} * * *`;
/** A process that was busy at that time runs late instead of not at all. */
const MISSED_TOLERANCE_MS = 3_600_000;

/**
 * Runs updates at that time, at start and every few minutes, one at a time. Each run requests every missing day: a missed run loses
 * no data.
 */
export class Updater {
  readonly #run: (isAsked: boolean) => Promise<void>;
  readonly #stops: (() => void)[] = [];
  #isRunning = false;
  #isStopped = false;

  /** @param run one update, which a person may have asked for; it does not throw */
  constructor(run: (isAsked: boolean) => Promise<void>) {
    this.#run = run;
  }

  start(every_minutes: number): void {
    const daily = schedule(DAILY, () => this.update(), {
      timezone: 'Etc/UTC',
      noOverlap: true,
      missedExecutionTolerance: MISSED_TOLERANCE_MS,
    });
    const interval = setInterval(() => void this.update(), every_minutes * 60_000);
    this.#stops.push(
      () => void daily.destroy(),
      () => clearInterval(interval),
    );
    void this.update();
  }

  /** Does nothing while another update runs, because that one requests the same files. */
  async update(isAsked = false): Promise<void> {
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    try {
      await this.#run(isAsked);
    } finally {
      this.#isRunning = false;
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }
}
