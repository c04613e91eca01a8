import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import type { CurrentSample, Sample } from '../../../api/http/sample-routes.ts';
import type { IsoDate } from '../../../core/dates.ts';
import type { CorporateActions } from '../../../core/market/corporate-actions.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import type { MarketCalendarSettings } from '../../../market/serving/queries/market-calendar.ts';
import { absencesText, statusUrl } from '../../charts/axes/day-axis.tsx';
import type { Locale } from '../../charts/locale.ts';
import type { Selection } from '../../charts/requests/requests.ts';
import type { Day } from '../../charts/requests/rows.ts';
import { ExplorerApp } from '../../charts/views/explorer-app.tsx';
import type { ExplorerProps } from '../../charts/views/view-props.ts';
import { signInPath } from '../../sessions/local-path.ts';
import { Island } from '../components/island.tsx';
import { Empty, Notice } from '../components/notice.tsx';
import { urlWith, useView, type View } from '../components/view.ts';
import { type ActivePage, Page } from '../framework/layout.tsx';
import { sendPage } from '../framework/render.tsx';
import type { SharingServices } from '../snapshots/share-picture.ts';
import { Controls } from './explorer-controls.tsx';
import type { KnownName } from './explorer-names.ts';
import {
  type EarlierRevision,
  type KnownRevision,
  nearestPublished,
  type Preset,
} from './explorer-selection.ts';

export interface ExplorerServices extends SharingServices {
  /** Files of days that were not published since. */
  readonly sources: Readonly<
    Record<'held' | 'rejected', () => Promise<readonly { readonly trade_date: IsoDate | null }[]>>
  >;
  readonly explorer: {
    readonly dataset: MarketCalendarSettings;
    /** Null if the operator offers none. */
    readonly sample: CurrentSample | null;
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

export interface ExplorerRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly view: View;
  readonly locale: Locale;
  readonly query: Readonly<Record<string, string>>;
  /** The stock or the broker in the path. */
  readonly name: string;
  /** The broker in the path of a stock. */
  readonly code: string;
}

/** A request while days are published. */
export interface Context extends ExplorerRequest {
  /** What a visitor who is not signed in can see; null for others. */
  readonly sample: Sample | null;
  readonly selection: Selection;
  readonly problems: readonly string[];
  /** Whether the only problem is that the days are newer than the sample: pages link to such days. */
  readonly isOnlyTooLate: boolean;
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
export interface Head {
  readonly active: ActivePage;
  readonly title: string;
  readonly remark?: string | undefined;
  /** The path that the form of the selection opens; `/explore` for a page without a selection. */
  readonly path: string;
  /** Whether the page shows foreign flow, whose default market in the API is another one. */
  readonly hasForeignFlow?: boolean;
  readonly isAdjustable?: boolean;
}

export function send(
  context: Context,
  head: Head,
  content: ComponentChildren,
  status = 200,
): Promise<FastifyReply> {
  const { request, reply, view, range } = context;
  const { active, ...controls } = head;
  return sendPage(
    request,
    reply,
    view,
    <Page title={head.title} active={active} scripts={['explorer']} range={range}>
      <Controls {...context} {...controls} />
      {context.sample && <SampleNote sample={context.sample} />}
      {content}
    </Page>,
    status,
  );
}

/** What a visitor sees, and what an account gives. */
export function SampleNote({ sample }: { sample: Sample }): VNode {
  const { ticker, through, days_late } = sample;
  const { texts, dates, url } = useView();
  return (
    <p class="note">
      {texts.sample.about(ticker, dates.long(through))}
      {days_late > 0 && `, ${texts.sample.late(days_late)}`}.{' '}
      <a href={signInPath(url)}>{texts.sample.account}</a>{' '}
      {!url.startsWith('/playground') && <a href="/playground">{texts.sample.try_api}</a>}
    </p>
  );
}

/** A page about days without data: why, and the nearest day with data. Its requests would be charged for nothing. */
export function withoutData(context: Context, head: Head, days: readonly Day[]): Promise<FastifyReply> {
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
export function several(context: Context, text: string, names: readonly KnownName[]): Promise<FastifyReply> {
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
export function invalid(
  context: Context,
  active: ActivePage,
  title: string,
  problems: readonly string[],
  status: 200 | 400 | 404,
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

export function noData({ request, reply, view, locale }: ExplorerRequest): Promise<FastifyReply> {
  const { page } = locale.texts;
  return sendPage(
    request,
    reply,
    view,
    <Page title={page.market_title} active="explore">
      <Empty title={page.no_data} />
    </Page>,
  );
}

export function pathOfName({ code, isBroker }: Pick<KnownName, 'code' | 'isBroker'>): string {
  return `/${isBroker ? 'brokers' : 'explore'}/${encodeURIComponent(code)}`;
}

/** The pictures, and what a visitor without JavaScript can do. */
export function Pictures({ props, locale }: { props: ExplorerProps; locale: Locale }): VNode {
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
