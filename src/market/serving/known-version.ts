import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { type Measures, measuresAfter } from '../../core/market/measured-days.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Row } from '../lake/duckdb.ts';
import type { MeasureFile, PublishedFiles } from '../lake/lake.ts';
import type { MarketDatabase, MarketReader, MeasureReader } from './market-database.ts';
import { BrokerDays } from './months/broker-days.ts';
import { BrokerSums } from './months/broker-sums.ts';
import { INVESTOR_CODES, MARKET_CODES, SUMS } from './months/month-layout.ts';
import type { TickerReader } from './serving.ts';
import type { Snapshot, TotalsQuery } from './snapshot.ts';

/** The times from which a publication is in the answers: about single tickers, about the whole market, and from trades. */
type Since = 'served_at' | 'market_served_at' | 'published_at';

export type Publication = PublishedFiles &
  Readonly<Record<Since, string | null>> & {
    readonly revision: number;
    readonly deleted_at: string | null;
    readonly number: number | null;
    readonly measured_at: string | null;
  };

interface Result {
  readonly trade_date: IsoDate;
  readonly revision: number;
  readonly verified: number;
  readonly compared: string;
}

interface KnownManifest<Each extends Publication> {
  /** In the order of publication. */
  knownHistory(): MaybePromise<readonly Each[]>;
  officialResultsAt(known_at: string): Promise<readonly Result[]>;
  measureFiles(): Promise<readonly MeasureFile[]>;
}

/** The publications that answers were made from at a time. */
interface Part<Each> {
  /** The newest revision of each day, in the order of days. */
  readonly revisions: readonly Each[];
  readonly publications: number;
}

const ALL_DAYS = { from: '0001-01-01', to: '9999-12-31' } as const;
const NEVER = new AbortController().signal;

/**
 * The data that answers were made from at a time, read from the files of the lake.
 * @param known_at ISO 8601 in UTC, with milliseconds; check it with `refuseDeleted`
 */
export async function knownVersion<Each extends Publication>(
  manifest: KnownManifest<Each>,
  database: MarketDatabase,
  known_at: string,
) {
  const history = await manifest.knownHistory();
  const served = partOf(history, 'served_at', known_at);
  const market_served = partOf(history, 'market_served_at', known_at);
  const published = partOf(history, 'published_at', known_at);
  const results = new Map(
    (await manifest.officialResultsAt(known_at)).map((each) => [nameOf(each), each] as const),
  );
  const measures = measuresAt(history, await manifest.measureFiles(), known_at);
  const kept = async <Rows>(read: () => Promise<Rows>): Promise<Rows> => {
    try {
      return await read();
    } catch (error) {
      // The files may have been deleted meanwhile.
      refuseDeleted(await manifest.knownHistory(), known_at);
      throw error;
    }
  };
  const keptMeasures = async <Rows>(read: () => Promise<Rows>): Promise<Rows> => {
    refuseDeletedMeasures(measures.files, known_at);
    return kept(read);
  };
  const rowsOf =
    ({ revisions }: Part<Each>): MarketReader['rows'] =>
    (question, source, ...rest) =>
      kept(() => database.rows(question, { ...source, revisions }, ...rest));
  /** Answers about single tickers. */
  const serving: TickerReader & { version(): string } = {
    read: (work, signal = NEVER) => work(new KnownSnapshot(rowsOf(served), served.revisions, signal)),
    version: () => known_at,
  };
  /** Answers about the whole market, and from trades. */
  const market: MarketReader & MeasureReader & Pick<MarketDatabase, 'version'> = {
    measureRows: (queryOf, signal) =>
      keptMeasures(() => database.measureRows(queryOf, signal, measures.files)),
    measureFiles: () => measures.files,
    stockRows: (stock, signal) => keptMeasures(() => database.stockRows(stock, signal, measures.files)),
    rows: (question, source, ...rest) =>
      rowsOf(source.table === 'trades' ? published : market_served)(question, source, ...rest),
    version: () => known_at,
    days: async () => market_served.revisions.map(({ trade_date }) => trade_date),
  };
  const known_manifest = {
    newestOfficialCheck: () => 0,
    servedDays: async () =>
      served.revisions.map((day) => {
        const { verified = null, compared = null } = results.get(nameOf(day)) ?? {};
        return { ...day, verified, compared };
      }),
    allPublications: async () => [...published.revisions],
    servedPublications: () => served.publications,
    marketPublications: () => market_served.publications,
    knownPublications: () => published.publications,
    publications: async () => published.publications,
    measures: () => measures,
  };
  return { manifest: known_manifest, serving, market };
}

function nameOf({ trade_date, revision }: Pick<Publication, 'trade_date' | 'revision'>): string {
  return `${trade_date} ${revision}`;
}

/** The publications that a source of answers had at a time. @param history in the order of publication */
export function partOf<Each extends Publication>(
  history: readonly Each[],
  since: Since,
  known_at: string,
): Part<Each> {
  const newest = new Map<IsoDate, Each>();
  let publications = 0;
  for (const each of history) {
    const from = each[since];
    if (from === null || from > known_at) continue;
    newest.set(each.trade_date, each);
    publications += 1;
  }
  const revisions = [...newest.values()].toSorted((a, b) => (a.trade_date < b.trade_date ? -1 : 1));
  return { revisions, publications };
}

/** @param history in the order of publication */
export function measuresAt(
  history: readonly Publication[],
  files: readonly MeasureFile[],
  known_at: string,
): Measures<MeasureFile> {
  const measured = history.filter(({ measured_at }) => measured_at !== null && measured_at <= known_at);
  const publications = Math.max(0, ...measured.map(({ number }) => number ?? 0));
  return measuresAfter(publications, history, files);
}

/** @throws AlirError `version_not_kept` for a time before the first publication, or at which a deleted revision was in the answers */
export function refuseDeleted(history: readonly Publication[], known_at: string): void {
  refuseBefore(keptSince(history), known_at);
}

/** @throws AlirError `version_not_kept` if a file that was in force at a time is deleted. @param files those that were in force */
function refuseDeletedMeasures(files: readonly MeasureFile[], known_at: string): void {
  const since = files
    .filter(({ deleted_at }) => deleted_at !== null)
    .map(({ removed_at }) => String(removed_at))
    .toSorted()
    .at(-1);
  refuseBefore(since, known_at);
}

function refuseBefore(since: string | undefined, known_at: string): void {
  if (since === undefined || known_at >= since) return;
  throw new AlirError(
    'version_not_kept',
    `The data is kept as it was since ${since}, and known_at is ${known_at}. Send a time since then.`,
  );
}

/** From when on the data is kept: since the first publication, or since no answer was made from a deleted revision. */
function keptSince(history: readonly Publication[]): string | undefined {
  let since = history[0]?.published_at ?? undefined;
  const next = new Map<IsoDate, Publication>();
  for (const each of history.toReversed()) {
    const replacement = next.get(each.trade_date);
    next.set(each.trade_date, each);
    if (each.deleted_at === null || !replacement) continue;
    const { published_at, served_at, market_served_at } = replacement;
    for (const time of [published_at, served_at, market_served_at]) {
      if (since !== undefined && time !== null && time > since) since = time;
    }
  }
  return since;
}

/** The published data of single tickers at a time. */
class KnownSnapshot implements Snapshot {
  readonly #read: MarketReader['rows'];
  readonly #revisions: readonly Publication[];
  readonly #signal: AbortSignal;
  /** The tickers that are asked for in one turn, and their rows: a batch is one query. */
  readonly #asked = new Map<string, { readonly tickers: string[]; readonly rows: Promise<Row[]> }>();

  constructor(read: MarketReader['rows'], revisions: readonly Publication[], signal: AbortSignal) {
    this.#read = read;
    this.#revisions = revisions;
    this.#signal = signal;
  }

  newestDay(): IsoDate | null {
    return this.#revisions.at(-1)?.trade_date ?? null;
  }

  async knowsAny(tickers: readonly string[]): Promise<boolean> {
    const source = { table: 'ticker_rows', ...ALL_DAYS } as const;
    return (await this.#read('known_tickers', source, () => ({ tickers }), this.#signal)).length > 0;
  }

  async brokerTotals(query: TotalsQuery): Promise<BrokerSums> {
    const rows = await this.#rows('broker_totals', query);
    const codes = codesOf(rows);
    const sums = new BrokerSums([...codes.keys()]);
    for (const row of rows) setSums(sums, sums.placeIn(0, codes.get(String(row.broker)) as number), row);
    return sums;
  }

  async brokerDays(query: TotalsQuery): Promise<BrokerDays> {
    const { from, to } = query;
    const rows = await this.#rows('broker_days', query);
    const codes = codesOf(rows);
    const days = new BrokerDays(from, to, [...codes.keys()]);
    for (const { trade_date } of this.#revisions) {
      if (trade_date >= from && trade_date <= to) days.publish(trade_date);
    }
    for (const row of rows)
      setSums(days, days.placeOn(Number(row.day), codes.get(String(row.broker)) as number), row);
    return days;
  }

  async #rows(question: string, { ticker, from, to, market, investor }: TotalsQuery): Promise<Row[]> {
    const markets = MARKET_CODES.slice(market.first, market.last + 1);
    const investors = INVESTOR_CODES.slice(investor.first, investor.last + 1);
    const key = [question, from, to, ...markets, ...investors].join();
    let asked = this.#asked.get(key);
    if (!asked) {
      const tickers: string[] = [];
      const rows = Promise.resolve().then(() => {
        this.#asked.delete(key);
        const parameters = { tickers, markets, investors };
        const source = { table: 'broker_rows', from, to } as const;
        return this.#read(question, source, () => parameters, this.#signal);
      });
      asked = { tickers, rows };
      this.#asked.set(key, asked);
    }
    asked.tickers.push(ticker);
    return (await asked.rows).filter((row) => row.ticker === ticker);
  }
}

/** The brokers of some rows, with their numbers. */
function codesOf(rows: readonly Row[]): Map<string, number> {
  const codes = new Map<string, number>();
  for (const { broker } of rows) if (!codes.has(String(broker))) codes.set(String(broker), codes.size);
  return codes;
}

function setSums({ sums }: BrokerSums, place: number, row: Row): void {
  for (const [offset, name] of SUMS.entries()) sums[place + offset] = Number(row[name]);
}
