import type { FastifyInstance } from 'fastify';
import type { VNode } from 'preact';
import { ownOrigin } from '../../../api/http/host.ts';
import type { ServedDocument } from '../../../api/http/responses/document.ts';
import { prefersPage } from '../../../api/http/responses/html-page.ts';
import { vary } from '../../../api/http/responses/response.ts';
import type { CurrentSample } from '../../../api/http/sample-routes.ts';
import { PLANS } from '../../../commerce/accounts/plans.ts';
import type { Billing } from '../../../commerce/billing/orders.ts';
import { PUBLIC_PLANS } from '../../../commerce/billing/prices/prices.ts';
import { COSTS } from '../../../core/costs.ts';
import type { CalendarDay, MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import { FlowBars } from '../../charts/tables/flow-bars.tsx';
import { visitorOf } from '../../sessions/visitor.ts';
import { Figure } from '../components/figure.tsx';
import { ButtonLink } from '../components/links.tsx';
import { Tag } from '../components/notice.tsx';
import { useView, type View } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import type { OpenPages } from '../framework/render.tsx';
import { WATCHLIST } from '../watchlist/watchlist-page.tsx';
import { type DayFlow, type Market, type PublicDay, PublicFlow } from './public-day.ts';

/** Rows of each side of the picture. */
const SHOWN_TICKERS = 10;

export interface HomeServices {
  readonly pages: OpenPages;
  /** What programs get. */
  readonly home: ServedDocument;
  readonly billing: Billing;
  readonly market: Market;
  readonly calendar: MarketCalendar;
  /** The newest published day; null without one. */
  newestDay(): Promise<string | null>;
  readonly public_day: PublicDay;
  readonly sample: CurrentSample | null;
  /** The first pictures of the sample; null without one. */
  readonly preview: (view: View) => Promise<VNode | null>;
  /** Changes with the ledger, and each minute. */
  version(): string;
}

/**
 * `GET /`: for a browser that is signed in, the watchlist, or the operator's page without an account; for another browser, what this
 * service is, with a picture of a day; for a program, links as JSON.
 */
export function homeRoute(app: FastifyInstance, services: HomeServices): void {
  const { pages, home, billing, market, calendar, newestDay, public_day, version, preview, sample } =
    services;
  const publicFlow = new PublicFlow(public_day, market);
  app.get('/', { config: PAGE_ROUTE }, async (request, reply) => {
    vary(reply, 'Accept');
    if (!prefersPage(request.headers)) return home.send(request, reply);
    const visitor = visitorOf(request);
    if (visitor?.readsData && visitor.account_id) return reply.redirect(WATCHLIST, 303);
    if (visitor?.isOperator) return reply.redirect('/operator', 303);
    const origin = ownOrigin(request) ?? '';
    return pages.send(request, reply, {
      url: '/',
      version: version(),
      origin,
      write: async (view) => {
        const newest = await newestDay();
        const [day] = newest === null ? [] : await calendar.days(newest, newest);
        const flow = await publicFlow.read();
        const pictures = await preview(view);
        return (
          <Page title="Alir" scripts={pictures ? ['explorer'] : []}>
            <div class="hero">
              <Introduction day={day} ticker={(await sample?.())?.ticker ?? GUIDE_EXAMPLE.ticker} />
              <Example origin={origin} flow={flow} />
            </div>
            {pictures}
            {flow !== null && <FlowFigure flow={flow} origin={origin} />}
            <Questions />
            <PlanSummary billing={billing} />
            <Ways />
          </Page>
        );
      },
    });
  });
}

function Introduction({ day, ticker }: { day: CalendarDay | undefined; ticker: string }) {
  const { visitor, texts } = useView();
  const { home } = texts;
  return (
    <div>
      <h1>{home.title}</h1>
      <p class="lead">{home.lead}</p>
      <p class="cta">
        {visitor === null && (
          <a class="btn primary" href={`/explore/${ticker}`}>
            {home.explore(ticker)}
          </a>
        )}
        <ButtonLink to="/docs/caller">{home.first_request}</ButtonLink>
        <ButtonLink to="/pricing">{home.see_plans}</ButtonLink>
      </p>
      {day ? <NewestDay day={day} /> : <p class="soft">{home.nothing_published}</p>}
    </div>
  );
}

function NewestDay({ day }: { day: CalendarDay }) {
  const { texts, numbers, dates } = useView();
  const { home } = texts;
  const { date, trades, published_at, verified, verified_markets } = day;
  return (
    <p class="newest">
      {home.newest_day} <a href="/status">{dates.long(date)}</a>
      {trades !== null && `, ${home.trades(numbers.full(trades))}`}
      {published_at !== null && `, ${home.published(dates.time(published_at))}`}{' '}
      {verified === true && <Tag kind="ok">{home.verified}</Tag>}
      {verified === null && verified_markets !== null && <Tag kind="ok">{home.verified_regular}</Tag>}
      {verified === false && <Tag kind="warn">{home.differs}</Tag>}
    </p>
  );
}

/** A request and its response: of the public day, or as the guide shows it. */
function Example({ origin, flow }: { origin: string; flow: DayFlow | null }) {
  const { ticker, from, to, days, foreign_buy, foreign_sell, net_foreign } = exampleOf(flow);
  const net = <>{net_foreign < 0 ? <u>{net_foreign}</u> : <i>{net_foreign}</i>}</>;
  return (
    <pre class="example" tabIndex={0}>
      $ curl -H 'Authorization: Bearer <i>alir_live_…</i>' \{'\n'}
      {`  '${hostOf(origin)}/foreign-flow?ticker=${ticker}&from=${from}&to=${to}'\n\n`}
      {'{ "success": true,\n  "data": { "foreign_buy":  '}
      <i>{foreign_buy}</i>
      {',\n            "foreign_sell": '}
      <i>{foreign_sell}</i>
      {',\n            "net_foreign":  '}
      {net}
      {' },\n  "error": null }\n\n'}
      <span class="out">
        {`x-request-cost: 1   x-monthly-remaining: 24999\nx-data-through: ${to}   x-data-days: ${days}/${days}`}
      </span>
    </pre>
  );
}

/** The numbers of the guide. */
const GUIDE_EXAMPLE = {
  ticker: 'BBCA',
  from: '2025-12-01',
  to: '2026-01-30',
  days: 40,
  foreign_buy: 844378931325,
  foreign_sell: 932331794350,
  net_foreign: -87952863025,
};

/** The flow of the stock of the guide on the public day, or else of the stock with the largest flow. */
function exampleOf(flow: DayFlow | null): typeof GUIDE_EXAMPLE {
  if (flow === null) return GUIDE_EXAMPLE;
  const { day, bought, sold } = flow;
  const row =
    [...bought, ...sold].find(({ ticker }) => ticker === GUIDE_EXAMPLE.ticker) ?? bought[0] ?? sold[0];
  return row ? { ...GUIDE_EXAMPLE, ...row, from: day, to: day, days: 1 } : GUIDE_EXAMPLE;
}

/** The address without its scheme: curl adds it. */
function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}

function FlowFigure({ flow, origin }: { flow: DayFlow; origin: string }) {
  const { texts, numbers, dates } = useView();
  const { home } = texts;
  const { day, bought, sold, tickers } = flow;
  const full_idr = Math.max(0, ...[bought[0], sold[0]].map((row) => Math.abs(row?.net_foreign ?? 0)));
  const url = `${origin}/foreign-flow/ranking?from=${day}&to=${day}&market=ALL`;
  const shared = {
    columns: home.flow.columns,
    full_idr,
    amount: (net: number) => numbers.millions(net),
    share: (share: number) => numbers.signed(share, (each) => numbers.percent(each)),
  };
  return (
    <Figure
      title={home.flow.title}
      about={home.flow.about(dates.long(day))}
      links={{ curl: `curl -H "Authorization: Bearer $KEY" '${url}'` }}
      units={COSTS.get_foreign_flow_ranking.units({})}
      remark={home.flow.of_all(
        numbers.full(Math.min(SHOWN_TICKERS, bought.length) + Math.min(SHOWN_TICKERS, sold.length)),
        numbers.full(tickers),
      )}
    >
      <div class="two">
        <FlowBars {...shared} side="buy" caption={home.flow.bought} rows={bought.slice(0, SHOWN_TICKERS)} />
        <FlowBars {...shared} side="sell" caption={home.flow.sold} rows={sold.slice(0, SHOWN_TICKERS)} />
      </div>
    </Figure>
  );
}

/** What the data answers. */
function Questions() {
  const { home } = useView().texts;
  return (
    <section class="part">
      <h2>{home.questions.title}</h2>
      <dl class="questions">
        {home.questions.list.map(({ name, about }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PlanSummary({ billing }: { billing: Billing }) {
  const { texts, numbers } = useView();
  const { home, pricing } = texts;
  const plans = [
    { name: 'free', price_idr: 0, units: pricing.units_a_day(numbers.full(PLANS.free.terms.units)) },
    ...PUBLIC_PLANS.map((name) => ({
      name,
      price_idr: billing.prices[name][1],
      units: pricing.units_a_cycle(numbers.full(PLANS[name].terms.units)),
    })),
  ] as const;
  return (
    <section class="part">
      <h2>
        {pricing.title} <a href="/pricing">{home.all_prices}</a>
      </h2>
      <dl class="kpi">
        {plans.map(({ name, price_idr, units }) => (
          <div key={name}>
            <dt>{pricing.plans[name]}</dt>
            <dd>{numbers.rupiah(price_idr)}</dd>
            <dd class="units">{units}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The ways to the data, each with its guide. */
function Ways() {
  const { home } = useView().texts;
  return (
    <section class="part">
      <h2>{home.ways.title}</h2>
      <ul class="guides">
        {home.ways.list.map(({ name, about, href }) => (
          <li key={href}>
            <a href={href}>{name}</a>
            <span>{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
