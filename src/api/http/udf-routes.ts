import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { EARLIEST_DATE, MAX_RANGE_DAYS } from '../../core/contract.ts';
import { DAY_MS, dateOfEpochDay, epochDay, type IsoDate } from '../../core/dates.ts';
import { invalidField } from '../../core/errors.ts';
import { tickerInSymbol } from '../../core/market/market.ts';
import type { Admission } from './admission/admission.ts';
import type { RequestContext } from './admission/request-context.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { queryOf } from './requests/validation.ts';
import { JSON_TYPE } from './responses/envelope.ts';
import { statusOf } from './responses/error-statuses.ts';
import { publicError } from './responses/public-error.ts';

const DAY_S = DAY_MS / 1000;
const FIRST_DAY = epochDay(EARLIEST_DATE);
const MAX_FOUND = 100;
const EXCHANGE = 'IDX';
const RESOLUTIONS = ['1D'];
const NEVER = new AbortController().signal;

interface Bar {
  readonly date: IsoDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

interface UdfRequest {
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly caller: Caller;
  /** Asks an endpoint for the caller. */
  ask<Data>(endpoint: AnyEndpoint, sent: object): Promise<Data>;
}

interface Ticker {
  readonly ticker: string;
  readonly kind: string;
}

export interface UdfServices {
  /** Daily prices of a ticker, and all tickers. */
  readonly prices: AnyEndpoint;
  readonly tickers: AnyEndpoint;
  readonly nameOf: (ticker: string) => string;
  readonly publishedDays: () => Promise<readonly { readonly trade_date: IsoDate }[]>;
  readonly clock: Clock;
}

/** The addresses of the datafeed: the protocol has no parameter for an adjustment. */
const FEEDS = { '/udf': 'none', '/udf/splits': 'splits' } as const;

/**
 * TradingView's Universal Data Feed (https://www.tradingview.com/charting-library-docs/latest/connecting_data/UDF) with daily bars. A chart
 * asks for its newest bars again and again, so the same request is charged once for each publication.
 */
export function udfRoutes(app: FastifyInstance, admission: Admission, services: UdfServices): void {
  const { prices, tickers, nameOf, publishedDays, clock } = services;

  for (const [feed, adjust] of Object.entries(FEEDS)) {
    const get = (
      path: string,
      units: number | AnyEndpoint['units'],
      answer: (request: UdfRequest) => unknown,
    ) =>
      app.route({
        method: 'GET',
        url: `${feed}/${path}`,
        config: { units, scope: 'data' },
        exposeHeadRoute: false,
        onRequest: async (request) => {
          const context = await admission.authenticate(request);
          context.checkRate();
          context.checkScope('data');
        },
        handler: async (request, reply) => {
          const context = request.context as RequestContext;
          const ask = async <Data>(endpoint: AnyEndpoint, sent: object): Promise<Data> => {
            const once = { id: `\tudf\t${JSON.stringify(sent)}`, format: null, link: null } as const;
            const { bytes } = await admission.askOnce(endpoint, context, sent, reply.raw, once);
            return JSON.parse(bytes.toString()).data;
          };
          try {
            const body = await answer({
              query: queryOf(request) as UdfRequest['query'],
              caller: context.caller,
              ask,
            });
            return await reply.header('content-type', JSON_TYPE).send(JSON.stringify(body));
          } catch (error) {
            const shown = publicError(error);
            const status = statusOf(shown.code) ?? 500;
            if (status >= 429) throw error;
            const { message } = await context.withCurrentLimits(shown);
            return await reply
              .code(status)
              .header('content-type', JSON_TYPE)
              .send(JSON.stringify({ s: 'error', errmsg: message }));
          }
        },
      });

    const symbolOf = ({ ticker, kind }: Ticker) => ({
      name: ticker,
      ticker,
      full_name: `${EXCHANGE}:${ticker}`,
      symbol: ticker,
      description: nameOf(ticker),
      type: kind,
      exchange: EXCHANGE,
    });

    get('config', 0, () => ({
      supported_resolutions: RESOLUTIONS,
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: true,
      exchanges: [{ value: EXCHANGE, name: EXCHANGE, desc: 'Indonesia Stock Exchange' }],
    }));

    get('time', 0, () => Math.floor(clock.now().getTime() / 1000));

    get('symbols', 0, async ({ query, ask }) => {
      const wanted = tickerInSymbol(query.symbol ?? '');
      const all = await ask<Ticker[]>(tickers, {});
      const found = all.find(({ ticker }) => ticker === wanted);
      if (!found) return { s: 'error', errmsg: 'unknown_symbol' };
      return {
        ...symbolOf(found),
        listed_exchange: EXCHANGE,
        timezone: 'Asia/Jakarta',
        session: '0900-1600',
        currency_code: 'IDR',
        format: 'price',
        minmov: 1,
        pricescale: adjust === 'none' ? 1 : 100,
        volume_precision: 0,
        has_intraday: false,
        has_daily: true,
        has_weekly_and_monthly: false,
        supported_resolutions: RESOLUTIONS,
        data_status: 'endofday',
      };
    });

    get('search', 0, async ({ query, ask }) => {
      const text = (query.query ?? '').trim().toUpperCase();
      const all = await ask<Ticker[]>(tickers, {});
      const ofKind = all.filter(({ kind }) => !query.type || kind === query.type);
      const begins = ofKind.filter(({ ticker }) => ticker.startsWith(text));
      const others = ofKind.filter(
        ({ ticker }) =>
          !ticker.startsWith(text) && `${ticker} ${nameOf(ticker).toUpperCase()}`.includes(text),
      );
      const isOther = query.exchange && query.exchange !== EXCHANGE;
      const limit = Math.min(numberIn(query, 'limit') ?? MAX_FOUND, MAX_FOUND);
      return isOther ? [] : [...begins, ...others].slice(0, limit).map(symbolOf);
    });

    get('history', prices.units, async ({ query, caller, ask }) => {
      const { symbol = '', resolution } = query;
      if (resolution !== '1D' && resolution !== 'D') throw invalidField('resolution', 'must be 1D');
      const ticker = tickerInSymbol(symbol) ?? symbol;
      const countback = numberIn(query, 'countback');
      const published = (await publishedDays()).map(({ trade_date }) => epochDay(trade_date));
      // The bar of a day is at 00:00 UTC, and `to` is exclusive.
      const asked = Math.ceil((numberIn(query, 'to') ?? 0) / DAY_S) - 1;
      const to = Math.min(asked, published.at(-1) ?? FIRST_DAY);
      const from = countback
        ? (published.filter((day) => day <= to).at(-countback) ?? FIRST_DAY)
        : Math.max(Math.ceil((numberIn(query, 'from') ?? 0) / DAY_S), FIRST_DAY);
      // Of a longer range, the newest bars: the chart asks for earlier ones when it shows them.
      const isLong = to - from >= MAX_RANGE_DAYS;
      const last = isLong ? ((await dayBefore(prices, { ticker, caller, last: to })) ?? to) : to;
      const first = Math.max(from, last - MAX_RANGE_DAYS + 1);
      const barsIn = (from: number, to: number) =>
        ask<Bar[]>(prices, { ticker, from: dateOfEpochDay(from), to: dateOfEpochDay(to), adjust });
      const bars = first <= last ? await barsIn(first, last) : [];
      if (bars.length === 0) {
        const before = await dayBefore(prices, { ticker, caller, last: Math.min(first - 1, to) });
        return { s: 'no_data', ...(before !== null && { nextTime: before * DAY_S }) };
      }
      const column = (name: keyof Bar) => bars.map((bar) => bar[name]);
      return {
        s: 'ok',
        t: bars.map(({ date }) => epochDay(date) * DAY_S),
        ...{
          o: column('open'),
          h: column('high'),
          l: column('low'),
          c: column('close'),
          v: column('volume'),
        },
      };
    });
  }
}

/** The newest day up to `last` with a bar, in days since 1970-01-01. It is not charged: it has no price. */
async function dayBefore(
  prices: AnyEndpoint,
  { ticker, caller, last }: { readonly ticker: string; readonly caller: Caller; readonly last: number },
): Promise<number | null> {
  for (let end = last; end >= FIRST_DAY; end -= MAX_RANGE_DAYS) {
    const from = dateOfEpochDay(Math.max(FIRST_DAY, end - MAX_RANGE_DAYS + 1));
    const question = { ticker, from, to: dateOfEpochDay(end), market: 'RG', adjust: 'none' };
    const bars = (await prices.answer(question as never, caller, NEVER)) as Bar[];
    const newest = bars.at(-1);
    if (newest) return epochDay(newest.date);
  }
  return null;
}

/** @throws AlirError `invalid_request` */
function numberIn(query: UdfRequest['query'], name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw invalidField(name, 'must be a whole number');
}
