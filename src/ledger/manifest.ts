import type { Clock } from '../core/clock.ts';
import type { IsoDate } from '../core/dates.ts';
import { type Measures, measuresAfter } from '../core/market/measured-days.ts';
import { type MaybePromise, whenKnown } from '../core/maybe-promise.ts';
import { untilChanged } from '../core/until-changed.ts';
import { recordEvent } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { Parameters, Row } from './queries.ts';

/** The contents of one revision of a day. */
export type DayContent = Omit<Parameters<'intend_publication'>, 'revision' | 'intended_at'>;

export type Publication = Row<'published_day'>;

export type MeasureFile = Row<'measure_files'>;

/** A publication of another ledger. */
export type CopiedPublication = Parameters<'copy_publication'>;

/** One revision of a day that has several. */
export type Revision = Row<'corrected_days'>;

/** What the gate compares a published day by, as JSON. */
export type PublishedFacts = Parameters<'note_day_facts'>;

/** A comparison of a published day with the exchange's Stock Summary. */
export type OfficialCheck = Row<'official_checks'>;

/** A comparison of a day with a table by broker that the operator has. */
export type BrokerCheck = Row<'broker_checks'>;

/** A file of the exchange, with the content that was compared last and the identifier of its check. */
type OfficialFile = Row<'official_file'>;

export type ServingFile = Omit<Row<'serving_files'>, 'days'> & {
  /** The published days that the file contains, in order. */
  readonly days: readonly IsoDate[];
};

/** The market files of a month, with the days that they contain, in order. */
export type MarketFiles = Omit<Row<'market_files'>, 'days'> & { readonly days: readonly IsoDate[] };

/** A file of the lake or the serving folder that a server found damaged. */
export type ServingDamage = Row<'serving_damages'>;

/** The published contents of the lake and the serving folder. A file that is not in the manifest is not served. */
export class Manifest {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  /** Runs queries that only read. */
  readonly read: Pick<Ledger, 'all' | 'get'>;
  // Cached until the ledger changes, because requests call them: the same object as before if it did not.
  readonly servingFiles: () => MaybePromise<readonly ServingFile[]>;
  /** In the order of months. */
  readonly marketFiles: () => MaybePromise<readonly MarketFiles[]>;
  /** The published days that the serving files in force contain, in order. */
  readonly servedDays: () => MaybePromise<readonly Row<'served_days'>[]>;
  /** Identifies the newest comparison of all days. */
  readonly newestOfficialCheck: () => MaybePromise<number>;
  /** As `publications`, `allPublications` and `history`. */
  readonly knownPublications: () => MaybePromise<number>;
  readonly lakeContents: () => MaybePromise<readonly Publication[]>;
  readonly knownHistory: () => MaybePromise<readonly Publication[]>;
  readonly measures: () => MaybePromise<Measures<MeasureFile>>;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.read = ledger;
    this.#clock = clock;
    const version = () => ledger.version();
    this.servingFiles = untilChanged(version, async () => {
      const files = await ledger.all('serving_files');
      return files.map(({ days, ...file }) => ({
        ...file,
        days: days.split(',').filter(Boolean).toSorted(),
      }));
    });
    this.marketFiles = untilChanged(version, async () => {
      const files = await ledger.all('market_files');
      return files.map(({ days, ...file }) => ({ ...file, days: days.split(',') }));
    });
    this.servedDays = untilChanged(version, () => ledger.all('served_days'));
    this.newestOfficialCheck = untilChanged(
      version,
      async () => (await ledger.get('newest_official_check'))?.check_id ?? 0,
    );
    this.knownPublications = untilChanged(version, () => this.publications());
    this.lakeContents = untilChanged(version, () => this.allPublications());
    this.knownHistory = untilChanged(version, () => this.history());
    this.measures = untilChanged(version, async () =>
      measuresAfter(await this.measuredPublications(), await this.history(), await this.measureFiles()),
    );
  }

  published(trade_date: IsoDate): Promise<Publication | undefined> {
    return this.#ledger.get('published_day', { trade_date });
  }

  publishedDays(year: number): Promise<Publication[]> {
    return this.#ledger.all('published_days_of_year', { year: String(year) });
  }

  async allPublishedDays(): Promise<IsoDate[]> {
    return (await this.#ledger.all('published_days')).map((row) => row.trade_date);
  }

  async newestDay(): Promise<IsoDate | null> {
    return (await this.#ledger.get('newest_day'))?.trade_date ?? null;
  }

  /** The number of the newest publication: they are counted from 1, days and corrections alike. 0 if there is none. */
  async publications(): Promise<number> {
    return (await this.#ledger.get('count_publications'))?.publications ?? 0;
  }

  servedPublications(): MaybePromise<number> {
    return whenKnown(this.servingFiles(), publicationsIn);
  }

  marketPublications(): MaybePromise<number> {
    return whenKnown(this.marketFiles(), publicationsIn);
  }

  /** The published revisions of all days, in order. */
  async allPublications(): Promise<Publication[]> {
    const years = await this.publishedYears();
    return (await Promise.all(years.map((year) => this.publishedDays(year)))).flat();
  }

  /** Every publication so far, in the order of their numbers. */
  history(): Promise<Publication[]> {
    return this.#ledger.all('all_publications');
  }

  /** All publications, and the files of measure_day that they had: what the Delta logs are written from. */
  async lakeHistory(): Promise<{ publications: Publication[]; measure_files: MeasureFile[] }> {
    const [publications, measure_files] = [await this.history(), await this.measureFiles()];
    return { publications, measure_files };
  }

  /** The number of publications whose measures are in force, which is that of the newest one. */
  async measuredPublications(): Promise<number> {
    return (await this.#ledger.get('newest_measured'))?.number ?? 0;
  }

  /** Every file of measure_day, with those of an unfinished run. */
  measureFiles(): Promise<MeasureFile[]> {
    return this.#ledger.all('measure_files');
  }

  /** The files of measure_day in force, by their days. */
  async measureFilesInForce(): Promise<Map<IsoDate, MeasureFile>> {
    const measured = await this.measuredPublications();
    const files = (await this.measureFiles()).filter(
      ({ added_in, removed_in }) => added_in <= measured && removed_in === null,
    );
    return new Map(files.map((file) => [file.trade_date, file]));
  }

  /** The time of the newest publication whose measures are in force: also that of a correction of an earlier day. */
  async measuredAt(): Promise<string | null> {
    const { publications } = await this.measures();
    const history = await this.knownHistory();
    return history.find(({ number }) => number === publications)?.published_at ?? null;
  }

  /** Notes a file that is in its folder. It is in force once the publication is measured. */
  async noteMeasureFile(
    file: Pick<MeasureFile, 'trade_date' | 'sha256' | 'definition' | 'added_in'>,
  ): Promise<void> {
    await this.#ledger.run('note_measure_file', { ...file, written_at: this.#now() });
  }

  /** Call it when the file of another SHA-256, with the same rows, is in its folder. */
  async replaceMeasureFile(
    { trade_date, sha256: replaced }: Pick<MeasureFile, 'trade_date' | 'sha256'>,
    sha256: string,
  ): Promise<void> {
    await this.#ledger.run('replace_measure_file', { trade_date, replaced, sha256 });
  }

  /** Puts the measures of the newest publication in force. */
  async noteMeasured(version: number): Promise<void> {
    await this.#ledger.transaction(async () => {
      const now = this.#now();
      await this.#ledger.run('remove_measure_files', { version, removed_at: now });
      await this.#ledger.run('note_measured', { publications: version, measured_at: now });
    });
  }

  /** The definition by which the files of measure_day were computed; undefined if there are none. */
  async measureDefinition(): Promise<string | undefined> {
    return (await this.#ledger.get('measure_definition'))?.definition;
  }

  async forgetMeasures(): Promise<void> {
    await this.#ledger.transaction(async () => {
      await this.#ledger.run('forget_measure_files');
      await this.#ledger.run('forget_measured');
    });
  }

  /** Forgets the files that a run wrote for an older publication and did not put in force. */
  async forgetUnfinishedMeasures(measured: number, publications: number): Promise<void> {
    await this.#ledger.run('forget_unfinished_measures', { measured, publications });
  }

  /** The last comparison of each revision at a time. */
  officialResultsAt(known_at: string): Promise<Row<'official_results_at'>[]> {
    return this.#ledger.all('official_results_at', { known_at });
  }

  async publishedYears(): Promise<number[]> {
    return (await this.#ledger.all('published_years')).map((row) => row.year);
  }

  /** Trades of the published days nearest to a day, up to 5 on each side. */
  async tradesOfNeighbours(trade_date: IsoDate): Promise<number[]> {
    return (await this.#ledger.all('neighbouring_days', { trade_date })).map((row) => row.trades_rows);
  }

  /** At most 5 published days before a day, nearest first, within 30 days. If there are none, the 5 days after it. */
  daysAround(trade_date: IsoDate): Promise<Publication[]> {
    return this.#ledger.all('days_around', { trade_date });
  }

  /** The facts of a published day in this version, as JSON; undefined if they were not noted. */
  async facts(
    day: Pick<DayContent, 'trade_date' | 'trades_sha256'>,
    version: number,
  ): Promise<string | undefined> {
    const { trade_date, trades_sha256 } = day;
    return (await this.#ledger.get('day_facts', { trade_date, trades_sha256, version }))?.facts;
  }

  /** Notes the facts of a published day, and deletes those of days that are more than 30 days away from it. */
  async noteFacts(facts: PublishedFacts): Promise<void> {
    await this.#ledger.transaction(() => this.#noteFacts(facts));
  }

  /** The newest replaced revision of a day that has these bytes or these trades, unless the published one has these trades too. */
  async replacedRevision(
    content: Pick<DayContent, 'trade_date' | 'source_sha256' | 'trades_digest'>,
  ): Promise<number | undefined> {
    const { trade_date, source_sha256, trades_digest } = content;
    const of = { trade_date, source_sha256, trades_digest };
    return (await this.#ledger.get('replaced_revision_with_trades', of))?.revision ?? undefined;
  }

  async nextRevision(trade_date: IsoDate): Promise<number> {
    return (await this.#ledger.get('next_revision', { trade_date }))?.revision ?? 1;
  }

  /** Call it when the day's files are flushed in staging, before the first is moved. */
  async intend(content: DayContent, revision: number): Promise<void> {
    await this.#ledger.run('intend_publication', { ...content, revision, intended_at: this.#now() });
  }

  /** Notes that the files of the revisions that were replaced before a time are not kept any more. */
  async noteDeleted(before: Date): Promise<void> {
    const times = { before: before.toISOString(), deleted_at: this.#now() };
    await this.#ledger.transaction(async () => {
      await this.#ledger.run('note_deleted_revisions', times);
      await this.#ledger.run('note_deleted_measures', times);
    });
  }

  intended(): Promise<Publication[]> {
    return this.#ledger.all('intended_publications');
  }

  /** Call it when all files are in the lake. */
  async publish(trade_date: IsoDate, revision: number, facts?: PublishedFacts): Promise<void> {
    await this.#ledger.transaction(async () => {
      const now = this.#now();
      const replaced = await this.#ledger.run('replace_published_day', { trade_date, replaced_at: now });
      await this.#settle(trade_date, revision, 'published', now);
      await this.#announce(trade_date, revision, replaced > 0, now);
      await this.noteRepaired(trade_date);
      if (facts) await this.#noteFacts(facts);
    });
  }

  /** Records publications and comparisons of another ledger, in order, all or none. Call it when all their files are in the lake. */
  async copy(publications: readonly CopiedPublication[], checks: readonly OfficialCheck[]): Promise<void> {
    await this.#ledger.transaction(async () => {
      const isFirstCopy = (await this.publications()) === 0;
      for (const publication of publications) {
        const { trade_date, revision, published_at } = publication;
        const replaced_at = published_at;
        const replaced = await this.#ledger.run('replace_published_day', { trade_date, replaced_at });
        await this.#ledger.run('copy_publication', publication);
        if (!isFirstCopy) await this.#announce(trade_date, revision, replaced > 0, this.#now());
      }
      for (const check of checks) await this.#ledger.run('note_official_check', check);
    });
  }

  /** Call it when the file is in the lake. It does not change the revision. */
  async noteTickerDay(
    day: Pick<Publication, 'trade_date' | 'revision'>,
    ticker_day_sha256: string,
  ): Promise<void> {
    const { trade_date, revision } = day;
    await this.#ledger.run('note_ticker_day', { trade_date, revision, ticker_day_sha256 });
  }

  async abandon(trade_date: IsoDate, revision: number): Promise<void> {
    await this.#settle(trade_date, revision, 'abandoned', null);
  }

  /**
   * Records a comparison of a day with a file of the exchange. It becomes the result of the revision. Without effect if it repeats the newest
   * one of the revision. The caller must hold the writer lock.
   */
  async noteOfficialCheck(check: Omit<OfficialCheck, 'check_id' | 'checked_at'>): Promise<void> {
    const [newest] = await this.officialChecksOf(check.trade_date, check.revision);
    const names = Object.keys(check) as (keyof typeof check)[];
    if (newest && names.every((name) => newest[name] === check[name])) return;
    const check_id = Number((await this.#ledger.get('newest_official_check'))?.check_id) + 1;
    await this.#ledger.run('note_official_check', { ...check, check_id, checked_at: this.#now() });
  }

  /** Records that the content of a file was compared. The newest comparison does not change. */
  async noteOfficialFile(file: Omit<OfficialFile, 'check_id'>): Promise<void> {
    await this.#ledger.run('note_official_file', { ...file });
  }

  /** The comparisons of a revision, the newest first. */
  officialChecksOf(trade_date: IsoDate, revision: number): Promise<OfficialCheck[]> {
    return this.#ledger.all('official_checks_of_revision', { trade_date, revision });
  }

  /** The results of the published days that were compared, in order. */
  officialChecks(): Promise<OfficialCheck[]> {
    return this.#ledger.all('official_checks');
  }

  async noteOfficialArchives(archives: readonly Row<'official_archive'>[]): Promise<void> {
    await this.#ledger.transaction(async () => {
      for (const archive of archives) await this.#ledger.run('note_official_archive', { ...archive });
    });
  }

  async noteBrokerCheck(check: Omit<BrokerCheck, 'checked_at'>): Promise<void> {
    await this.#ledger.run('note_broker_check', { ...check, checked_at: this.#now() });
  }

  /** Months with published days that cannot be served, because their serving file was never built. */
  async monthsWithoutServingFile(): Promise<string[]> {
    return (await this.#ledger.all('months_without_serving_file')).map((row) => row.month);
  }

  /** All at once: the totals of a month file continue those of the file before it. */
  async switchServingFiles(
    files: readonly Pick<ServingFile, 'month' | 'file_name' | 'sha256'>[],
  ): Promise<void> {
    await this.#ledger.transaction(async () => {
      const now = this.#now();
      for (const file of files) {
        const { month, file_name, sha256 } = file;
        await this.#ledger.run('switch_serving_file', { month, file_name, sha256, built_at: now });
        await this.#ledger.run('note_served', { month, served_at: now });
        await this.#ledger.run('resolve_serving_damage', { file_name: file.file_name, rebuilt_at: now });
      }
    });
  }

  async monthsWithoutMarketFiles(): Promise<string[]> {
    return (await this.#ledger.all('months_without_market_files')).map((row) => row.month);
  }

  /** @param file_names the names of all files of the month */
  async switchMarketFiles(
    files: Omit<MarketFiles, 'build' | 'publications'>,
    file_names: readonly string[],
  ): Promise<void> {
    await this.#ledger.transaction(async () => {
      const now = this.#now();
      await this.#ledger.run('switch_market_files', { ...files, days: files.days.join(), built_at: now });
      await this.#ledger.run('note_market_served', { month: files.month, served_at: now });
      for (const file_name of file_names) {
        await this.#ledger.run('resolve_serving_damage', { file_name, rebuilt_at: now });
      }
    });
  }

  async noteServingDamage(file_name: string, problem: string): Promise<void> {
    await this.#ledger.run('note_serving_damage', { file_name, problem, found_at: this.#now() });
  }

  async noteFailedRebuild(file_name: string, failure: string): Promise<void> {
    await this.#ledger.run('note_failed_rebuild', { file_name, failure });
  }

  /** Call it when the file was found intact. */
  async resolveServingDamage(file_name: string): Promise<void> {
    const isOpen = (await this.servingDamages()).some(
      (file) => file.file_name === file_name && !file.rebuilt_at,
    );
    if (isOpen) await this.#ledger.run('resolve_serving_damage', { file_name, rebuilt_at: this.#now() });
  }

  /** Files of the lake and the serving folder that a server found damaged, newest first. */
  servingDamages(): Promise<ServingDamage[]> {
    return this.#ledger.all('serving_damages');
  }

  /** Call it when the damaged files of a published day were replaced. */
  async noteRepaired(trade_date: IsoDate): Promise<void> {
    await this.#ledger.run('resolve_lake_damages', { trade_date, repaired_at: this.#now() });
  }

  async #announce(trade_date: IsoDate, revision: number, isCorrection: boolean, now: string): Promise<void> {
    await recordEvent(this.#ledger, {
      kind: isCorrection ? 'day.corrected' : 'day.published',
      occurrence: `${trade_date} ${revision}`,
      account_id: null,
      at: new Date(now),
      data: { trade_date, revision },
    });
  }

  async #noteFacts(facts: PublishedFacts): Promise<void> {
    await this.#ledger.run('note_day_facts', facts);
    await this.#ledger.run('forget_day_facts', { trade_date: facts.trade_date });
  }

  async #settle(
    trade_date: IsoDate,
    revision: number,
    state: 'published' | 'abandoned',
    published_at: string | null,
  ): Promise<void> {
    const settlement = { trade_date, revision, state, published_at };
    const settled = await this.#ledger.run('settle_intended_day', settlement);
    if (settled !== 1) throw new Error(`No publication of ${trade_date} revision ${revision} was prepared`);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

/** While only some months are rebuilt, the number is between those of two publications: it grows with each month. */
function publicationsIn(months: readonly { readonly publications: number }[]): number {
  return months.reduce((sum, { publications }) => sum + publications, 0);
}
