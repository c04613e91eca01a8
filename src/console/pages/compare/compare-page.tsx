import type { FastifyInstance } from 'fastify';
import type { VNode } from 'preact';
import { ownOrigin } from '../../../api/http/host.ts';
import { statusOf } from '../../../core/error-codes.ts';
import { AlirError } from '../../../core/errors.ts';
import { tickerOf } from '../../../core/market/market.ts';
import { MAX_COMPARED } from '../../../core/market/page-paths.ts';
import { MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import { LocaleContext } from '../../charts/locale.ts';
import type { Selection } from '../../charts/requests/requests.ts';
import type { Day } from '../../charts/requests/rows.ts';
import { localeOf } from '../../charts/views/explorer-app.tsx';
import { pageCaller } from '../../sessions/explorer-caller.ts';
import { ACCOUNT_PAGES, type AccountContext } from '../account/account-page.tsx';
import { CopyButton } from '../components/figure.tsx';
import { Notice } from '../components/notice.tsx';
import { problemText } from '../components/problem.ts';
import { urlWith } from '../components/view.ts';
import type { ExplorerServices } from '../explorer/explorer-answers.tsx';
import { type Preset, presets, selectionOf } from '../explorer/explorer-selection.ts';
import { pageRoute, usePageContext } from '../framework/page-routes.tsx';
import { TabbedPage } from '../framework/tabbed-page.tsx';
import type { StockNames } from '../watchlist/watched-table.tsx';
import type { WatchlistServices } from '../watchlist/watchlist-page.tsx';
import { CompareBrokers } from './compare-brokers.tsx';
import { type Compared, ComparePictures, LAST_DAY } from './compare-pictures.tsx';
import type { ComparedSubject, MeasuredDay, SummaryRow } from './compared.ts';

const PATH = '/compare';
const MEASURES = ['close', 'value', 'net_foreign_1d', ...LAST_DAY];

export interface CompareServices extends WatchlistServices, Pick<ExplorerServices, 'explorer'> {}

/** `GET /compare?tickers=BBCA,BBRI` or `?brokers=YP,CC`: 2 to 4 stocks, or brokers, over the same days. The form sends both as `tickers`. */
export function comparePage(scope: FastifyInstance, services: CompareServices, names: StockNames): void {
  const days = new MarketCalendar(services.explorer.dataset);
  pageRoute(scope, PATH, ACCOUNT_PAGES, (context) => page(services, days, names, context));
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
  const codes = (query.brokers ?? query.tickers ?? '')
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((code) => code !== '');
  const tickers = [...new Set(codes)];
  const known = await Promise.all(tickers.map((code) => services.explorer.knowsTicker(tickerOf(code) ?? '')));
  const kind: 'brokers' | 'tickers' =
    query.brokers !== undefined ||
    (tickers.length > 0 && tickers.every((code, place) => !known[place] && names.isBroker(code)))
      ? 'brokers'
      : 'tickers';
  if (first === undefined || through === undefined) {
    return (
      <Frame kind={kind} tickers={tickers} all={[]} selection={null} problems={[view.texts.watch.no_day]} />
    );
  }
  const all = presets(first, through, dataset.calendar);
  const { from, to } = query;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const locale = localeOf(view.language);
  const days = { calendar: dataset.calendar, published };
  const { selection, problems: wrong } = selectionOf(range, all, days, locale);
  const isKnown = (code: string, place: number) => (kind === 'brokers' ? names.isBroker(code) : known[place]);
  const unknown = tickers.filter((code, place) => !isKnown(code, place));
  const problems = [
    ...wrong,
    ...unknown.map(kind === 'brokers' ? texts.unknown_broker : texts.unknown),
    ...(tickers.length > MAX_COMPARED ? [texts.too_many] : []),
  ];
  const frame = { kind, tickers, all, selection };
  // A link of another site must not spend units.
  const isAsked = tickers.length > 1 && request.headers['sec-fetch-site'] !== 'cross-site';
  if (problems.length > 0 || !isAsked) {
    if (problems.length > 0) reply.code(400);
    return <Frame {...frame} problems={problems} />;
  }
  try {
    if (kind === 'brokers') {
      const compared = await compareBrokers(services, context, tickers, selection);
      return (
        <Frame {...frame} problems={[]}>
          <CompareBrokers {...compared} range={selection} names={names} />
        </Frame>
      );
    }
    const compared = await compare(services, context, tickers, selection);
    const shown = (await calendar.days(selection.from, selection.to)).flatMap(({ date, condition }): Day[] =>
      condition === null ? [] : [{ date, condition, absence: null }],
    );
    return (
      <LocaleContext.Provider value={locale}>
        <Frame {...frame} problems={[]}>
          <ComparePictures
            {...compared}
            days={shown.filter(({ condition }) => condition !== 'future')}
            names={names}
          />
        </Frame>
      </LocaleContext.Provider>
    );
  } catch (error) {
    const status = error instanceof AlirError ? (statusOf(error.code) ?? 500) : 500;
    if (!(error instanceof AlirError) || status >= 500) throw error;
    reply.code(status);
    return <Frame {...frame} problems={[problemText(error, view)]} />;
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
      code: ticker,
      days: answers[place + 1]?.data as readonly MeasuredDay[],
      rows: brokers[ticker] ?? [],
    })),
    units: answers.reduce((sum, { units }) => sum + units, 0),
  };
}

async function compareBrokers(
  services: CompareServices,
  { request, reply }: AccountContext,
  codes: readonly string[],
  { from, to }: Selection,
): Promise<{ brokers: ComparedSubject[]; units: number }> {
  const caller = await pageCaller(services, request);
  const brokers: ComparedSubject[] = [];
  let sum = 0;
  for (const code of codes) {
    const sent = { code, from, to, investor: 'all', market: 'RG' };
    const { data, units } = await services.askForPage('book', caller, sent, reply.raw);
    const rows = data as readonly (Omit<SummaryRow, 'code'> & { readonly ticker: string })[];
    brokers.push({ code, rows: rows.map(({ ticker, ...row }) => ({ ...row, code: ticker })) });
    sum += units;
  }
  return { brokers, units: sum };
}

interface FrameProps {
  readonly kind: 'tickers' | 'brokers';
  readonly tickers: readonly string[];
  readonly all: readonly Preset[];
  readonly selection: Selection | null;
  readonly problems: readonly string[];
  readonly children?: VNode;
}

/** The title, the stocks in a form, and the ranges as links. */
function Frame({ kind, tickers, all, selection, problems, children }: FrameProps): VNode {
  const { view, request } = usePageContext();
  const texts = view.texts.compare;
  const { presets: titles, range } = localeOf(view.language).texts.page;
  const url = urlWith(PATH, { [kind]: tickers.join() });
  const title = tickers.length === 0 ? texts.title : tickers.join(', ');
  return (
    <TabbedPage
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
          {selection && children && (
            <CopyButton
              text={`${ownOrigin(request) ?? ''}${urlWith(url, { from: selection.from, to: selection.to })}`}
              label={view.texts.screens.link}
            />
          )}
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
        <small>{kind === 'brokers' ? texts.costs_brokers : texts.costs}</small>
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
