import { join, relative } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { type DeltaTable, isWithin } from '../../core/folders.ts';
import type { Measures } from '../../core/market/measured-days.ts';
import type { MarketFiles, MeasureFile, Publication } from '../../ledger/manifest.ts';
import { FileWatch, type Inspected, type WatchedFile } from '../lake/file-watch.ts';
import { listedFiles, repairOf } from '../lake/lake.ts';
import { marketFilesOf } from '../serving/market-files.ts';
import type { DamagedServingFile } from '../serving/snapshot.ts';
import type { IngestServices } from './services.ts';
import { measureMonths } from './serving-files/build-measure-months.ts';
import { onlyLogged } from './serving-healer.ts';

/** Damages that are named in a message, or noted in the ledger: a lost lake has thousands. */
const MAX_NAMED = 5;
const MAX_NOTED = 20;

const BUILD = 'run "alir lake build"';

export interface DamageEvents {
  /** Called once per damage. @param file_name the path in the data folder */
  onDamage(file: { readonly file_name: string; readonly problem: string; readonly repair: string }): void;
  onRepaired(file: { readonly file_name: string }): void;
  /** Called after each inspection that finds it. */
  onDamagedMarketFile(file: DamagedServingFile): void;
}

interface LakeFile {
  readonly table: DeltaTable;
  readonly trade_date: IsoDate;
  readonly repair: string;
}

interface Watched {
  readonly published: readonly Publication[];
  readonly measures: Measures<MeasureFile>;
  readonly market_files: readonly MarketFiles[];
  readonly files: readonly WatchedFile[];
  readonly lake: ReadonlyMap<string, LakeFile>;
  readonly market: ReadonlyMap<
    string,
    Pick<DamagedServingFile, 'file_name' | 'build'> & { readonly month: string }
  >;
}

/** Watches the published files of the lake, with those of measures, and the market files and measure months while a server runs, and knows which are damaged. */
export class DamageWatch {
  readonly #services: IngestServices;
  readonly #events: DamageEvents;
  readonly #watch: FileWatch;
  #watched: Watched | undefined;
  #problems: ReadonlyMap<string, string> = new Map();
  /** Files of the lake that are noted as damaged, by path. */
  readonly #noted = new Set<string>();

  constructor(services: IngestServices, events: DamageEvents) {
    this.#services = services;
    this.#events = events;
    this.#watch = new FileWatch({
      files: async () => (await this.#current()).files,
      onInspected: (inspected) => this.#onInspected(inspected),
    });
  }

  /** Reads the files first that an earlier server found damaged. */
  async start(): Promise<void> {
    const { folders, manifest } = this.#services;
    for (const { file_name, rebuilt_at } of await manifest.servingDamages()) {
      const path = join(folders.root, file_name);
      if (rebuilt_at !== null || ![folders.delta, folders.lake].some((folder) => isWithin(path, folder)))
        continue;
      this.#noted.add(path);
      this.#watch.doubt(path);
    }
    this.#watch.start();
  }

  /** Call this for a file of the lake that a query found damaged: the next inspection reads it. */
  doubt(path: string): void {
    this.#watch.doubt(path);
  }

  /** @throws AlirError `not_ready`, whose message may be shown to anybody */
  async check(): Promise<void> {
    if (this.#problems.size === 0) return;
    const { lake, market } = await this.#current();
    const days = new Map<IsoDate, DeltaTable[]>();
    const months = new Set<string>();
    for (const path of this.#problems.keys()) {
      const file = lake.get(path);
      if (file) days.set(file.trade_date, [...(days.get(file.trade_date) ?? []), file.table]);
      const month = market.get(path)?.month;
      if (month !== undefined) months.add(month);
    }
    const problems = [
      ...named(
        [...days]
          .toSorted()
          .map(([day, tables]) => `the lake files of ${day} (${tables.join(', ')}) are damaged`),
      ),
      ...named([...months].toSorted().map((month) => `the serving file of ${month} is damaged`)),
    ];
    if (problems.length === 0) return;
    const details = [...this.#problems].slice(0, MAX_NOTED).map(([path, problem]) => `${path} ${problem}`);
    throw new AlirError('not_ready', problems.join('; '), { cause: new Error(details.join('; ')) });
  }

  close(): Promise<void> {
    return this.#watch.close();
  }

  async #current(): Promise<Watched> {
    const { manifest, folders, follow_url } = this.#services;
    const published = await manifest.lakeContents();
    const measures = await manifest.measures();
    const market_files = await manifest.marketFiles();
    const before = this.#watched;
    const isKnown = before?.published === published && before.measures === measures;
    if (isKnown && before.market_files === market_files) return before;
    const market = marketFilesOf(folders.market_files, market_files);
    const lake = new Map<string, LakeFile>();
    // In the order in which they are read at first, from the end.
    const files: WatchedFile[] = market.map(({ path, sha256 }) => ({ path, sha256 }));
    const months = measureMonths(measures.files).map(({ month, file_name }) => ({
      ...{ month, file_name, build: 0 },
      path: join(folders.measure_months, file_name),
    }));
    // Their blocks have checksums, which each read checks.
    for (const { path } of months) files.push({ path, sha256: null });
    // Their fixed names are made after they are in force, and each run makes missing ones.
    for (const file of measures.files) {
      const path = this.#services.lake.measureFile(file);
      lake.set(path, { table: 'measure_day', trade_date: file.trade_date, repair: BUILD });
      files.push({ path, sha256: file.sha256 });
    }
    for (const day of published) {
      const { trade_date } = day;
      for (const { table, sha256 } of listedFiles(day)) {
        const path = this.#services.lake.file(table, day);
        const name = this.#services.lake.fixedName(table, trade_date);
        lake.set(path, { table, trade_date, repair: repairOf({ table, ...day }, follow_url) });
        // A fixed name is a link, which is made again.
        lake.set(name, { table, trade_date, repair: BUILD });
        files.push({ path, sha256 }, { path: name, sha256: null });
      }
    }
    this.#watched = {
      published,
      measures,
      market_files,
      files,
      lake,
      market: new Map([...market, ...months].map((file) => [file.path, file])),
    };
    return this.#watched;
  }

  async #onInspected({ problems, intact }: Inspected): Promise<void> {
    const before = this.#problems;
    this.#problems = problems;
    const { lake, market } = await this.#current();
    for (const [path, problem] of problems) {
      const [market_file, lake_file] = [market.get(path), lake.get(path)];
      if (market_file) this.#events.onDamagedMarketFile({ ...market_file, problem });
      if (lake_file && !before.has(path)) await this.#found(path, problem, lake_file);
    }
    for (const path of [...before.keys(), ...intact]) {
      if (!problems.has(path) && this.#noted.delete(path)) await this.#repaired(path);
    }
  }

  async #found(path: string, problem: string, file: LakeFile): Promise<void> {
    if (this.#noted.has(path) || this.#noted.size >= MAX_NOTED) return;
    this.#noted.add(path);
    const file_name = this.#nameOf(path);
    const repair = `${file.repair.charAt(0).toUpperCase()}${file.repair.slice(1)}.`;
    this.#events.onDamage({ file_name, problem, repair });
    const { manifest } = this.#services;
    await manifest
      .noteServingDamage(file_name, problem)
      .then(() => manifest.noteFailedRebuild(file_name, repair))
      .catch(onlyLogged);
  }

  async #repaired(path: string): Promise<void> {
    const file_name = this.#nameOf(path);
    this.#events.onRepaired({ file_name });
    await this.#services.manifest.resolveServingDamage(file_name).catch(onlyLogged);
  }

  #nameOf(path: string): string {
    return relative(this.#services.folders.root, path);
  }
}

function named(problems: readonly string[]): string[] {
  const more = problems.length - MAX_NAMED;
  return more <= 0 ? [...problems] : [...problems.slice(0, MAX_NAMED), `and ${more} more`];
}
