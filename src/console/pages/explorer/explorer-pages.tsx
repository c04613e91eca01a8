import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { dateOfEpochDay, epochDay, type IsoDate } from '../../../core/dates.ts';
import { type Broker, brokersIn } from '../../../core/market/brokers.ts';
import type { CorporateActions } from '../../../core/market/corporate-actions.ts';
import { tickerInSymbol, tickerOf } from '../../../core/market/market.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import { sql } from '../../../core/package-files.ts';
import {
  MarketCalendar,
  type MarketCalendarSettings,
} from '../../../market/serving/queries/market-calendar.ts';
import { absencesText, statusUrl } from '../../charts/day-axis.tsx';
import type { Locale } from '../../charts/locale.ts';
import type { Selection } from '../../charts/requests.ts';
import type { Brokers, Day } from '../../charts/rows.ts';
import { ExplorerApp, localeOf } from '../../charts/views/explorer-app.tsx';
import type { ExplorerProps, Subject } from '../../charts/views/view-props.ts';
import { requireAccount, visitorOf } from '../../sessions/visitor.ts';
import { Island } from '../components/island.tsx';
import { Empty, Heading, Notice } from '../components/notice.tsx';
import { urlWith, type View, viewOf } from '../components/view.ts';
import { type ActivePage, Page } from '../framework/layout.tsx';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { sendPage } from '../framework/render.tsx';
import { Controls } from './explorer-controls.tsx';
import { found, type KnownName, knownNames } from './explorer-names.ts';
import {
  type EarlierRevision,
  earlierRevisions,
  type KnownRevision,
  nearestPublished,
  type Preset,
  presets,
  selectionOf,
} from './explorer-selection.ts';

export interface ExplorerServices {
  /** Files of days that were not published since. */
  readonly sources: Readonly<
    Record<'held' | 'rejected', () => Promise<readonly { readonly trade_date: IsoDate | null }[]>>
  >;
  readonly explorer: {
    readonly dataset: MarketCalendarSettings;
    /** Every revision that was published, in the order of publication. */
    readonly history: () => MaybePromise<readonly KnownRevision[]>;
    /** Whether any published day has a trade of the ticker. */
    readonly knowsTicker: (ticker: string) => Promise<boolean>;
    /** The content of the reference files. */
    readonly brokersCsv: string;
    readonly companiesCsv: string;
    readonly actions: CorporateActions;
  };
}

const ACCUMULATION_SQL = 'analyst/examples/accumulation';
/** The stock of `/explore`, if it has trades. */
const FIRST_TICKER = 'BBCA';

/** Registers the pages of the explorer. Register them in a scope with sessions. */
export function explorerPages(pages: FastifyInstance, services: ExplorerServices): void {
  const explorer = new Explorer(services.explorer, services.sources);
  const get = (path: string, answer: (request: ExplorerRequest) => Promise<FastifyReply>) =>
    pages.get(path, { config: PAGE_ROUTE, preHandler: requireAccount }, (request, reply) => {
      const view = viewOf(request, visitorOf(request));
      const { name = '' } = request.params as { readonly name?: string };
      return answer({ request, reply, view, locale: localeOf(view.language), query: queryOf(request), name });
    });
  const withData = (path: string, answer: (context: Context) => Promise<FastifyReply>) =>
    get(path, async (request) => {
      const context = await explorer.contextOf(request);
      return context ? answer(context) : noData(request);
    });
  withData('/explore', explorer.search);
  get('/explore/names', explorer.names);
  withData('/explore/:name', explorer.ticker);
  withData('/brokers/:name', explorer.broker);
  withData('/market', explorer.market);
  get('/market/news', explorer.news);
}

interface ExplorerRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly view: View;
  readonly locale: Locale;
  readonly query: Readonly<Record<string, string>>;
  /** The stock or the broker in the path. */
  readonly name: string;
}

/** A request while days are published. */
interface Context extends ExplorerRequest {
  readonly selection: Selection;
  readonly problems: readonly string[];
  readonly nearest_day: IsoDate | null;
  readonly first: IsoDate;
  /** In order. */
  readonly published: readonly IsoDate[];
  readonly presets: readonly Preset[];
  readonly earlier: readonly EarlierRevision[];
  /** The parameters of the selection that the URL has. */
  readonly range: Readonly<Record<string, string>>;
}

/** What a page says above its pictures. */
interface Head {
  readonly active: ActivePage;
  readonly title: string;
  readonly remark?: string | undefined;
  /** The path that the form of the selection opens; `/explore` for a page without a selection. */
  readonly path: string;
  /** Whether the page shows foreign flow, whose default market in the API is another one. */
  readonly hasForeignFlow?: boolean;
  readonly isAdjustable?: boolean;
}

class Explorer {
  readonly #services: ExplorerServices['explorer'];
  readonly #sources: ExplorerServices['sources'];
  readonly #calendar: MarketCalendar;
  readonly #brokers: readonly Broker[];
  readonly #brokerInfo: Brokers;
  readonly #names: readonly KnownName[];
  readonly #sql: string;

  constructor(services: ExplorerServices['explorer'], sources: ExplorerServices['sources']) {
    this.#services = services;
    this.#sources = sources;
    this.#calendar = new MarketCalendar(services.dataset);
    this.#brokers = brokersIn(services.brokersCsv);
    this.#brokerInfo = Object.fromEntries(
      this.#brokers.map(({ code, name, foreign_parent }) => [code, { name, foreign_parent }]),
    );
    this.#names = knownNames(services.companiesCsv, this.#brokers);
    // The comment that describes the columns would hide the query.
    this.#sql = sql(ACCUMULATION_SQL).replace(/^-- {3}.*\n|^--\n/gm, '');
  }

  /** GET /explore?q=: leads to a stock or a broker. */
  readonly search = async (context: Context) => {
    const { q: text = FIRST_TICKER, ...rest } = context.query;
    const ticker = tickerInSymbol(text) ?? '';
    const matches = (await this.#services.knowsTicker(ticker))
      ? [{ code: ticker, name: '', isBroker: false }]
      : found(text, this.#names);
    const [match] = matches;
    const codes = text.toUpperCase().split(/[\s,]+/);
    const known = await Promise.all(codes.map((code) => this.#services.knowsTicker(tickerOf(code) ?? '')));
    if (codes.length > 1 && matches.length === 0 && known.every(Boolean)) {
      return context.reply.redirect(urlWith('/compare', { ...rest, tickers: codes.join() }), 303);
    }
    if (match && matches.length === 1) return context.reply.redirect(urlWith(pathOfName(match), rest), 303);
    if (matches.length > 1) return several(context, text, matches);
    return invalid(context, 'explore', text, [context.locale.texts.page.unknown_name(text)], 404);
  };

  /** GET /explore/names: what the search field suggests, besides the tickers of the API. */
  readonly names = async ({ reply }: ExplorerRequest) =>
    reply.header('cache-control', 'private, max-age=300').send(this.#names);

  readonly ticker = async (context: Context) => {
    const { locale, selection, name, problems, query } = context;
    const { page, empty } = locale.texts;
    const broker = this.#brokers.find(({ code }) => code === name.trim().toUpperCase());
    if (broker) return context.reply.redirect(urlWith(`/brokers/${broker.code}`, query), 303);
    const ticker = tickerOf(name);
    if (ticker === undefined) {
      const meant = tickerInSymbol(name);
      const suggestion = meant === undefined ? [] : [page.did_you_mean(meant)];
      return invalid(context, 'explore', name, [page.invalid_ticker(name), ...suggestion], 404);
    }
    if (!(await this.#services.knowsTicker(ticker))) {
      return invalid(context, 'explore', ticker, [`${ticker}: ${empty.unknown_ticker}`], 404);
    }
    if (problems.length > 0) return invalid(context, 'explore', ticker, problems, 400);
    const remark = this.#names.find(({ code }) => code === ticker)?.name;
    const subject: Subject = {
      page: 'ticker',
      ticker,
      sql: this.#sqlFor(ticker, selection),
      pairs: query.pairs === '1',
    };
    return this.#send(context, subject, {
      active: 'explore',
      title: ticker,
      remark,
      path: `/explore/${encodeURIComponent(ticker)}`,
      hasForeignFlow: true,
    });
  };

  readonly broker = async (context: Context) => {
    const { locale, problems, name } = context;
    const { unknown_broker, foreign_parent } = locale.texts.page;
    const broker = this.#brokers.find(({ code }) => code === name.trim().toUpperCase());
    if (!broker) return invalid(context, 'market', name, [unknown_broker(name)], 404);
    if (problems.length > 0) return invalid(context, 'market', name, problems, 400);
    const { code } = broker;
    const remark = broker.foreign_parent ? `${broker.name} · ${foreign_parent}` : broker.name;
    const path = `/brokers/${encodeURIComponent(code)}`;
    return this.#send(context, { page: 'broker', code }, { active: 'market', title: code, remark, path });
  };

  readonly market = async (context: Context) => {
    const { locale, problems, query } = context;
    const title = locale.texts.page.market_title;
    if (problems.length > 0) return invalid(context, 'market', title, problems, 400);
    const subject: Subject = { page: 'market', brokers: query.brokers === '1' };
    return this.#send(context, subject, { active: 'market', title, path: '/market', hasForeignFlow: true });
  };

  readonly news = async ({ request, reply, view, locale }: ExplorerRequest) => {
    const title = locale.texts.page.news;
    const selection = { from: '', to: '', market: 'ALL', investor: 'all' };
    const props: ExplorerProps = {
      language: view.language,
      subject: { page: 'news' },
      selection,
      days: [],
      brokers: {},
    };
    return sendPage(
      request,
      reply,
      view,
      <Page view={view} title={title} active="news" scripts={['explorer']}>
        <Heading title={title} />
        <Pictures props={props} locale={locale} />
      </Page>,
    );
  };

  /** Undefined while nothing is published. */
  async contextOf(request: ExplorerRequest): Promise<Context | undefined> {
    const { publishedDays, calendar } = this.#services.dataset;
    const published = (await publishedDays()).map(({ trade_date }) => trade_date);
    const [first, through] = [published[0], published.at(-1)];
    if (first === undefined || through === undefined) return undefined;
    const { query, locale } = request;
    const all = presets(first, through, calendar);
    const selection = selectionOf(query, all, { calendar, published }, locale);
    const earlier = earlierRevisions(selection.selection, await this.#services.history());
    return { ...request, presets: all, earlier, first, published, range: rangeOf(query), ...selection };
  }

  async #send(context: Context, subject: Subject, head: Head): Promise<FastifyReply> {
    const { view, locale, published } = context;
    const { adjust, ...plain } = context.selection;
    const all = await this.#days(plain, context.first);
    const ticker = subject.page === 'ticker' ? subject.ticker : null;
    const days = ticker === null ? all : this.#withActions(all, ticker, context);
    // As in the API, which adjusts to the shares of the newest day.
    const isAdjustable =
      ticker !== null && this.#services.actions.of(ticker, plain.from, published.at(-1) ?? null).length > 0;
    if (!days.some(({ condition }) => condition === 'published')) return withoutData(context, head, days);
    const selection = isAdjustable ? context.selection : plain;
    const props = { language: view.language, subject, selection, days, brokers: this.#brokerInfo };
    return send(context, { ...head, isAdjustable }, <Pictures props={props} locale={locale} />);
  }

  /** Each corporate action stands at the first trading day from its ex-date on. */
  #withActions(days: readonly Day[], ticker: string, { selection, published }: Context): Day[] {
    const before = dateOfEpochDay(epochDay(selection.from) - 1);
    const known = this.#services.actions.of(ticker, before, published.at(-1) ?? null);
    return days.map((day, index) => {
      const previous = days[index - 1]?.date ?? before;
      const actions = known.filter(({ ex_date }) => ex_date > previous && ex_date <= day.date);
      return actions.length === 0 ? day : { ...day, actions };
    });
  }

  /** @param first the first published day */
  async #days({ from, to }: Selection, first: IsoDate): Promise<Day[]> {
    const days = await this.#calendar.days(from, to);
    const trading = days.flatMap(({ date, condition }) => (condition === null ? [] : [{ date, condition }]));
    const [held, rejected] = await Promise.all([this.#sources.held(), this.#sources.rejected()]);
    const has = (files: readonly { trade_date: IsoDate | null }[], date: IsoDate) =>
      files.some(({ trade_date }) => trade_date === date);
    return trading.map(({ date, condition }) => {
      if (condition === 'published') return { date, condition, absence: null, is_checked: has(held, date) };
      if (condition !== 'missing') return { date, condition, absence: condition };
      if (has(held, date)) return { date, condition, absence: 'held' };
      if (has(rejected, date)) return { date, condition, absence: 'rejected' };
      return { date, condition, absence: date < first ? 'before' : 'no_file' };
    });
  }

  /** The query of the accumulation, with the selection of the page in place of that of the example. */
  #sqlFor(ticker: string, { from, to, market, investor }: Selection): string {
    const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
    return this.#sql
      .replace("ticker = 'BBCA'", `ticker = '${ticker}'`)
      .replace(/BETWEEN '[\d-]+' AND '[\d-]+'/, `BETWEEN '${from}' AND '${to}'`)
      .replace(/market IN \(.*/, `market IN (${list(market === 'ALL' ? ['RG', 'NG'] : [market])})`)
      .replace(/investor IN \(.*/, `investor IN (${list(investor === 'all' ? ['d', 'f'] : [investor])})`);
  }
}

function send(context: Context, head: Head, content: ComponentChildren, status = 200): Promise<FastifyReply> {
  const { request, reply, view, range } = context;
  const { active, ...controls } = head;
  return sendPage(
    request,
    reply,
    view,
    <Page view={view} title={head.title} active={active} scripts={['explorer']} range={range}>
      <Controls {...context} {...controls} />
      {content}
    </Page>,
    status,
  );
}

/** A page about days without data: why, and the nearest day with data. Its requests would be charged for nothing. */
function withoutData(context: Context, head: Head, days: readonly Day[]): Promise<FastifyReply> {
  const { locale, selection, published } = context;
  const { absence, page } = locale.texts;
  const nearest = nearestPublished(selection, published);
  return send(
    context,
    { ...head, hasForeignFlow: false },
    <Notice kind="warn" title={absence.title}>
      {absencesText(days, locale)}. {absence.free}{' '}
      <a href={statusUrl(days, selection.from)}>{absence.status}</a> ·{' '}
      <a href={urlWith(head.path, { ...selection, from: nearest, to: nearest })}>
        {page.open_day(locale.dates.short(nearest))}
      </a>
    </Notice>,
  );
}

/** The stocks and brokers that a text can mean. To open one costs units, so the visitor chooses. */
function several(context: Context, text: string, names: readonly KnownName[]): Promise<FastifyReply> {
  const title = context.locale.texts.page.several(text);
  return send(
    context,
    { active: 'explore', title, path: '/explore' },
    <ul class="plain">
      {names.map((each) => (
        <li key={each.code}>
          <a href={urlWith(pathOfName(each), context.range)}>{each.code}</a> {each.name}
        </li>
      ))}
    </ul>,
  );
}

/** A page that says what is wrong with its URL, with the controls to correct it. */
function invalid(
  context: Context,
  active: ActivePage,
  title: string,
  problems: readonly string[],
  status: 400 | 404,
): Promise<FastifyReply> {
  const { view, locale, selection, nearest_day } = context;
  const { page, absence } = locale.texts;
  const path = view.url.split('?', 1)[0] ?? '/explore';
  const isSubject = status === 404;
  return send(
    context,
    { active, title, path: isSubject ? '/explore' : path },
    <Notice kind="bad" title={nearest_day === null ? page.invalid : absence.title}>
      {problems.join(' ')} {!isSubject && <Correction context={context} path={path} />}
      {nearest_day !== null && (
        <>
          {' · '}
          <a href={statusUrl([], selection.from)}>{absence.status}</a>
        </>
      )}
    </Notice>,
    status,
  );
}

function noData({ request, reply, view, locale }: ExplorerRequest): Promise<FastifyReply> {
  const { page } = locale.texts;
  return sendPage(
    request,
    reply,
    view,
    <Page view={view} title={page.market_title} active="explore">
      <Empty title={page.no_data} />
    </Page>,
  );
}

/** The parameters of a page's URL. The server parses them only for endpoints. */
function queryOf({ url }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.split('?', 2)[1]));
}

/** Links keep what the visitor chose, and not the defaults, so that they lead to the newest days. */
function rangeOf(query: Readonly<Record<string, string>>): Record<string, string> {
  const names = ['from', 'to', 'market', 'investor', 'known_at', 'adjust'];
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
}

function pathOfName({ code, isBroker }: Pick<KnownName, 'code' | 'isBroker'>): string {
  return `/${isBroker ? 'brokers' : 'explore'}/${encodeURIComponent(code)}`;
}

/** The pictures, and what a visitor without JavaScript can do. */
function Pictures({ props, locale }: { props: ExplorerProps; locale: Locale }): VNode {
  const { texts } = locale;
  return (
    <>
      <noscript>
        <Notice kind="warn">
          {texts.page.needs_script} <a href="/docs">API</a>
        </Notice>
      </noscript>
      <Island name="explorer" component={ExplorerApp} props={props} />
      <p class="soft">{texts.page.verified_limits}</p>
    </>
  );
}

/** A link to a valid selection. */
function Correction({ context, path }: { context: Context; path: string }): VNode {
  const { locale, selection, nearest_day } = context;
  const { page } = locale.texts;
  if (nearest_day === null) return <a href={path}>{page.try_default}</a>;
  const { market, investor } = selection;
  return (
    <a href={urlWith(path, { from: nearest_day, to: nearest_day, market, investor })}>
      {page.open_day(locale.dates.short(nearest_day))}
    </a>
  );
}
