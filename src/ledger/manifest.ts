import type { Clock } from '../core/clock.ts';
import type { IsoDate } from '../core/dates.ts';
import type { Ledger } from './ledger.ts';
import type { Parameters, Row } from './queries.ts';

/** The contents of one revision of a day. */
export type DayContent = Omit<Parameters<'intend_publication'>, 'revision' | 'intended_at'>;

export type Publication = Row<'published_day'>;

/** One revision of a day that has several. */
export type Revision = Row<'corrected_days'>;

/** What the gate compares a published day by, as JSON. */
export type PublishedFacts = Parameters<'note_day_facts'>;

/** The newest comparison of a published day with the exchange's Stock Summary. */
export type OfficialCheck = Row<'official_checks'>;

/** A file of the exchange, with the content that was compared last and the identifier of its check. */
type OfficialFile = Row<'official_file'>;

export type ServingFile = Omit<Row<'serving_files'>, 'days'> & {
  /** The published days that the file contains, in order. */
  readonly days: readonly IsoDate[];
};

/** The market files of a month, with the days that they contain, in order. */
export type MarketFiles = Omit<Row<'market_files'>, 'days'> & { readonly days: readonly IsoDate[] };

/** A serving file that a server found damaged. */
export type ServingDamage = Row<'serving_damages'>;

/** The published contents of the lake and the serving folder. A file that is not in the manifest is not served. */
export class Manifest {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #servingFiles: () => readonly ServingFile[];
  readonly #marketFiles: () => readonly MarketFiles[];
  readonly #newestCheck: () => number;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#servingFiles = untilChanged(ledger, () =>
      ledger
        .all('serving_files')
        .map(({ days, ...file }) => ({ ...file, days: days.split(',').filter(Boolean).toSorted() })),
    );
    this.#marketFiles = untilChanged(ledger, () =>
      ledger.all('market_files').map(({ days, ...files }) => ({ ...files, days: days.split(',') })),
    );
    this.#newestCheck = untilChanged(ledger, () => ledger.get('newest_official_check')?.check_id ?? 0);
  }

  published(trade_date: IsoDate): Publication | undefined {
    return this.#ledger.get('published_day', { trade_date });
  }

  publishedDays(year: number): Publication[] {
    return this.#ledger.all('published_days_of_year', { year: String(year) });
  }

  allPublishedDays(): IsoDate[] {
    return this.#ledger.all('published_days').map((row) => row.trade_date);
  }

  /** The published days that the serving files in force contain, in order. */
  servedDays(): Row<'served_days'>[] {
    return this.#ledger.all('served_days');
  }

  daysWithoutValue(): Row<'days_without_value'>[] {
    return this.#ledger.all('days_without_value');
  }

  noteValue(day: Parameters<'note_day_value'>): void {
    this.#ledger.run('note_day_value', day);
  }

  newestDay(): IsoDate | null {
    return this.#ledger.get('newest_day')?.trade_date ?? null;
  }

  lastPublication(): Row<'last_publication'> | undefined {
    return this.#ledger.get('last_publication');
  }

  /** Every revision of each day that has more than one. */
  correctedDays(): Revision[] {
    return this.#ledger.all('corrected_days');
  }

  /** The published revisions of all days, in order. */
  allPublications(): Publication[] {
    return this.publishedYears().flatMap((year) => this.publishedDays(year));
  }

  publishedYears(): number[] {
    return this.#ledger.all('published_years').map((row) => row.year);
  }

  /** Trades of the published days nearest to a day, up to 5 on each side. */
  tradesOfNeighbours(trade_date: IsoDate): number[] {
    return this.#ledger.all('neighbouring_days', { trade_date }).map((row) => row.trades_rows);
  }

  /** At most 5 published days before a day, nearest first, within 30 days. If there are none, the 5 days after it. */
  daysAround(trade_date: IsoDate): Publication[] {
    return this.#ledger.all('days_around', { trade_date });
  }

  /** The facts of a published day in this version, as JSON; undefined if they were not noted. */
  facts(day: Pick<DayContent, 'trade_date' | 'trades_sha256'>, version: number): string | undefined {
    const { trade_date, trades_sha256 } = day;
    return this.#ledger.get('day_facts', { trade_date, trades_sha256, version })?.facts;
  }

  /** Notes the facts of a published day, and deletes those of days that are more than 30 days away from it. */
  noteFacts(facts: PublishedFacts): void {
    this.#ledger.transaction(() => this.#noteFacts(facts));
  }

  /** The newest replaced revision of a day that has these bytes or these trades, unless the published one has these trades too. */
  replacedRevision(
    content: Pick<DayContent, 'trade_date' | 'source_sha256' | 'trades_digest'>,
  ): number | undefined {
    const { trade_date, source_sha256, trades_digest } = content;
    const row = this.#ledger.get('replaced_revision_with_trades', {
      trade_date,
      source_sha256,
      trades_digest,
    });
    return row?.revision ?? undefined;
  }

  nextRevision(trade_date: IsoDate): number {
    return this.#ledger.get('next_revision', { trade_date })?.revision ?? 1;
  }

  /** Call it when the day's files are flushed in staging, before the first is moved. */
  intend(content: DayContent, revision: number): void {
    this.#ledger.run('intend_publication', { ...content, revision, intended_at: this.#now() });
  }

  intended(): Publication[] {
    return this.#ledger.all('intended_publications');
  }

  /** Call it when all files are in the lake. */
  publish(trade_date: IsoDate, revision: number, facts?: PublishedFacts): void {
    this.#ledger.transaction(() => {
      const now = this.#now();
      this.#ledger.run('replace_published_day', { trade_date, replaced_at: now });
      this.#settle(trade_date, revision, 'published', now);
      if (facts) this.#noteFacts(facts);
    });
  }

  /** Call it when the file is in the lake. It does not change the revision. */
  noteTickerDay(day: Pick<Publication, 'trade_date' | 'revision'>, ticker_day_sha256: string): void {
    const { trade_date, revision } = day;
    this.#ledger.run('note_ticker_day', { trade_date, revision, ticker_day_sha256 });
  }

  /** Call it when the file is flushed in staging, before it is moved. It does not change the revision. */
  noteRewrittenTrades(day: Pick<Publication, 'trade_date' | 'revision'>, trades_sha256: string): void {
    const { trade_date, revision } = day;
    this.#ledger.run('note_rewritten_trades', { trade_date, revision, trades_sha256 });
  }

  abandon(trade_date: IsoDate, revision: number): void {
    this.#settle(trade_date, revision, 'abandoned', null);
  }

  /** Records a comparison of a day with a file of the exchange. It becomes the result of the revision. */
  noteOfficialCheck(check: Omit<OfficialCheck, 'check_id' | 'checked_at'>, stamp: string): void {
    this.#ledger.transaction(() => {
      this.#ledger.run('note_official_check', { ...check, checked_at: this.#now() });
      const { source, trade_date, revision, official_sha256 } = check;
      this.noteOfficialFile({ source, stamp, trade_date, revision, official_sha256 });
    });
  }

  /** Records that the content of a file was compared. The newest comparison does not change. */
  noteOfficialFile(file: Omit<OfficialFile, 'check_id'>): void {
    this.#ledger.run('note_official_file', { ...file });
  }

  isCompared(content: Pick<OfficialFile, 'trade_date' | 'revision' | 'official_sha256'>): boolean {
    const { trade_date, revision, official_sha256 } = content;
    return (
      this.#ledger.get('official_check_of_content', { trade_date, revision, official_sha256 }) !== undefined
    );
  }

  /** The results of the published days that were compared, in order. */
  officialChecks(): OfficialCheck[] {
    return this.#ledger.all('official_checks');
  }

  /** The file at a path, if it was compared. */
  officialFile(source: string): OfficialFile | undefined {
    return this.#ledger.get('official_file', { source });
  }

  /** Identifies the newest comparison of all days. Cached until the ledger changes, because every request calls it. */
  newestOfficialCheck(): number {
    return this.#newestCheck();
  }

  /** Cached until the ledger changes, because every request calls it. */
  servingFiles(): readonly ServingFile[] {
    return this.#servingFiles();
  }

  /** Months with published days that cannot be served, because their serving file was never built. */
  monthsWithoutServingFile(): string[] {
    return this.#ledger.all('months_without_serving_file').map((row) => row.month);
  }

  /** All at once: the totals of a month file continue those of the file before it. */
  switchServingFiles(files: readonly Pick<ServingFile, 'month' | 'file_name' | 'sha256'>[]): void {
    this.#ledger.transaction(() => {
      const now = this.#now();
      for (const file of files) {
        const { month, file_name, sha256 } = file;
        this.#ledger.run('switch_serving_file', { month, file_name, sha256, built_at: now });
        this.#ledger.run('resolve_serving_damage', { file_name: file.file_name, rebuilt_at: now });
      }
    });
  }

  /** In the order of months. Cached like `servingFiles`. */
  marketFiles(): readonly MarketFiles[] {
    return this.#marketFiles();
  }

  /** Months with published days and without market files. */
  monthsWithoutMarketFiles(): string[] {
    return this.#ledger.all('months_without_market_files').map((row) => row.month);
  }

  /** Months with a published day that has no `ticker_day`, so that their market files cannot be built. */
  monthsWithoutTickerDay(): string[] {
    return this.#ledger.all('months_without_ticker_day').map((row) => row.month);
  }

  /** @param file_names the names of all files of the month */
  switchMarketFiles(files: Omit<MarketFiles, 'build'>, file_names: readonly string[]): void {
    this.#ledger.transaction(() => {
      const now = this.#now();
      this.#ledger.run('switch_market_files', { ...files, days: files.days.join(), built_at: now });
      for (const file_name of file_names) {
        this.#ledger.run('resolve_serving_damage', { file_name, rebuilt_at: now });
      }
    });
  }

  noteServingDamage(file_name: string, problem: string): void {
    this.#ledger.run('note_serving_damage', { file_name, problem, found_at: this.#now() });
  }

  noteFailedRebuild(file_name: string, failure: string): void {
    this.#ledger.run('note_failed_rebuild', { file_name, failure });
  }

  /** Call it when the file was found intact. */
  resolveServingDamage(file_name: string): void {
    const isOpen = this.servingDamages().some((file) => file.file_name === file_name && !file.rebuilt_at);
    if (isOpen) this.#ledger.run('resolve_serving_damage', { file_name, rebuilt_at: this.#now() });
  }

  /** Serving files that a server found damaged, newest first. */
  servingDamages(): ServingDamage[] {
    return this.#ledger.all('serving_damages');
  }

  #noteFacts(facts: PublishedFacts): void {
    this.#ledger.run('note_day_facts', facts);
    this.#ledger.run('forget_day_facts', { trade_date: facts.trade_date });
  }

  #settle(
    trade_date: IsoDate,
    revision: number,
    state: 'published' | 'abandoned',
    published_at: string | null,
  ): void {
    const settled = this.#ledger.run('settle_intended_day', { trade_date, revision, state, published_at });
    if (settled !== 1) throw new Error(`No publication of ${trade_date} revision ${revision} was prepared`);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

/** Reads a value again only after the ledger has changed. */
function untilChanged<Value>(ledger: Ledger, read: () => Value): () => Value {
  let cached: { readonly version: number; readonly value: Value } | undefined;
  return () => {
    const version = ledger.version();
    if (cached?.version !== version) cached = { version, value: read() };
    return cached.value;
  };
}
