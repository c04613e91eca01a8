import type { IsoDate } from '../../../core/dates.ts';
import type { MarketDatabase } from '../../../market/serving/market-database.ts';
import { foreignFlowRanking, type RankedFlow } from '../../../market/serving/queries/foreign-flow-ranking.ts';

/** The day whose foreign flow visitors see before sign-in: the newest published day, none, or one date. */
export type PublicDay = 'newest' | 'none' | IsoDate;

const TIME_LIMIT_MS = 5000;

/** More than the number of securities of the exchange. */
const ALL_TICKERS = 100_000;

export type Market = Pick<MarketDatabase, 'rows' | 'version' | 'days'>;

/** The net foreign flow of a day, the largest purchases and the largest sales first. */
export interface DayFlow {
  readonly day: IsoDate;
  readonly bought: readonly RankedFlow[];
  readonly sold: readonly RankedFlow[];
  /** The number of tickers with trades. */
  readonly tickers: number;
}

/** Reads the foreign flow of the public day, once for each version of the data. */
export class PublicFlow {
  readonly #day: PublicDay;
  readonly #market: Market;
  #known: { readonly version: string; readonly flow: Promise<DayFlow | null> } | undefined;

  constructor(day: PublicDay, market: Market) {
    this.#day = day;
    this.#market = market;
  }

  /** Null if the operator shows no day, if it is not published, or if it cannot be read now. */
  async read(): Promise<DayFlow | null> {
    if (this.#day === 'none') return null;
    const version = await this.#market.version();
    if (this.#known?.version !== version) this.#known = { version, flow: this.#readNow() };
    try {
      return await this.#known.flow;
    } catch {
      this.#known = undefined;
      return null;
    }
  }

  async #readNow(): Promise<DayFlow | null> {
    const days = await this.#market.days();
    const day = this.#day === 'newest' ? days.at(-1) : days.find((each) => each === this.#day);
    if (day === undefined) return null;
    const question = { from: day, to: day, market: 'ALL', order: 'net', limit: ALL_TICKERS } as const;
    const rows = await foreignFlowRanking(this.#market, question, AbortSignal.timeout(TIME_LIMIT_MS));
    return {
      day,
      bought: rows.filter(({ net_foreign }) => net_foreign > 0),
      sold: rows.filter(({ net_foreign }) => net_foreign < 0).toReversed(),
      tickers: rows.length,
    };
  }
}
