import { join } from 'node:path';
import { whenAllSettled } from '../core/all-settled.ts';
import { type IsoDate, yearOf } from '../core/dates.ts';
import { AlirError, type ErrorCode } from '../core/errors.ts';
import type { Span } from '../core/market.ts';
import { BrokerSums, type BrokerTotals } from './broker-sums.ts';
import { daysOfYear } from './days-of-year.ts';
import { Lanes } from './lanes.ts';
import { ReadBuffer } from './read-buffer.ts';
import { withTimeout } from './time-out.ts';
import { YearFile } from './year-file.ts';

/** What keeps an answer from being read. */
export const READ_ERRORS: readonly ErrorCode[] = ['answer_too_large', 'data_unavailable', 'query_timeout'];

/** Reads that run or wait for a lane; what comes on top is refused, since it would wait too long to be of use. */
const MAX_READS = 256;
/** A read takes less than a millisecond; a disk that takes this long is in trouble. */
const READ_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 5;
/** Publications that may come in while one is being opened, before a request gives up. */
const MAX_OPEN_ATTEMPTS = 5;

interface FileInForce {
  readonly year: number;
  readonly file_name: string;
  /** Tells a file from one of the same name that was built in its place. */
  readonly built_at: string;
}

export interface ServingSettings {
  readonly folder: string;
  /** Blocks that are read at the same time; others wait for their turn. */
  readonly lanes: number;
  readonly read_timeout_ms?: number;
  /** The year files in force, by the manifest; asked at every read, so that a publication is seen by the next one. */
  readonly filesInForce: () => readonly FileInForce[];
}

interface TotalsQuestion {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly market: Span;
  readonly investor: Span;
}

/** The published data as it stood when a read began; what is published meanwhile does not show. */
export interface Snapshot {
  /**
   * What each broker dealt over the whole range; none for a ticker without trades.
   * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
   */
  brokerTotals(question: TotalsQuestion): Promise<BrokerTotals>;
}

/** Answers questions from the year files, which are replaced while it runs. */
export class Serving {
  readonly #settings: ServingSettings;
  readonly #lanes: Lanes<ReadBuffer>;
  readonly #open = new Map<string, { file: YearFile; holders: number }>();
  #reads = 0;
  #isClosing = false;
  #current: HeldSnapshot | undefined;
  #switching: Promise<void> | undefined;

  constructor(settings: ServingSettings) {
    this.#settings = settings;
    this.#lanes = new Lanes(Array.from({ length: settings.lanes }, () => new ReadBuffer()));
  }

  /**
   * Runs `work` on what is published now; the files that it reads stay open until it ends.
   * @throws AlirError `data_unavailable` when a published file cannot be read, `overloaded` when too many wait already, and
   *   `query_timeout` when it takes too long
   */
  async read<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw new AlirError('shutting_down', 'The server is being stopped.');
    if (this.#reads >= MAX_READS) {
      throw new AlirError('overloaded', 'Too many requests are waiting for data. Try again shortly.', {
        retry_after_s: 1,
      });
    }
    return withTimeout(this.#settings.read_timeout_ms ?? READ_TIMEOUT_MS, (isLate) =>
      this.#read((snapshot) =>
        work({
          brokerTotals: (question) => snapshot.brokerTotals(question, isLate),
        }),
      ),
    );
  }

  /** Names what is published now: answers under the same version are the same. */
  version(): string {
    return versionOf(this.#settings.filesInForce());
  }

  get readsInFlight(): number {
    return this.#reads;
  }

  /** Waits for the reads that run, whoever asked for them, and closes the files. */
  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#reads > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    if (this.#current) await this.#release(this.#current);
    this.#current = undefined;
  }

  async #read<Result>(work: (snapshot: HeldSnapshot) => Promise<Result>): Promise<Result> {
    this.#reads += 1;
    try {
      const snapshot = await this.#hold();
      try {
        return await work(snapshot);
      } finally {
        await this.#release(snapshot);
      }
    } finally {
      this.#reads -= 1;
    }
  }

  async #hold(): Promise<HeldSnapshot> {
    let problem: unknown;
    for (let attempt = 0; attempt < MAX_OPEN_ATTEMPTS; attempt++) {
      const files = this.#settings.filesInForce();
      const version = versionOf(files);
      if (this.#current?.version === version) {
        this.#current.holders += 1;
        return this.#current;
      }
      this.#switching ??= this.#switchTo(version, files).finally(() => {
        this.#switching = undefined;
      });
      try {
        await this.#switching;
      } catch (error) {
        problem = error;
      }
    }
    throw unavailable(problem);
  }

  async #switchTo(version: string, files: readonly FileInForce[]): Promise<void> {
    const years = new Map<number, YearFile>();
    const names: string[] = [];
    try {
      for (const file of files) {
        years.set(file.year, await this.#opened(file));
        names.push(nameOf(file));
      }
    } catch (error) {
      await this.#letGo(names);
      throw error;
    }
    const before = this.#current;
    this.#current = new HeldSnapshot(version, names, years, this.#lanes);
    if (before) await this.#release(before);
  }

  async #opened(file: FileInForce): Promise<YearFile> {
    const name = nameOf(file);
    let open = this.#open.get(name);
    if (!open) {
      open = { file: await YearFile.open(join(this.#settings.folder, file.file_name)), holders: 0 };
      this.#open.set(name, open);
    }
    open.holders += 1;
    return open.file;
  }

  async #release(snapshot: HeldSnapshot): Promise<void> {
    snapshot.holders -= 1;
    if (snapshot.holders === 0) await this.#letGo(snapshot.names);
  }

  async #letGo(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const open = this.#open.get(name);
      if (!open) continue;
      open.holders -= 1;
      if (open.holders > 0) continue;
      this.#open.delete(name);
      await open.file.close();
    }
  }
}

function nameOf({ file_name, built_at }: FileInForce): string {
  return `${file_name} ${built_at}`;
}

const versions = new WeakMap<readonly FileInForce[], string>();

/** Put together once for each list, since it is asked for with every request. */
function versionOf(files: readonly FileInForce[]): string {
  let version = versions.get(files);
  if (version === undefined) {
    version = files.map(nameOf).join(' ');
    versions.set(files, version);
  }
  return version;
}

class HeldSnapshot {
  readonly version: string;
  readonly names: readonly string[];
  /** The reads that use it, and one for being the current one. */
  holders = 1;
  readonly #years: ReadonlyMap<number, YearFile>;
  readonly #lanes: Lanes<ReadBuffer>;

  constructor(
    version: string,
    names: readonly string[],
    years: ReadonlyMap<number, YearFile>,
    lanes: Lanes<ReadBuffer>,
  ) {
    this.version = version;
    this.names = names;
    this.#years = years;
    this.#lanes = lanes;
  }

  /** @param isLate true from when on nobody waits for the answer: what is not being read by then is left unread */
  async brokerTotals(question: TotalsQuestion, isLate: () => boolean): Promise<BrokerTotals> {
    const { ticker, from, to, market, investor } = question;
    const sums = new BrokerSums();
    const asked: Promise<void>[] = [];
    for (let year = yearOf(from); year <= yearOf(to); year++) {
      const file = this.#years.get(year);
      if (!file) continue;
      const days = daysOfYear(year, from, to);
      asked.push(
        this.#lanes.run(async (buffer) => {
          if (isLate()) return;
          const tickerYear = await readable(file.ticker(ticker, buffer));
          tickerYear?.addTo(sums, days, market, investor);
        }),
      );
    }
    await whenAllSettled(asked);
    return sums.totals();
  }
}

async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (cause) {
    throw unavailable(cause);
  }
}

function unavailable(cause: unknown): AlirError {
  const message = 'The published data cannot be read at the moment. Try again later.';
  return new AlirError('data_unavailable', message, { cause });
}
