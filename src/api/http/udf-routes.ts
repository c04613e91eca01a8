import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import { MAX_RANGE_DAYS } from '../../core/contract.ts';
import { DAY_MS, dateOfEpochDay, epochDay, type IsoDate } from '../../core/dates.ts';
import { tickerInSymbol } from '../../core/market/market.ts';
import type { Admission } from './admission/admission.ts';
import { NEVER } from './admission/answers.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { PublishedDays } from './link-route.ts';
import { queryWith } from './requests/request-fields.ts';
import { validated } from './requests/validation.ts';
import { JSON_TYPE } from './responses/envelope.ts';
import { fixableError } from './responses/public-error.ts';

const DAY_S = DAY_MS / 1000;
const MAX_FOUND = 100;
/** Most stocks have a bar in the first step. */
const STEP_DAYS = 31;
const EXCHANGE = 'IDX';
const RESOLUTIONS = ['1D'];
/** The columns of the protocol. */
const FIGURES = { o: 'open', h: 'high', l: 'low', c: 'close', v: 'volume' } as const;

type Bar = Readonly<{ date: IsoDate } & Record<(typeof FIGURES)[keyof typeof FIGURES], number>>;
type Ask = (endpoint: AnyEndpoint, sent: object) => Promise<unknown>;

interface UdfServices {
  /** Daily prices of a ticker, and all tickers. */
  readonly prices: AnyEndpoint;
  readonly tickers: AnyEndpoint;
  readonly companies: ReadonlyMap<string, string>;
  readonly publishedDays: PublishedDays;
}

/** The addresses of the datafeed: the protocol has no parameter for an adjustment. */
const FEEDS = { '/udf': 'none', '/udf/splits': 'splits' } as const;

const text = z.string().default('');
/** 0 for a parameter that is not sent. */
const number = z
  .string()
  .regex(/^\d{1,12}$/, { error: 'must be a whole number' })
  .transform(Number)
  .default(0);
const historyQuery = queryWith({
  symbol: text.transform(tickerInSymbol).pipe(z.string({ error: 'must be a ticker, such as BBCA' })),
  resolution: z.enum(['1D', 'D'], { error: 'must be 1D' }),
  from: number,
  to: number,
  countback: number,
});

/**
 * TradingView's Universal Data Feed (https://www.tradingview.com/charting-library-docs/latest/connecting_data/UDF) with daily bars. A chart
 * asks for its newest bars again and again, so the same request is charged once for each publication.
 */
export function udfRoutes(app: FastifyInstance, admission: Admission, services: UdfServices): void {
  const { prices, tickers, companies, publishedDays } = services;
  for (const [feed, adjust] of Object.entries(FEEDS)) {
    const get = <Query>(
      path: string,
      query: z.ZodType<Query>,
      units: AnyEndpoint['units'],
      answer: (query: Query, ask: Ask, caller: Caller) => unknown,
    ) =>
      app.route({
        method: 'GET',
        url: `${feed}/${path}`,
        config: { units, scope: 'data' },
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const context = await admission.authenticate(request);
          context.checkRate();
          context.checkScope('data');
          const ask: Ask = async (endpoint, sent) => {
            const { bytes } = await admission.askOnce(endpoint, context, sent, reply.raw, 'udf');
            return JSON.parse(bytes.toString()).data;
          };
          reply.header('content-type', JSON_TYPE);
          try {
            // Of a repeated parameter, the last value.
            const sent = Object.fromEntries(new URLSearchParams(request.raw.url?.split('?')[1]));
            return await reply.send(
              JSON.stringify(await answer(validated(query, sent), ask, context.caller)),
            );
          } catch (error) {
            const { shown, status } = fixableError(error);
            const { message } = await context.withCurrentLimits(shown);
            return await reply.code(status).send(JSON.stringify({ s: 'error', errmsg: message }));
          }
        },
      });

    /** The symbols of all tickers, each with the fields for a search and those for a chart. */
    const symbols = async (ask: Ask) =>
      ((await ask(tickers, {})) as { ticker: string; kind: string }[]).map(({ ticker, kind }) => ({
        symbol: ticker,
        ticker,
        name: ticker,
        full_name: `${EXCHANGE}:${ticker}`,
        description: companies.get(ticker) ?? ticker,
        type: kind,
        exchange: EXCHANGE,
        listed_exchange: EXCHANGE,
        timezone: 'Asia/Jakarta',
        session: '0900-1600',
        currency_code: 'IDR',
        format: 'price',
        minmov: 1,
        pricescale: adjust === 'none' ? 1 : 100,
        has_intraday: false,
        supported_resolutions: RESOLUTIONS,
        data_status: 'endofday',
      }));

    get('config', queryWith({}), 0, () => ({
      supported_resolutions: RESOLUTIONS,
      supports_search: true,
      supports_group_request: false,
    }));

    get('symbols', queryWith({ symbol: text }), 0, async ({ symbol }, ask) => {
      const wanted = tickerInSymbol(symbol);
      const found = (await symbols(ask)).find(({ ticker }) => ticker === wanted);
      return found ?? { s: 'error', errmsg: 'unknown_symbol' };
    });

    get('search', queryWith({ query: text, limit: number }), 0, async ({ query, limit }, ask) => {
      const wanted = query.trim().toUpperCase();
      const found = (await symbols(ask)).filter(({ ticker, description }) =>
        `${ticker} ${description.toUpperCase()}`.includes(wanted),
      );
      const isLater = ({ ticker }: { ticker: string }) => (ticker.startsWith(wanted) ? 0 : 1);
      const sorted = found.toSorted((one, other) => isLater(one) - isLater(other));
      return sorted.slice(0, Math.min(limit || MAX_FOUND, MAX_FOUND));
    });

    get('history', historyQuery, prices.units, async ({ symbol, from, to, countback }, ask, caller) => {
      const published = (await publishedDays()).map(({ trade_date }) => epochDay(trade_date));
      const [start = 0] = published;
      // The bar of a day is at 00:00 UTC, and `to` is exclusive.
      const end = Math.min(Math.ceil(to / DAY_S) - 1, published.at(-1) ?? -1);
      const first = countback
        ? (published.filter((day) => day <= end).at(-countback) ?? start)
        : Math.max(Math.ceil(from / DAY_S), start);
      const free = { ticker: symbol, market: 'RG', adjust: 'none' };
      const last = await newestBar(start, end, (range) =>
        prices.answer({ ...free, ...range } as never, caller, NEVER),
      );
      if (last === undefined) return { s: 'no_data' };
      if (last < first) return { s: 'no_data', nextTime: last * DAY_S };
      // Of a longer range, the newest bars: the chart asks for earlier ones when it shows them.
      const range = rangeOf(Math.max(first, last - MAX_RANGE_DAYS + 1), last);
      const bars = (await ask(prices, { ticker: symbol, ...range, adjust })) as Bar[];
      const columns = Object.entries(FIGURES).map(([name, figure]) => [name, bars.map((bar) => bar[figure])]);
      return { s: 'ok', t: bars.map(({ date }) => epochDay(date) * DAY_S), ...Object.fromEntries(columns) };
    });
  }
}

/** Days since 1970-01-01 as dates. */
const rangeOf = (from: number, to: number) => ({ from: dateOfEpochDay(from), to: dateOfEpochDay(to) });

/**
 * The newest day with a bar, in days since 1970-01-01.
 * @param pricesOf asks without a charge, because a response contains only the day
 */
async function newestBar(
  first: number,
  last: number,
  pricesOf: (range: ReturnType<typeof rangeOf>) => Promise<unknown>,
): Promise<number | undefined> {
  for (let end = last; end >= first; end -= STEP_DAYS) {
    const newest = ((await pricesOf(rangeOf(Math.max(first, end - STEP_DAYS + 1), end))) as Bar[]).at(-1);
    if (newest) return epochDay(newest.date);
  }
  return undefined;
}
