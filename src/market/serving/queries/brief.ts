import { LRUCache } from 'lru-cache';
import type { IsoDate } from '../../../core/dates.ts';
import { BRIEF_KINDS, type Brief, type BriefLine } from '../../../core/market/brief.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import { sql } from '../../../core/package-files.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { Row } from '../../lake/duckdb.ts';
import type { MeasuredDay } from '../market-database.ts';
import { type AdjustedMeasures, keptOrMade } from './adjusted-measures.ts';

const QUESTIONS = ['accumulation', 'volumes', 'streaks', 'negotiated', 'brokers_turned'] as const;
/** Of the question about brokers: 5, and 60 more for the percentile. */
const BROKER_DAYS = 65;
/** Briefs of a day: about 200 kB each at the size of the exchange. */
const MAX_KEPT = 32;
const NEVER = new AbortController().signal;

interface MeasuredPublication {
  readonly publications: number;
  readonly files: readonly MeasuredDay[];
}

/** What is unusual on each day, made once for each publication. */
export class Briefs {
  readonly #measures: AdjustedMeasures;
  readonly #measured: () => MaybePromise<MeasuredPublication>;
  readonly #kept = new LRUCache<string, Promise<Brief | null>>({ max: MAX_KEPT });

  /** @param measured the newest publication whose measures are computed */
  constructor(measures: AdjustedMeasures, measured: () => MaybePromise<MeasuredPublication>) {
    this.#measures = measures;
    this.#measured = measured;
  }

  /**
   * All lines that fulfil the rules.
   * @param date by default, the newest day with measures
   * @param measured an earlier publication; by default, the newest one
   * @returns null if the day has no measures
   * @throws AlirError as MarketDatabase.measureRows does
   */
  async read(date?: IsoDate, measured?: MeasuredPublication): Promise<Brief | null> {
    const { publications, files } = measured ?? (await this.#measured());
    const key = `${publications} ${this.#measures.version()} ${date ?? ''}`;
    return keptOrMade(this.#kept, key, () => this.#make(date, files));
  }

  async #make(date: IsoDate | undefined, files: readonly MeasuredDay[]): Promise<Brief | null> {
    const measured = files.map(({ trade_date }) => trade_date);
    const days = measured.slice(0, date === undefined ? measured.length : measured.indexOf(date) + 1);
    const rows: Row[] = [];
    for (const question of QUESTIONS) {
      rows.push(...(await this.#measures.measureRows(() => queryFor(question, days), NEVER, files)));
    }
    const [from = '', last] = [days.at(-5) ?? days[0], days.at(-1)];
    return last === undefined ? null : { date: last, from, lines: linesOf(rows) };
  }
}

/** @param days the measured days up to that of the brief, in order */
function queryFor(question: (typeof QUESTIONS)[number], days: readonly IsoDate[]) {
  const text = sql(`market/brief/${question}`);
  if (question === 'brokers_turned') {
    const back = days.slice(-BROKER_DAYS).toReversed();
    return { text, table: 'broker_day', parameters: { days: back }, days: back } as const;
  }
  return {
    text,
    parameters: { date: days.at(-1) ?? '' },
    days: days.slice(question === 'streaks' ? -2 : -1),
  };
}

function linesOf(rows: readonly Row[]): BriefLine[] {
  const number = (value: Row[string] | undefined) => (value == null ? null : Number(value));
  const lines = rows.map((row) => ({
    kind: row.kind as BriefLine['kind'],
    ticker: row.ticker === null ? null : String(row.ticker),
    broker: row.broker == null ? null : String(row.broker),
    figure: exact(Number(row.figure)),
    percentile: number(row.percentile),
    percentile_rows: number(row.percentile_rows) as BriefLine['percentile_rows'],
    streak: number(row.streak),
    premium: number(row.premium),
    figure_before: number(row.figure_before),
  }));
  return BRIEF_KINDS.flatMap((kind) => lines.filter((line) => line.kind === kind));
}

/** A number with decimals is not too large. */
function exact(figure: number): number {
  return Number.isInteger(figure) ? exactNumber(figure) : figure;
}
