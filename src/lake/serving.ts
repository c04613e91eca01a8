import { join } from 'node:path';
import { whenAllSettled } from '../core/all-settled.ts';
import { type IsoDate, yearOf } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import { Duck, type DuckConnection, day, type Parameters, type Row } from './duckdb.ts';
import { Lanes } from './lanes.ts';
import { type ServingQuestion, YearFile } from './year-file.ts';

/** DuckDB's cache of the serving files; a year of data has about 130 MB. */
const MEMORY_LIMIT_MB = 1000;
/** A query runs on the thread of its lane; helping it from others costs more than the few row groups of a ticker take. */
const THREADS = 1;
/** Reads that run or wait for a lane; what comes on top is refused, since it would wait too long to be of use. */
const MAX_READS = 256;
const LOOK_EVERY_MS = 5;
/** Publications that may come in while one is being attached, before a request gives up. */
const MAX_ATTACH_ATTEMPTS = 5;

interface FileInForce {
  readonly year: number;
  readonly file_name: string;
  /** Tells a file from one of the same name that was built in its place. */
  readonly built_at: string;
}

export interface ServingSettings {
  readonly folder: string;
  /** Queries that run at the same time; others wait for their turn. */
  readonly lanes: number;
  /** The serving files in force, by the manifest; asked at every read, so that a publication is seen by the next one. */
  readonly filesInForce: () => readonly FileInForce[];
}

interface TickerRange {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The published data as it stood when a read began; what is published meanwhile does not show. */
export interface Snapshot {
  /** The rows of every year that the range touches, each year for itself. None for a ticker without trades. */
  rows(question: ServingQuestion, range: TickerRange, parameters: Parameters): Promise<Row[]>;
}

/** Answers questions from the yearly serving files, which are replaced while it runs. */
export class Serving {
  readonly #settings: ServingSettings;
  readonly #duck: Duck;
  readonly #control: DuckConnection;
  readonly #lanes: Lanes;
  readonly #attached = new Map<string, { file: YearFile; holders: number }>();
  #reads = 0;
  #isClosing = false;
  #attachments = 0;
  #current: HeldSnapshot | undefined;
  #switching: Promise<void> | undefined;

  private constructor(settings: ServingSettings, duck: Duck, control: DuckConnection) {
    this.#settings = settings;
    this.#duck = duck;
    this.#control = control;
    this.#lanes = new Lanes(settings.lanes);
  }

  static async open(settings: ServingSettings): Promise<Serving> {
    const duck = await Duck.open({
      folders: [settings.folder],
      memory_limit_mb: MEMORY_LIMIT_MB,
      threads: THREADS,
    });
    return new Serving(settings, duck, await duck.connect());
  }

  /**
   * Runs `work` on what is published now; the files that it reads stay attached until it ends.
   * @throws AlirError `data_unavailable` when a published file cannot be opened, `overloaded` when too many wait already, and
   *   `query_timeout` when a query takes too long
   */
  async read<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw new AlirError('shutting_down', 'The server is being stopped.');
    if (this.#reads >= MAX_READS) {
      throw new AlirError('overloaded', 'Too many requests are waiting for data. Try again shortly.', {
        retry_after_s: 1,
      });
    }
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

  /** Names what is published now: answers under the same version are the same. */
  version(): string {
    return versionOf(this.#settings.filesInForce());
  }

  get readsInFlight(): number {
    return this.#reads;
  }

  /** Waits for the reads that run, whoever asked for them: DuckDB must not be closed under a query. */
  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#reads > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    this.#duck.close();
  }

  async #hold(): Promise<HeldSnapshot> {
    let problem: unknown;
    for (let attempt = 0; attempt < MAX_ATTACH_ATTEMPTS; attempt++) {
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
    throw new AlirError(
      'data_unavailable',
      'The published data cannot be opened at the moment. Try again later.',
      {
        cause: problem,
      },
    );
  }

  async #switchTo(version: string, files: readonly FileInForce[]): Promise<void> {
    const years = new Map<number, YearFile>();
    const names: string[] = [];
    try {
      for (const file of files) {
        years.set(file.year, await this.#attach(file));
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

  async #attach(file: FileInForce): Promise<YearFile> {
    const name = nameOf(file);
    let attached = this.#attached.get(name);
    if (!attached) {
      this.#attachments += 1;
      const path = join(this.#settings.folder, file.file_name);
      const catalog = `serving_${this.#attachments}`;
      const yearFile = await YearFile.attach(this.#duck, this.#control, path, catalog, this.#settings.lanes);
      attached = { file: yearFile, holders: 0 };
      this.#attached.set(name, attached);
    }
    attached.holders += 1;
    return attached.file;
  }

  async #release(snapshot: HeldSnapshot): Promise<void> {
    snapshot.holders -= 1;
    if (snapshot.holders === 0) await this.#letGo(snapshot.names);
  }

  async #letGo(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const attached = this.#attached.get(name);
      if (!attached) continue;
      attached.holders -= 1;
      if (attached.holders > 0) continue;
      this.#attached.delete(name);
      await attached.file.detach();
    }
  }
}

function nameOf({ file_name, built_at }: FileInForce): string {
  return `${file_name} ${built_at}`;
}

function versionOf(files: readonly FileInForce[]): string {
  return files.map(nameOf).join(' ');
}

class HeldSnapshot implements Snapshot {
  readonly version: string;
  readonly names: readonly string[];
  /** The reads that use it, and one for being the current one. */
  holders = 1;
  readonly #years: ReadonlyMap<number, YearFile>;
  readonly #lanes: Lanes;

  constructor(version: string, names: readonly string[], years: ReadonlyMap<number, YearFile>, lanes: Lanes) {
    this.version = version;
    this.names = names;
    this.#years = years;
    this.#lanes = lanes;
  }

  async rows(
    question: ServingQuestion,
    { ticker, from, to }: TickerRange,
    parameters: Parameters,
  ): Promise<Row[]> {
    const asked: Promise<Row[]>[] = [];
    for (let year = yearOf(from); year <= yearOf(to); year++) {
      const file = this.#years.get(year);
      const ticker_id = file?.tickerId(ticker);
      if (!file || ticker_id === undefined) continue;
      const all = { ...parameters, ticker_id, from: day(from), to: day(to) };
      asked.push(this.#lanes.run((lane) => file.rows(lane, question, all)));
    }
    return (await whenAllSettled(asked)).flat();
  }
}
