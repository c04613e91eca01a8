import type { FastifyInstance } from 'fastify';
import type { VNode } from 'preact';
import { statusOf } from '../../../api/http/responses/error-statuses.ts';
import { AlirError } from '../../../core/errors.ts';
import { tickerOf } from '../../../core/market/market.ts';
import { MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import type { Selection } from '../../charts/requests.ts';
import type { Day } from '../../charts/rows.ts';
import { localeOf } from '../../charts/views/explorer-app.tsx';
import { pageCaller } from '../../sessions/explorer-caller.ts';
import { measureValue } from '../../texts/written-measures.ts';
import { ACCOUNT_PAGES, type AccountContext } from '../account/account-page.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Notice } from '../components/notice.tsx';
import { urlWith } from '../components/view.ts';
import type { ExplorerServices } from '../explorer/explorer-answers.tsx';
import { type Preset, presets, selectionOf } from '../explorer/explorer-selection.ts';
import { pageRoute } from '../framework/page-routes.tsx';
import { TabbedPage } from '../framework/tabbed-page.tsx';
import type { StockNames } from '../watchlist/watched-table.tsx';
import type { WatchlistServices } from '../watchlist/watchlist-page.tsx';
import { CompareChart, type CompareChartProps } from './compare-charts.tsx';
import {
  accumulation,
  type CommonBroker,
  type ComparedStock,
  commonBrokers,
  indexed,
  type MeasuredDay,
  type SummaryRow,
  summedFlow,
  totalsOf,
} from './compared.ts';

const PATH = '/compare';
const MAX_COMPARED = 4;
/** Of the last day. */
const LAST_DAY = ['foreign_streak', 'accumulation_5d', 'close_to_cost_20d'] as const;
const MEASURES = ['close', 'value', 'net_foreign_1d', ...LAST_DAY];

export interface CompareServices extends WatchlistServices, Pick<ExplorerServices, 'explorer'> {}

/** `GET /compare?tickers=BBCA,BBRI`: 2 to 4 stocks over the same days. */
export function comparePage(scope: FastifyInstance, services: CompareServices, names: StockNames): void {
  const days = new MarketCalendar(services.explorer.dataset);
  pageRoute(scope, PATH, ACCOUNT_PAGES, (context) => page(services, days, names, context));
}

interface Compared {
  readonly stocks: readonly ComparedStock[];
  readonly units: number;
}

async function page(
  services: CompareServices,
  calendar: MarketCalendar,
  names: StockNames,
  context: AccountContext,
): Promise<VNode> {
  const { view, query, request, reply } = context;
  const texts = view.texts.compare;
  const { dataset } = services.explorer;
  const published = (await dataset.publishedDays()).map(({ trade_date }) => trade_date);
  const [first, through] = [published[0], published.at(-1)];
  const codes = (query.tickers ?? '')
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((code) => code !== '');
  const tickers = [...new Set(codes)];
  if (first === undefined || through === undefined) {
    return (
      <Frame
        context={context}
        tickers={tickers}
        all={[]}
        selection={null}
        problems={[view.texts.watch.no_day]}
      />
    );
  }
  const all = presets(first, through, dataset.calendar);
  const { from, to } = query;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const { selection, problems: wrong } = selectionOf(
    range,
    all,
    { calendar: dataset.calendar, published },
    localeOf(view.language),
  );
  const known = await Promise.all(tickers.map((code) => services.explorer.knowsTicker(tickerOf(code) ?? '')));
  const problems = [
    ...wrong,
    ...tickers.filter((_, place) => !known[place]).map((code) => texts.unknown(code)),
    ...(tickers.length > MAX_COMPARED ? [texts.too_many] : []),
  ];
  const frame = { context, tickers, all, selection };
  // A link of another site must not spend units.
  const isAsked = tickers.length > 1 && request.headers['sec-fetch-site'] !== 'cross-site';
  if (problems.length > 0 || !isAsked) {
    if (problems.length > 0) reply.code(400);
    return <Frame {...frame} problems={problems} />;
  }
  try {
    const compared = await compare(services, context, tickers, selection);
    const shown = (await calendar.days(selection.from, selection.to)).flatMap(({ date, condition }): Day[] =>
      condition === null ? [] : [{ date, condition, absence: null }],
    );
    return (
      <Frame {...frame} problems={[]}>
        <Pictures
          {...compared}
          days={shown.filter(({ condition }) => condition !== 'future')}
          names={names}
          context={context}
        />
      </Frame>
    );
  } catch (error) {
    const status = error instanceof AlirError ? (statusOf(error.code) ?? 500) : 500;
    if (!(error instanceof AlirError) || status >= 500) throw error;
    reply.code(status);
    return <Frame {...frame} problems={[error.message]} />;
  }
}

async function compare(
  services: CompareServices,
  { request, reply }: AccountContext,
  tickers: readonly string[],
  { from, to }: Selection,
): Promise<Compared> {
  const caller = await pageCaller(services, request);
  const range = { from, to };
  const summaries = { tickers, ...range, investor: 'all', market: 'RG' };
  const answers = [await services.askForPage('summaries', caller, summaries, reply.raw)];
  for (const ticker of tickers) {
    answers.push(
      await services.askForPage(
        'measures',
        caller,
        { ticker, ...range, measures: MEASURES.join() },
        reply.raw,
      ),
    );
  }
  const brokers = answers[0]?.data as Readonly<Record<string, readonly SummaryRow[]>>;
  return {
    stocks: tickers.map((ticker, place) => ({
      ticker,
      days: answers[place + 1]?.data as readonly MeasuredDay[],
      brokers: brokers[ticker] ?? [],
    })),
    units: answers.reduce((sum, { units }) => sum + units, 0),
  };
}

interface FrameProps {
  readonly context: AccountContext;
  readonly tickers: readonly string[];
  readonly all: readonly Preset[];
  readonly selection: Selection | null;
  readonly problems: readonly string[];
  readonly children?: VNode;
}

/** The title, the stocks in a form, and the ranges as links. */
function Frame({ context, tickers, all, selection, problems, children }: FrameProps): VNode {
  const { view } = context;
  const texts = view.texts.compare;
  const { presets: titles, range } = localeOf(view.language).texts.page;
  const url = urlWith(PATH, { tickers: tickers.join() });
  const title = tickers.length === 0 ? texts.title : tickers.join(', ');
  return (
    <TabbedPage
      context={context}
      active="compare"
      title={title}
      links={
        <nav class="range" aria-label={range}>
          {all.map(({ name, from, to }) => (
            <a
              key={name}
              href={urlWith(url, { from, to })}
              aria-current={from === selection?.from && to === selection.to ? 'true' : undefined}
            >
              {titles[name]}
            </a>
          ))}
        </nav>
      }
    >
      <form method="get" action={PATH} class="screen-form compare-form">
        <label>
          {texts.stocks}{' '}
          <input name="tickers" value={tickers.join(' ')} autocomplete="off" size={28} required />
        </label>
        {selection &&
          (['from', 'to'] as const).map((name) => (
            <input key={name} type="hidden" name={name} value={selection[name]} />
          ))}
        <button type="submit" class="btn primary">
          {texts.title}
        </button>{' '}
        <small>{texts.costs}</small>
      </form>
      {problems.length > 0 && (
        <Notice kind="bad">
          {problems.join(' ')} <a href={PATH}>{texts.start_again}</a>
        </Notice>
      )}
      {children}
    </TabbedPage>
  );
}

interface PicturesProps extends Compared {
  readonly days: readonly Day[];
  readonly names: StockNames;
  readonly context: AccountContext;
}

function Pictures({ stocks, units, days, names, context: { view } }: PicturesProps): VNode {
  const { texts, numbers } = view;
  const { compare: own, figure } = texts;
  const locale = localeOf(view.language);
  const dates = days.map(({ date }) => date);
  const series = (valuesOf: typeof indexed) =>
    stocks.map((stock) => ({ ticker: stock.ticker, values: valuesOf(stock, dates) }));
  const signed = (value: number) => numbers.signed(value, (each) => numbers.short(each));
  const percent = (value: number) => numbers.signed(value, (each) => numbers.percent(each / 100, 1));
  const from = dates[0] ?? '';
  const completeness = own.days(
    numbers.full(days.filter(({ condition }) => condition === 'published').length),
    numbers.full(days.length),
  );
  return (
    <div class="grid">
      <Card
        title={own.price}
        about={own.price_about(view.dates.short(from))}
        span={7}
        footer={<span class="cost">{completeness}</span>}
      >
        <Chart
          label={own.price}
          kind="together"
          series={series(indexed)}
          days={days}
          locale={locale}
          write={(value) => numbers.full(value, 1)}
        />
      </Card>
      <Card
        title={own.side}
        about={view.dates.range(from, dates.at(-1) ?? from)}
        span={5}
        footer={
          <span class="cost">
            {units === 0 ? texts.screens.not_again : figure.cost(String(units), units === 1)}
          </span>
        }
      >
        <SideBySide stocks={stocks} view={view} />
      </Card>
      <Card title={own.flow} about={own.flow_about} span={6}>
        <Chart
          label={own.flow}
          kind="lines"
          series={series(summedFlow)}
          days={days}
          locale={locale}
          write={signed}
        />
      </Card>
      <Card title={own.accumulation} about={own.accumulation_about} span={6}>
        <Chart
          label={own.accumulation}
          kind="bars"
          series={series(accumulation)}
          days={days}
          locale={locale}
          write={percent}
        />
      </Card>
      {(['buy', 'sell'] as const).map((side) => (
        <Card key={side} title={own[side]} about={own.brokers_about} span={6}>
          <Common stocks={stocks} side={side} names={names} view={view} />
        </Card>
      ))}
    </div>
  );
}

/** A picture, and its values in a table. */
function Chart(props: CompareChartProps): VNode {
  const { label, series, days, locale, write } = props;
  const published = days.flatMap((day, place) => (day.condition === 'published' ? [{ day, place }] : []));
  const columns: Column<(typeof published)[number]>[] = [
    { title: locale.texts.columns.date, cell: ({ day }) => locale.dates.short(day.date) },
    ...series.map(
      ({ ticker, values }): Column<(typeof published)[number]> => ({
        title: ticker,
        isNumber: true,
        cell: ({ place }) => {
          const value = values[place] ?? null;
          return value === null ? '–' : write(value);
        },
      }),
    ),
  ];
  return (
    <>
      <CompareChart {...props} />
      <details>
        <summary>{locale.texts.picture.table}</summary>
        <DataTable caption={label} rows={published.toReversed()} columns={columns} narrow="scroll" />
      </details>
    </>
  );
}

type ViewProps = Pick<PicturesProps, 'stocks'> & { readonly view: AccountContext['view'] };

function SideBySide({ stocks, view }: ViewProps): VNode {
  const { compare: own, measures } = view.texts;
  const { numbers } = view;
  const totals = stocks.map(totalsOf);
  const last = (place: number, name: string) => stocks[place]?.days.at(-1)?.[name] ?? null;
  const written = (name: string, value: unknown) =>
    value === null ? '–' : measureValue(name, Number(value), numbers);
  const rows = [
    { title: measures.names.close, cells: totals.map(({ close }) => written('close', close)) },
    { title: own.change, cells: totals.map(({ change }) => written('change_1d', change)) },
    { title: measures.names.value, cells: totals.map(({ value }) => written('value', value)) },
    {
      title: measures.names.net_foreign,
      cells: totals.map(({ net_foreign }) => written('net_foreign_1d', net_foreign)),
    },
    {
      title: measures.names.foreign_share,
      cells: totals.map(({ foreign_share }) => written('foreign_share_1d', foreign_share)),
    },
    ...LAST_DAY.map((name) => ({
      title: own.last[name],
      cells: stocks.map((_, place) => written(name, last(place, name))),
    })),
  ];
  const columns: Column<(typeof rows)[number]>[] = [
    { title: view.texts.screens.measure, cell: ({ title }) => title },
    ...stocks.map(
      ({ ticker }, place): Column<(typeof rows)[number]> => ({
        title: <a href={`/explore/${ticker}`}>{ticker}</a>,
        isNumber: true,
        cell: ({ cells }) => cells[place],
      }),
    ),
  ];
  return <DataTable id="side-by-side" caption={own.side} rows={rows} columns={columns} narrow="scroll" />;
}

function Common({
  stocks,
  side,
  names,
  view,
}: ViewProps & { readonly side: 'buy' | 'sell'; readonly names: StockNames }): VNode {
  const { compare: own } = view.texts;
  const { numbers } = view;
  const columns: Column<CommonBroker>[] = [
    {
      title: own.broker,
      cell: ({ code }) => (
        <a class={names.isForeign(code) ? 'broker-code tinted' : 'broker-code'} href={`/brokers/${code}`}>
          {code}
        </a>
      ),
    },
    ...stocks.map(
      ({ ticker }, place): Column<CommonBroker> => ({
        title: ticker,
        isNumber: true,
        cell: ({ nets }) => (
          <span class={side === 'buy' ? 'up' : 'down'}>
            {numbers.signed(nets[place] ?? 0, (each) => numbers.short(each))}
          </span>
        ),
      }),
    ),
    ...stocks.map(
      ({ ticker }, place): Column<CommonBroker> => ({
        title: own.average(ticker),
        isNumber: true,
        only: 'wide',
        cell: ({ averages }) => numbers.full(averages[place] ?? 0),
      }),
    ),
  ];
  return (
    <DataTable
      id={`common-${side}`}
      caption={own[side]}
      rows={commonBrokers(stocks, side)}
      columns={columns}
      narrow="scroll"
      empty={<p class="note">{own.nobody}</p>}
    />
  );
}
