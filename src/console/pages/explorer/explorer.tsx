import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIsoDate } from '../../../core/dates.ts';
import { type Broker, brokersIn } from '../../../core/market/brokers.ts';
import { tickerInSymbol, tickerOf } from '../../../core/market/market.ts';
import { positionPath } from '../../../core/market/page-paths.ts';
import { MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import { comparedFrom } from '../../charts/requests/requests.ts';
import type { Brokers } from '../../charts/requests/rows.ts';
import { localeOf } from '../../charts/views/explorer-app.tsx';
import type { ExplorerProps, Subject } from '../../charts/views/view-props.ts';
import { requireAccount, visitorOf } from '../../sessions/visitor.ts';
import { Heading } from '../components/notice.tsx';
import { urlWith, type View } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { sendPage } from '../framework/render.tsx';
import { type SharingServices, sharePicture } from '../snapshots/share-picture.ts';
import { accumulationSql } from './accumulation-sql.ts';
import {
  type Context,
  type ExplorerRequest,
  type ExplorerServices,
  type Head,
  invalid,
  Pictures,
  pathOfName,
  SampleNote,
  send,
  several,
  withoutData,
} from './explorer-answers.tsx';
import { type DaySources, daysOf, withActions } from './explorer-days.ts';
import { found, type KnownName, knownNames } from './explorer-names.ts';
import { earlierRevisions, presets, selectionOf } from './explorer-selection.ts';

/** The stock of `/explore`, if it has trades and there is no sample. */
const FIRST_TICKER = 'BBCA';
/** Pages that show the sample to everybody. */
const OF_STOCK = ['/explore', '/explore/:name', '/explore/:name/broker/:code'];

/** The pages of the explorer, without their routes. */
export class Explorer {
  readonly #services: ExplorerServices['explorer'];
  readonly #sharing: SharingServices;
  readonly #days: DaySources;
  readonly #brokers: readonly Broker[];
  readonly #brokerInfo: Brokers;
  readonly #names: readonly KnownName[];

  constructor({ explorer: services, sources, ...sharing }: ExplorerServices) {
    this.#services = services;
    this.#sharing = sharing;
    this.#days = { calendar: new MarketCalendar(services.dataset), sources, history: services.history };
    this.#brokers = brokersIn(services.brokersCsv);
    this.#brokerInfo = Object.fromEntries(
      this.#brokers.map(({ code, name, foreign_parent }) => [code, { name, foreign_parent }]),
    );
    this.#names = knownNames(services.companiesCsv, this.#brokers);
  }

  /** A hook: as requireAccount, and shows the stock of the sample to everybody. */
  readonly guard = async (request: FastifyRequest, reply: FastifyReply) => {
    const sample = visitorOf(request) === null ? await this.#services.sample?.() : undefined;
    const { name } = request.params as { readonly name?: string };
    const text = name ?? queryOf(request).q ?? sample?.ticker ?? '';
    const isOfStock = OF_STOCK.includes(request.routeOptions.url ?? '');
    return isOfStock && sample && tickerInSymbol(text) === sample.ticker
      ? undefined
      : requireAccount(request, reply);
  };

  /** The first pictures of the sample, for other pages; null without a sample. */
  readonly preview = async (view: View) => {
    const request = { view, locale: localeOf(view.language), query: {} };
    const context = view.visitor === null ? await this.contextOf(request as ExplorerRequest) : undefined;
    if (!context?.sample) return null;
    const { sample, selection, locale } = context;
    const { ticker } = sample;
    if (!(await this.#services.knowsTicker(ticker))) return null;
    const subject = {
      page: 'ticker',
      ticker,
      sql: accumulationSql(ticker, selection),
      pairs: false,
      isPreview: true,
    } as const;
    const { props } = await this.#propsOf(context, subject);
    return (
      <>
        <section class="part">
          <h2>
            {ticker} {this.#names.find(({ code }) => code === ticker)?.name}{' '}
            <small>{locale.dates.range(selection.from, selection.to)}</small>
          </h2>
          <SampleNote sample={sample} />
          <p>
            <a href={`/explore/${ticker}`}>{view.texts.sample.open(ticker)}</a>
          </p>
        </section>
        <Pictures props={props} locale={locale} />
      </>
    );
  };

  /** GET /explore?q=: leads to a stock or a broker; without q= to the first stock or the market. */
  readonly search = async (context: Context) => {
    const { q, ...rest } = context.query;
    const text = q ?? context.sample?.ticker ?? FIRST_TICKER;
    const ticker = tickerInSymbol(text) ?? '';
    const isKnown = await this.#services.knowsTicker(ticker);
    if (q === undefined && !isKnown) return context.reply.redirect(urlWith('/market', rest), 303);
    const matches = isKnown ? [{ code: ticker, name: '', isBroker: false }] : found(text, this.#names);
    const [match] = matches;
    const codes = text.toUpperCase().split(/[\s,]+/);
    const known = await Promise.all(codes.map((code) => this.#services.knowsTicker(tickerOf(code) ?? '')));
    if (codes.length > 1 && matches.length === 0) {
      const kind = known.every(Boolean)
        ? 'tickers'
        : codes.every((code) => this.#brokerOf(code)) && 'brokers';
      if (kind) return context.reply.redirect(urlWith('/compare', { ...rest, [kind]: codes.join() }), 303);
    }
    if (match && matches.length === 1) return context.reply.redirect(urlWith(pathOfName(match), rest), 303);
    if (matches.length > 1) return several(context, text, matches);
    return invalid(context, 'explore', text, [context.locale.texts.page.unknown_name(text)], 404);
  };

  /** GET /explore/names: what the search field suggests, besides the tickers of the API. */
  readonly names = async ({ reply }: ExplorerRequest) =>
    reply.header('cache-control', 'private, max-age=300').send(this.#names);

  readonly ticker = async (context: Context) => {
    const { selection, query } = context;
    const broker = this.#brokerOf(context.name);
    if (broker) return context.reply.redirect(urlWith(`/brokers/${broker.code}`, query), 303);
    const ticker = await this.#tickerOf(context);
    if (typeof ticker !== 'string') return ticker;
    const remark = this.#names.find(({ code }) => code === ticker)?.name;
    const subject: Subject = {
      page: 'ticker',
      ticker,
      sql: accumulationSql(ticker, selection),
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

  /** What one broker did in one stock. */
  readonly position = async (context: Context) => {
    const { page, position } = context.locale.texts;
    const ticker = await this.#tickerOf(context);
    if (typeof ticker !== 'string') return ticker;
    const broker = this.#brokerOf(context.code);
    if (!broker) return invalid(context, 'explore', ticker, [page.unknown_broker(context.code)], 404);
    const { code, name } = broker;
    return this.#send(
      context,
      { page: 'position', ticker, code },
      {
        active: 'explore',
        title: position.page_title(code, ticker),
        remark: name,
        path: positionPath(ticker, code),
      },
    );
  };

  /** The stock of the path, which has trades; or the page that says what is wrong with the URL. */
  async #tickerOf(context: Context): Promise<string | FastifyReply> {
    const { locale, name, problems } = context;
    const { page, empty } = locale.texts;
    const ticker = tickerOf(name);
    if (ticker === undefined) {
      const meant = tickerInSymbol(name);
      const suggestion = meant === undefined ? [] : [page.did_you_mean(meant)];
      return invalid(context, 'explore', name, [page.invalid_ticker(name), ...suggestion], 404);
    }
    if (!(await this.#services.knowsTicker(ticker))) {
      return invalid(context, 'explore', ticker, [`${ticker}: ${empty.unknown_ticker}`], 404);
    }
    if (problems.length > 0) {
      return invalid(context, 'explore', ticker, problems, context.isOnlyTooLate ? 200 : 400);
    }
    return ticker;
  }

  #brokerOf(text: string): Broker | undefined {
    return this.#brokers.find(({ code }) => code === text.trim().toUpperCase());
  }

  readonly broker = async (context: Context) => {
    const { locale, problems, name } = context;
    const { unknown_broker, foreign_parent } = locale.texts.page;
    const broker = this.#brokerOf(name);
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
      before: [],
      brokers: {},
    };
    return sendPage(
      request,
      reply,
      view,
      <Page title={title} active="news" scripts={['explorer']}>
        <Heading title={title} />
        <Pictures props={props} locale={locale} />
      </Page>,
    );
  };

  /** Undefined while nothing is published. */
  async contextOf(request: ExplorerRequest): Promise<Context | undefined> {
    const { publishedDays, calendar } = this.#services.dataset;
    const sample = request.view.visitor === null ? ((await this.#services.sample?.()) ?? null) : null;
    const all_published = (await publishedDays()).map(({ trade_date }) => trade_date);
    const published = sample ? all_published.filter((date) => date <= sample.through) : all_published;
    const [first, through] = [published[0], published.at(-1)];
    if (first === undefined || through === undefined) return undefined;
    const { query, locale } = request;
    const all = presets(first, through, calendar);
    const selection = selectionOf(query, all, { calendar, published }, locale);
    const { to } = selection.selection;
    const isTooLate = sample !== null && isIsoDate(to) && to > sample.through;
    const problems = isTooLate
      ? [...selection.problems, request.view.texts.sample.too_late(locale.dates.long(sample.through))]
      : selection.problems;
    const isOnlyTooLate = isTooLate && selection.problems.length === 0;
    const earlier = earlierRevisions(selection.selection, await this.#services.history());
    const range = rangeOf(query);
    const known = { sample, presets: all, earlier, first, published, range };
    return { ...request, ...known, ...selection, problems, isOnlyTooLate };
  }

  async #send(context: Context, subject: Subject, head: Head): Promise<FastifyReply> {
    const { props, isAdjustable } = await this.#propsOf(context, subject);
    if (!props.days.some(({ condition }) => condition === 'published'))
      return withoutData(context, head, props.days);
    if (context.request.method === 'POST') {
      const { title, remark } = head;
      const heading = subject.page === 'ticker' && remark ? `${title} · ${remark}` : title;
      return sharePicture(this.#sharing, context, { props, heading });
    }
    const { view, locale } = context;
    const canShare = this.#sharing.sharing !== 'off' && visitorOf(context.request)?.role === 'owner';
    const token = canShare ? view.visitor?.csrf_token : undefined;
    return send(context, { ...head, isAdjustable }, <Pictures props={{ ...props, token }} locale={locale} />);
  }

  async #propsOf(context: Context, subject: Subject) {
    const { view, published, sample } = context;
    const { adjust, ...plain } = context.selection;
    const { from, to } = plain;
    const known = await daysOf(this.#days, { from: comparedFrom(plain), to }, context);
    const all = known.filter(({ date }) => date >= from);
    const before = known.filter(({ date }) => date < from && date >= context.first);
    const ticker = 'ticker' in subject ? subject.ticker : null;
    const days = ticker === null ? all : withActions(all, ticker, this.#services.actions, context);
    // As in the API, which adjusts to the shares of the newest day.
    const isAdjustable =
      ticker !== null && this.#services.actions.of(ticker, plain.from, published.at(-1) ?? null).length > 0;
    const selection = isAdjustable ? context.selection : plain;
    const shown = { language: view.language, subject, selection, days, before, brokers: this.#brokerInfo };
    return { props: { ...shown, isSample: sample !== null }, isAdjustable };
  }
}

/** The parameters of a page's URL. The server parses them only for endpoints. */
export function queryOf({ url }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.split('?', 2)[1]));
}

/** Links keep what the visitor chose, and not the defaults, so that they lead to the newest days. */
function rangeOf(query: Readonly<Record<string, string>>): Record<string, string> {
  const names = ['from', 'to', 'market', 'investor', 'known_at', 'adjust'];
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
}
