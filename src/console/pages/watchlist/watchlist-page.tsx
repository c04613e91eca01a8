import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { VNode } from 'preact';
import { newItem, newSavedInput } from '../../../api/endpoints/account/saved.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import type { Accounts, Caller } from '../../../commerce/accounts/accounts.ts';
import type { SavedItem, SavedItems } from '../../../commerce/accounts/saved-items.ts';
import type { Clock } from '../../../core/clock.ts';
import { briefOf, type Watched } from '../../../core/market/brief.ts';
import type { Briefs } from '../../../market/serving/queries/brief.ts';
import type { WatchedDay } from '../../../market/serving/queries/watched-stocks.ts';
import type { Screen } from '../../../market/serving/screens/screen.ts';
import type { ScreenChanges } from '../../../market/serving/screens/screen-changes.ts';
import { pageCaller } from '../../sessions/explorer-caller.ts';
import { accountForm, checkedInput } from '../account/account-form.tsx';
import { ACCOUNT_PAGES, type AccountContext, useAccount } from '../account/account-page.tsx';
import { BriefSummary } from '../brief/brief-page.tsx';
import { Card } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { Field, Form, Submit } from '../components/forms.tsx';
import { Choices } from '../components/links.tsx';
import { Empty, Notice } from '../components/notice.tsx';
import { urlWith, useView } from '../components/view.ts';
import { pageRoute } from '../framework/page-routes.tsx';
import { TabbedPage } from '../framework/tabbed-page.tsx';
import { SavedScreens } from './saved-screens.tsx';
import { type StockNames, WatchedTable } from './watched-table.tsx';

export const WATCHLIST = '/watchlist';

export interface WatchlistServices {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly saved: SavedItems;
  readonly briefs: Briefs;
  readonly screen_changes: ScreenChanges;
  /** Answers and charges a page. */
  askForPage(
    view: 'watchlist' | 'screen' | 'summaries' | 'measures' | 'book',
    caller: Caller,
    sent: unknown,
    response: ServerResponse,
  ): Promise<{ readonly data: unknown; readonly units: number }>;
}

/** The home of who is signed in: the stocks of a watchlist on the newest day, the brief, and what changed in the saved screens. */
export function watchlistPages(scope: FastifyInstance, services: WatchlistServices, names: StockNames): void {
  const show = (context: AccountContext) => watchlistPage(services, names, context);
  pageRoute(scope, WATCHLIST, ACCOUNT_PAGES, show);
  // For the palette.
  pageRoute(scope, '/explore/screens', ACCOUNT_PAGES, async ({ account_id, reply }) => {
    const screens = (await services.saved.all(account_id)).filter(({ kind }) => kind === 'screen');
    return reply.send(
      screens.map(({ saved_id, name }) => ({ name, href: urlWith('/screens', { screen: saved_id }) })),
    );
  });
  accountForm(
    scope,
    `${WATCHLIST}/add`,
    { back: WATCHLIST, show },
    async ({ ticker = '', watchlist = '' }, { account_id, view }) => {
      const { saved } = services;
      const list = watchlist === '' ? undefined : await saved.watchlist(account_id, watchlist);
      const { tickers, brokers } = list?.content ?? { tickers: [], brokers: [] };
      const content = checkedList({ tickers: [...tickers, ticker], brokers }, view.texts.watch.first_name);
      const { saved_id } = list
        ? await saved.change(account_id, watchlist, { content: content.content })
        : await saved.create(account_id, content);
      return { to: urlWith(WATCHLIST, { watchlist: saved_id }) };
    },
  );
}

/** @throws AlirError `invalid_request` for the field `ticker` */
function checkedList(watchlist: Watched, name: string) {
  return checkedInput(
    () => newItem(validated(newSavedInput, { name, watchlist })),
    ({ message }) => ({ field: 'ticker', message }),
  );
}

async function watchlistPage(
  services: WatchlistServices,
  names: StockNames,
  context: AccountContext,
): Promise<VNode> {
  const { view, account_id, query, request, reply } = context;
  const { texts, dates } = view;
  const items = await services.saved.all(account_id);
  const lists = items.filter(({ kind }) => kind === 'watchlist');
  const list =
    query.watchlist === undefined ? lists[0] : lists.find(({ saved_id }) => saved_id === query.watchlist);
  if (query.watchlist !== undefined && !list) await services.saved.watchlist(account_id, query.watchlist);
  const { tickers } = (list?.content ?? { tickers: [] }) as Pick<Watched, 'tickers'>;
  const caller = await pageCaller(services, request);
  const { data, units } = await services.askForPage('watchlist', caller, { tickers }, reply.raw);
  const day = data as WatchedDay;
  const brief = await services.briefs.read();
  const screens = await Promise.all(
    items
      .filter(({ kind }) => kind === 'screen')
      .map(async (item) => ({ item, change: await services.screen_changes.read(item.content as Screen) })),
  );
  return (
    <TabbedPage
      active="watchlist"
      title={texts.watch.title}
      heading={day.date === null ? texts.watch.title : dates.long(day.date)}
      links={<Totals day={day} />}
    >
      {day.date === null && <Notice>{texts.watch.no_day}</Notice>}
      {units > 0 && (
        <Notice>{texts.watch.charged(texts.figure.cost(view.numbers.full(units), units === 1))}</Notice>
      )}
      <div class="grid">
        <Card
          title={list?.name ?? texts.watch.title}
          about={`${texts.watch.note(texts.watch.count(tickers.length))} · ${texts.watch.keys}`}
          footer={<AddStock list={list} />}
        >
          {lists.length > 1 && (
            <nav class="range" aria-label={texts.watch.lists}>
              <Choices
                values={lists.map(({ saved_id }) => saved_id)}
                current={list?.saved_id ?? null}
                href={(watchlist) => urlWith(view.url, { watchlist })}
                text={(id) => lists.find(({ saved_id }) => saved_id === id)?.name}
              />
            </nav>
          )}
          {tickers.length === 0 ? (
            <MostTraded day={day} list={list} />
          ) : (
            <WatchedTable stocks={day.stocks} names={names} sort={query.sort} />
          )}
        </Card>
        {brief && (
          <Card
            title={texts.watch.brief}
            about={texts.brief.after(dates.short(brief.date))}
            span={7}
            footer={<a href="/brief">{texts.watch.whole_brief}</a>}
          >
            <BriefSummary brief={briefOf(brief, null)} />
            <p class="note">{texts.brief.note}</p>
          </Card>
        )}
        <SavedScreens screens={screens} />
      </div>
    </TabbedPage>
  );
}

/** The whole market in one line. */
function Totals({ day }: { readonly day: WatchedDay }): VNode | null {
  const { texts, numbers } = useView();
  if (day.date === null) return null;
  return (
    <Facts
      facts={[
        [texts.watch.turnover, numbers.short(day.value)],
        [
          texts.watch.breadth,
          [day.risen, day.fallen, day.unchanged].map((count) => numbers.full(count)).join(' · '),
        ],
        [texts.watch.net_foreign, numbers.signedShort(day.net_foreign)],
      ]}
    />
  );
}

interface ListProps {
  readonly list: SavedItem | undefined;
}

/** A field for one more stock, and the page that changes the list. */
function AddStock({ list }: ListProps): VNode {
  const { view, isOwner, query } = useAccount();
  const { watch } = view.texts;
  return (
    <>
      {isOwner ? (
        <Form action={`${WATCHLIST}/add`} class="inline-form" id="add">
          {list && <input type="hidden" name="watchlist" value={list.saved_id} />}
          <Field
            name="ticker"
            label={watch.add_label}
            value={query.ticker}
            autocomplete="off"
            maxLength={12}
            required
          />
          <Submit>{watch.add}</Submit>
        </Form>
      ) : (
        <span>{watch.members_only}</span>
      )}
      {list && <a href={`/account/saved/${list.saved_id}`}>{watch.edit}</a>}
    </>
  );
}

/** In place of an empty list: what is traded most, each with a button. */
function MostTraded({ day, list }: ListProps & { readonly day: WatchedDay }): VNode {
  const { view, isOwner } = useAccount();
  const { watch } = view.texts;
  return (
    <Empty title={watch.empty}>
      {watch.empty_about}
      {isOwner && (
        <Form action={`${WATCHLIST}/add`} class="chips">
          {list && <input type="hidden" name="watchlist" value={list.saved_id} />}
          {day.most_traded.map((ticker) => (
            <Submit key={ticker} name="ticker" value={ticker}>
              + {ticker}
            </Submit>
          ))}
        </Form>
      )}
    </Empty>
  );
}
