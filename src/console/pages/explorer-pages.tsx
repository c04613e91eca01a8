import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { type Broker, brokersIn } from '../../core/brokers.ts';
import { type IsoDate, isIsoDate } from '../../core/dates.ts';
import { INVESTORS, MARKETS, tickerInSymbol, tickerOf } from '../../core/market.ts';
import { sql } from '../../core/package-files.ts';
import { MarketCalendar, type MarketCalendarSettings } from '../../market/queries/market-calendar.ts';
import { absencesText, statusUrl } from '../charts/day-axis.tsx';
import { ExplorerApp, localeOf } from '../charts/explorer-app.tsx';
import type { Locale } from '../charts/locale.ts';
import { costsOfPages, type Selection } from '../charts/requests.ts';
import type { Brokers, Day } from '../charts/rows.ts';
import type { ExplorerProps, Subject } from '../charts/view-props.ts';
import { requireAccount, visitorOf } from '../sessions/visitor.ts';
import { found, type KnownName, knownNames } from './explorer-names.ts';
import { nearestPublished, type Preset, presets, selectionOf } from './explorer-selection.ts';
import { Island } from './island.tsx';
import { type ActivePage, Page } from './layout.tsx';
import { Empty, Notice } from './notice.tsx';
import { sendPage } from './render.tsx';
import { PAGE_ROUTE } from './route.ts';
import { urlWith, type View, viewOf } from './view.ts';

export interface ExplorerServices {
  /** Files of days that were not published since. */
  readonly sources: Readonly<
    Record<'held' | 'rejected', () => Promise<readonly { readonly trade_date: IsoDate | null }[]>>
  >;
  readonly explorer: {
    readonly dataset: MarketCalendarSettings;
    /** Whether any published day has a trade of the ticker. */
    readonly knowsTicker: (ticker: string) => Promise<boolean>;
    /** The content of the reference files. */
    readonly brokersCsv: string;
    readonly companiesCsv: string;
  };
}

const ACCUMULATION_SQL = 'analyst/examples/accumulation';
/** The stock of `/explore`, if it has trades. */
const FIRST_TICKER = 'BBCA';

/** Registers the pages of the explorer. Register them in a scope with sessions. */
export function explorerPages(pages: FastifyInstance, services: ExplorerServices): void {
  const explorer = new Explorer(services.explorer, services.sources);
  const page =
    (answer: (request: FastifyRequest, reply: FastifyReply, view: View) => Promise<FastifyReply>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      answer(request, reply, viewOf(request, visitorOf(request)));
  const route = { config: PAGE_ROUTE, preHandler: requireAccount };
  pages.get('/explore', route, page(explorer.search));
  pages.get('/explore/names', route, page(explorer.names));
  pages.get('/explore/:name', route, page(explorer.ticker));
  pages.get('/brokers/:name', route, page(explorer.broker));
  pages.get('/market', route, page(explorer.market));
  pages.get('/market/news', route, page(explorer.news));
}

/** What the pages of one visitor have in common. */
interface Context {
  readonly view: View;
  readonly locale: Locale;
  readonly selection: Selection;
  readonly problems: readonly string[];
  readonly nearest_day: IsoDate | null;
  readonly first: IsoDate;
  /** In order. */
  readonly published: readonly IsoDate[];
  readonly presets: readonly Preset[];
  /** The parameters of the selection that the URL has. */
  readonly range: Readonly<Record<string, string>>;
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
  readonly search = async (request: FastifyRequest, reply: FastifyReply, view: View) => {
    const { q: text = FIRST_TICKER, ...rest } = queryOf(request);
    const ticker = tickerInSymbol(text) ?? '';
    const matches = (await this.#services.knowsTicker(ticker))
      ? [{ code: ticker, name: '', isBroker: false }]
      : found(text, this.#names);
    const [match] = matches;
    if (match && matches.length === 1) return reply.redirect(urlWith(pathOfName(match), rest), 303);
    const context = await this.#context(request, view);
    if (!context) return this.#noData(request, reply, view);
    if (matches.length > 1) return this.#several(request, reply, context, text, matches);
    const problem = context.locale.texts.page.unknown_name(text);
    return this.#invalid(request, reply, context, 'explore', text, [problem], 404);
  };

  /** GET /explore/names: what the search field suggests, besides the tickers of the API. */
  readonly names = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'private, max-age=300').send(this.#names);

  readonly ticker = async (request: FastifyRequest, reply: FastifyReply, view: View) => {
    const context = await this.#context(request, view);
    if (!context) return this.#noData(request, reply, view);
    const { locale, selection } = context;
    const { name } = request.params as { name: string };
    const ticker = tickerOf(name);
    if (ticker === undefined) {
      const meant = tickerInSymbol(name);
      const problems = [
        locale.texts.page.invalid_ticker(name),
        ...(meant === undefined ? [] : [locale.texts.page.did_you_mean(meant)]),
      ];
      return this.#invalid(request, reply, context, 'explore', name, problems, 404);
    }
    if (!(await this.#services.knowsTicker(ticker))) {
      const problem = `${ticker}: ${locale.texts.empty.unknown_ticker}`;
      return this.#invalid(request, reply, context, 'explore', ticker, [problem], 404);
    }
    if (context.problems.length > 0) {
      return this.#invalid(request, reply, context, 'explore', ticker, context.problems, 400);
    }
    const { pairs } = queryOf(request);
    const subject: Subject = {
      page: 'ticker',
      ticker,
      sql: this.#sqlFor(ticker, selection),
      pairs: pairs === '1',
    };
    const remark = this.#names.find(({ code }) => code === ticker)?.name;
    return this.#send(request, reply, context, { active: 'explore', title: ticker, remark, subject });
  };

  readonly broker = async (request: FastifyRequest, reply: FastifyReply, view: View) => {
    const context = await this.#context(request, view);
    if (!context) return this.#noData(request, reply, view);
    const { locale, problems } = context;
    const { name } = request.params as { name: string };
    const broker = this.#brokers.find(({ code }) => code === name.trim().toUpperCase());
    if (!broker || problems.length > 0) {
      const all = broker ? problems : [locale.texts.page.unknown_broker(name)];
      return this.#invalid(request, reply, context, 'market', name, all, broker ? 400 : 404);
    }
    const { foreign_parent } = locale.texts.page;
    const remark = broker.foreign_parent ? `${broker.name} · ${foreign_parent}` : broker.name;
    const subject: Subject = { page: 'broker', code: broker.code };
    return this.#send(request, reply, context, { active: 'market', title: broker.code, remark, subject });
  };

  readonly market = async (request: FastifyRequest, reply: FastifyReply, view: View) => {
    const context = await this.#context(request, view);
    if (!context) return this.#noData(request, reply, view);
    const title = context.locale.texts.page.market_title;
    if (context.problems.length > 0) {
      return this.#invalid(request, reply, context, 'market', title, context.problems, 400);
    }
    const { brokers } = queryOf(request);
    const subject: Subject = { page: 'market', brokers: brokers === '1' };
    return this.#send(request, reply, context, { active: 'market', title, subject });
  };

  readonly news = async (request: FastifyRequest, reply: FastifyReply, view: View) => {
    const locale = localeOf(view.language);
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
      <Page view={view} title={locale.texts.page.news} active="news" scripts={['explorer']}>
        <div class="head">
          <h1>{locale.texts.page.news}</h1>
        </div>
        <Pictures props={props} locale={locale} />
      </Page>,
    );
  };

  /** Undefined while nothing is published. */
  async #context(request: FastifyRequest, view: View): Promise<Context | undefined> {
    const published = await this.#services.dataset.publishedDays();
    const [first, through] = [published[0]?.trade_date, published.at(-1)?.trade_date];
    if (first === undefined || through === undefined) return undefined;
    const locale = localeOf(view.language);
    const all = presets(first, through, this.#services.dataset.calendar);
    const query = queryOf(request);
    const dates = published.map(({ trade_date }) => trade_date);
    const open = { calendar: this.#services.dataset.calendar, published: dates };
    return {
      view,
      locale,
      presets: all,
      first,
      published: dates,
      range: rangeOf(query),
      ...selectionOf(query, all, open, locale),
    };
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    context: Context,
    about: {
      readonly active: ActivePage;
      readonly title: string;
      readonly remark?: string | undefined;
      readonly subject: Subject;
    },
  ): Promise<FastifyReply> {
    const { view, locale, selection } = context;
    const days = await this.#days(selection, context.first);
    const { subject } = about;
    if (!days.some(({ condition }) => condition === 'published')) {
      return this.#noneOf(request, reply, context, { ...about, path: pathOf(subject) }, days);
    }
    const props = { language: view.language, subject, selection, days, brokers: this.#brokerInfo };
    return sendPage(
      request,
      reply,
      view,
      <Page
        view={view}
        title={about.title}
        active={about.active}
        scripts={['explorer']}
        range={context.range}
      >
        <Controls
          context={context}
          title={about.title}
          remark={about.remark}
          path={pathOf(subject)}
          hasForeignFlow={subject.page !== 'broker'}
        />
        <Pictures props={props} locale={locale} />
      </Page>,
    );
  }

  /** A page about days without data: why, and the nearest day with data. Its requests would be charged for nothing. */
  async #noneOf(
    request: FastifyRequest,
    reply: FastifyReply,
    context: Context,
    {
      active,
      title,
      remark,
      path,
    }: {
      readonly active: ActivePage;
      readonly title: string;
      readonly remark?: string | undefined;
      readonly path: string;
    },
    days: readonly Day[],
  ): Promise<FastifyReply> {
    const { view, locale, selection } = context;
    const { absence, page } = locale.texts;
    const nearest = nearestPublished(selection, context.published);
    return sendPage(
      request,
      reply,
      view,
      <Page view={view} title={title} active={active} scripts={['explorer']} range={context.range}>
        <Controls context={context} title={title} remark={remark} path={path} />
        <Notice kind="warn" title={absence.title}>
          {absencesText(days, locale)}. {absence.free}{' '}
          <a href={statusUrl(days, selection.from)}>{absence.status}</a> ·{' '}
          <a href={urlWith(path, { ...selection, from: nearest, to: nearest })}>
            {page.open_day(locale.dates.short(nearest))}
          </a>
        </Notice>
      </Page>,
    );
  }

  /** The stocks and brokers that a text can mean. To open one costs units, so the visitor chooses. */
  async #several(
    request: FastifyRequest,
    reply: FastifyReply,
    context: Context,
    text: string,
    names: readonly KnownName[],
  ): Promise<FastifyReply> {
    const { view, locale, range } = context;
    const title = locale.texts.page.several(text);
    return sendPage(
      request,
      reply,
      view,
      <Page view={view} title={title} active="explore" scripts={['explorer']} range={range}>
        <Controls context={context} title={title} remark={undefined} path="/explore" />
        <ul class="plain">
          {names.map((each) => (
            <li key={each.code}>
              <a href={urlWith(pathOfName(each), range)}>{each.code}</a> {each.name}
            </li>
          ))}
        </ul>
      </Page>,
    );
  }

  /** A page that says what is wrong with its URL, with the controls to correct it. */
  async #invalid(
    request: FastifyRequest,
    reply: FastifyReply,
    context: Context,
    active: ActivePage,
    title: string,
    problems: readonly string[],
    status: number,
  ): Promise<FastifyReply> {
    const { view, locale, selection, nearest_day } = context;
    const { page, absence } = locale.texts;
    const path = view.url.split('?', 1)[0] ?? '/explore';
    const isSubject = status === 404;
    return sendPage(
      request,
      reply,
      view,
      <Page view={view} title={title} active={active} scripts={['explorer']} range={context.range}>
        <Controls context={context} title={title} remark={undefined} path={isSubject ? '/explore' : path} />
        <Notice kind="bad" title={nearest_day === null ? page.invalid : absence.title}>
          {problems.join(' ')} {!isSubject && <Correction context={context} path={path} />}
          {nearest_day !== null && (
            <>
              {' · '}
              <a href={statusUrl([], selection.from)}>{absence.status}</a>
            </>
          )}
        </Notice>
      </Page>,
      status,
    );
  }

  #noData(request: FastifyRequest, reply: FastifyReply, view: View): Promise<FastifyReply> {
    const { page } = localeOf(view.language).texts;
    return sendPage(
      request,
      reply,
      view,
      <Page view={view} title={page.market_title} active="explore">
        <Empty title={page.no_data} />
      </Page>,
    );
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

/** The parameters of a page's URL. The server parses them only for endpoints. */
function queryOf({ url }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.split('?', 2)[1]));
}

/** Links keep what the visitor chose, and not the defaults, so that they lead to the newest days. */
function rangeOf(query: Readonly<Record<string, string>>): Record<string, string> {
  const names = ['from', 'to', 'market', 'investor'];
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
}

function pathOf(subject: Subject): string {
  if (subject.page === 'ticker') return `/explore/${encodeURIComponent(subject.ticker)}`;
  if (subject.page === 'broker') return `/brokers/${encodeURIComponent(subject.code)}`;
  return subject.page === 'news' ? '/market/news' : '/market';
}

function pathOfName({ code, isBroker }: Pick<KnownName, 'code' | 'isBroker'>): string {
  return `/${isBroker ? 'brokers' : 'explore'}/${encodeURIComponent(code)}`;
}

/** The pictures, and what a visitor without JavaScript can do. */
function Pictures({ props, locale }: { readonly props: ExplorerProps; readonly locale: Locale }): VNode {
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
function Correction({ context, path }: { readonly context: Context; readonly path: string }): VNode {
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

/** The title, the ranges as links, and a form with all values. Everything works without JavaScript. */
function Controls({
  context: { locale, selection, problems, nearest_day, presets: all },
  title,
  remark,
  path,
  hasForeignFlow = false,
}: {
  readonly context: Context;
  readonly title: string;
  readonly remark: string | undefined;
  readonly path: string;
  /** Whether the page shows foreign flow, whose default market in the API is another one. */
  readonly hasForeignFlow?: boolean;
}): VNode {
  const { page, units } = locale.texts;
  const { from, to, market, investor } = selection;
  const isSearch = path === '/explore';
  // A range that is not valid has no cost.
  const costs = isSearch || (problems.length > 0 && nearest_day === null) ? null : costsOfPages(selection);
  return (
    <div class="explorer-head">
      <div class="head">
        <h1>
          {title}
          {remark !== undefined && <small>{remark}</small>}
        </h1>
        {!isSearch && (
          <nav class="range" aria-label={page.range}>
            {all.map((preset) => (
              <a
                key={preset.name}
                href={urlWith(path, { from: preset.from, to: preset.to, market, investor })}
                aria-current={preset.from === from && preset.to === to ? 'true' : undefined}
              >
                {page.presets[preset.name]}
              </a>
            ))}
          </nav>
        )}
      </div>
      <p class="print-only">{selectionText(selection, locale)}</p>
      <div class="controls">
        <form method="get" action="/explore" class="find">
          <label for="find">{page.search}</label>
          <input
            id="find"
            type="search"
            name="q"
            list="names"
            required
            autocomplete="off"
            placeholder={page.search_hint}
            aria-keyshortcuts="/"
          />
          <datalist id="names" />
          {Object.entries(isSearch ? {} : selection).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" class="btn">
            {page.find}
          </button>
        </form>
        {!isSearch && (
          <form method="get" action={path} class="select">
            <label>
              <span>{page.from}</span>
              <input type="date" name="from" value={from} />
            </label>
            <label>
              <span>{page.to}</span>
              <input type="date" name="to" value={to} />
            </label>
            <Choices
              name="market"
              label={page.market}
              value={market}
              options={Object.keys(MARKETS).map((each) => [
                each,
                page.markets[each as keyof typeof page.markets],
              ])}
            />
            <Choices
              name="investor"
              label={page.investor}
              value={investor}
              options={Object.keys(INVESTORS).map((each) => [
                each,
                page.investors[each as keyof typeof page.investors],
              ])}
            />
            <button type="submit" class="btn primary">
              {page.go}
            </button>
          </form>
        )}
      </div>
      {costs && (
        <p class="soft">
          {page.costs(units.cost(costs.stock), units.cost(costs.broker), units.cost(costs.market))}{' '}
          {hasForeignFlow &&
            market !== 'ALL' &&
            page.flow_market(page.markets[market as keyof typeof page.markets])}
        </p>
      )}
    </div>
  );
}

/** The selection on paper, where the form is not printed. */
function selectionText(
  { from, to, market, investor }: Selection,
  { texts: { page }, dates }: Locale,
): string {
  const days = [from, to].map((date) => (isIsoDate(date) ? dates.short(date) : date));
  const choices = [
    page.markets[market as keyof typeof page.markets],
    page.investors[investor as keyof typeof page.investors],
  ];
  return [days.join(' – '), ...choices].join(' · ');
}

function Choices({
  name,
  label,
  value,
  options,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
}): VNode {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        {options.map(([each, title]) => (
          <option key={each} value={each} selected={each === value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
