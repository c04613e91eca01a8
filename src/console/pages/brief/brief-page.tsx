import type { FastifyInstance } from 'fastify';
import { type BriefInput, briefFields } from '../../../api/endpoints/market/brief.ts';
import { queryWith } from '../../../api/http/requests/request-fields.ts';
import { queryOf, validated } from '../../../api/http/requests/validation.ts';
import type { BriefSubscription } from '../../../commerce/accounts/alerts/brief-subscriptions.ts';
import type { SavedItem } from '../../../commerce/accounts/saved-items.ts';
import { AlirError } from '../../../core/errors.ts';
import { type Brief, briefOf } from '../../../core/market/brief.ts';
import { EXPLORER_DATA } from '../../sessions/explorer-caller.ts';
import { requireAccount, visitorOf } from '../../sessions/visitor.ts';
import { otherAccountOf, SAVED } from '../account/saved/saved-item.tsx';
import { BriefByMail, type BriefMailServices, briefsByMail } from '../account/webhooks/brief-card.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Choices } from '../components/links.tsx';
import { Heading, Notice } from '../components/notice.tsx';
import { urlWith, useView, type View } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import type { OpenPages } from '../framework/render.tsx';
import { type FeedServices, feedPath, feedRoute } from './brief-feed.ts';
import { type WrittenLine, writtenKinds } from './brief-lines.ts';

const PATH = '/brief';
const QUERY = queryWith(briefFields);
type Wanted = BriefInput & { readonly subscriptions: BriefSubscription[] | null };
const SUMMARY_LINES = 3;

export interface BriefServices extends FeedServices, BriefMailServices {
  readonly pages: OpenPages;
  /** Changes with the ledger, and each minute. */
  version(): string;
}

/** `GET /brief`: what is unusual on a day. Before sign-in only the newest day, and only if the front page shows it. */
export function briefPages(routes: FastifyInstance, services: BriefServices): void {
  const { pages, public_day, version } = services;
  const preHandler = public_day === 'newest' ? [] : [requireAccount];
  routes.get(PATH, { config: PAGE_ROUTE, preHandler }, async (request, reply) => {
    const visitor = visitorOf(request);
    if (visitor && !visitor.readsData) {
      throw new AlirError('scope_missing', 'The key of this session does not have the scope data.');
    }
    const { account_id = null } = visitor ?? {};
    const subscriptions = await briefsByMail(services, request);
    const wanted = account_id === null ? {} : validated(QUERY, queryOf(request));
    // The link in an e-mail to a person with several accounts.
    const list = wanted.watchlist;
    if (visitor && list && (await otherAccountOf(services.saved, visitor, list)))
      return reply.redirect(`${SAVED}/${list}`, 303);
    const url = urlWith(PATH, { date: wanted.date ?? null, watchlist: wanted.watchlist ?? null });
    const write = (view: View) => briefPage(services, view, account_id, { ...wanted, subscriptions });
    return pages.send(request, reply, { url, version: version(), write });
  });
  feedRoute(routes, services);
}

async function briefPage(
  services: BriefServices,
  view: View,
  account_id: string | null,
  { date, watchlist, subscriptions }: Wanted,
) {
  const { briefs, saved, ledger, public_day } = services;
  const items = account_id === null ? [] : await saved.all(account_id);
  const lists = items.filter(({ kind }) => kind === 'watchlist');
  const list =
    account_id === null || watchlist === undefined ? null : await saved.watchlist(account_id, watchlist);
  const all = await briefs.read(date);
  const isPublic = list === null && public_day === 'newest';
  const owner = isPublic || account_id === null ? null : { account_id, watchlist: watchlist ?? null };
  const feed = await feedPath(ledger, view.language, owner);
  const { brief } = view.texts;
  return (
    <Page title={brief.title} active="brief" feed={feed}>
      <Heading title={brief.title} remark={all ? brief.after(view.dates.long(all.date)) : undefined}>
        {account_id !== null && <Lists lists={lists} current={watchlist ?? ''} />}
        <BriefByMail saved_id={watchlist ?? null} subscriptions={subscriptions} />
      </Heading>
      {all ? (
        <div class="grid">
          <Kinds brief={briefOf(all, list?.content ?? null)} />
          <Card title={brief.about} span={8}>
            <p>{brief.note}</p>
            <p>
              {brief.percentiles} <a href="/docs/numbers#the-morning-brief">{brief.rules}</a>
            </p>
            <p>
              <a href={feed}>{brief.feed}</a>
              {account_id !== null && (
                <>
                  {' · '}
                  <a
                    href={urlWith(`${EXPLORER_DATA}/market/brief`, {
                      date: all.date,
                      watchlist: watchlist ?? null,
                    })}
                  >
                    {brief.json}
                  </a>
                </>
              )}
              {owner !== null && `. ${brief.feed_about}`}
            </p>
          </Card>
        </div>
      ) : (
        <Notice kind="info" title={brief.no_day}>
          {brief.no_day_about}
        </Notice>
      )}
    </Page>
  );
}

/** The whole market, or one of the watchlists of the account. */
function Lists({ lists, current }: { lists: readonly SavedItem[]; current: string }) {
  const view = useView();
  const { brief } = view.texts;
  if (lists.length === 0) return <a href="/account/saved#new">{brief.no_lists}</a>;
  const names = new Map(lists.map(({ saved_id, name }) => [saved_id, name]));
  return (
    <nav class="range" aria-label={brief.whose}>
      <Choices
        values={['', ...names.keys()]}
        current={current}
        href={(id) => urlWith(view.url, { watchlist: id === '' ? null : id })}
        text={(id) => names.get(id) ?? brief.market}
      />
    </nav>
  );
}

function Kinds({ brief }: { brief: Brief }) {
  const view = useView();
  return writtenKinds(brief, view).map(({ kind, title, about, titles, lines }) => (
    <Card key={kind} title={title} span={4}>
      <DataTable
        id={kind}
        caption={
          <>
            <span class="visually-hidden">{title}: </span>
            {about}
          </>
        }
        rows={lines}
        narrow="scroll"
        columns={titles.map((each, place) => columnOf(each, place))}
        empty={<p class="note">{view.texts.brief.nothing}</p>}
      />
    </Card>
  ));
}

/** The first lines of each kind, for a page that shows more than the brief. */
export function BriefSummary({ brief }: { brief: Brief }) {
  const view = useView();
  return (
    <div class="brief-kinds">
      {writtenKinds(brief, view).map(({ kind, title, about, lines }) => (
        <table key={kind}>
          <caption>
            {title} <small>{about}</small>
          </caption>
          <tbody>
            {lines.slice(0, SUMMARY_LINES).map(({ cells, page, direction }) => (
              <tr key={page}>
                <th scope="row">
                  <a href={page}>{cells[0]}</a>
                </th>
                <td class={direction}>{cells[1]}</td>
                <td class="r soft">{cells[2]}</td>
              </tr>
            ))}
            {lines.length === 0 && (
              <tr>
                <td class="soft">{view.texts.brief.nothing}</td>
              </tr>
            )}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function columnOf(title: string, place: number): Column<WrittenLine> {
  if (place === 0) return { title, cell: ({ cells, page }) => <a href={page}>{cells[0]}</a> };
  const cell = ({ cells, direction }: WrittenLine) =>
    place === 1 ? <span class={direction}>{cells[place]}</span> : cells[place];
  return { title, isNumber: true, cell };
}
