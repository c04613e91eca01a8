import type { FastifyInstance } from 'fastify';
import { newItem, newSavedInput } from '../../../api/endpoints/account/saved.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import type { Alerts } from '../../../commerce/accounts/alerts/alerts.ts';
import type { SavedItem, SavedItems } from '../../../commerce/accounts/saved-items.ts';
import type { Snapshot, Snapshots } from '../../../commerce/accounts/snapshots.ts';
import { AlirError } from '../../../core/errors.ts';
import { replaceFeedKey } from '../../sessions/feed-key.ts';
import type { SessionServices } from '../../sessions/sessions.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable, OfRow } from '../components/data-table.tsx';
import { Field, Form, Select, Submit, TextArea } from '../components/forms.tsx';
import { Empty } from '../components/notice.tsx';
import { Secret } from '../components/secret.tsx';
import { useView, type View } from '../components/view.ts';
import { originOf } from '../framework/origin.ts';
import type { Fields } from '../framework/page-routes.tsx';
import { AlertsCard, alertForms } from './account-alerts.tsx';
import {
  type AccountContext,
  AccountPage,
  accountForm,
  accountPage,
  Confirmation,
  fieldProblem,
  OwnersOnly,
} from './account-page.tsx';

const PATH = '/account/saved';

export interface SavedPageServices {
  readonly ledger: SessionServices['ledger'];
  readonly saved: SavedItems;
  readonly alerts: Alerts;
  readonly snapshots: Snapshots;
  readonly public_url: string;
}

interface Watchlist {
  readonly tickers: readonly string[];
  readonly brokers: readonly string[];
}

/** The form of a new item, by its kind. */
const NEW_FORMS = { watchlist: `${PATH}/create`, screen: `${PATH}/create-screen` } as const;
const KINDS = ['watchlist', 'screen'] as const;

const SOME_SCREEN = { where: { measure: 'volume_ratio_20d', gte: 3 }, sort: { measure: 'value' } };

/** The screens and watchlists of an account: the list, new ones, and a page for each. */
export function savedPages(scope: FastifyInstance, services: SavedPageServices): void {
  const { saved } = services;
  const list = { back: PATH, show: (context: AccountContext) => savedPage(services, context) };
  const item = {
    back: `${PATH}/:saved_id`,
    show: (context: AccountContext) => itemPage(services, context),
  };
  accountPage(scope, list.back, 'saved', list.show);
  accountPage(scope, item.back, 'saved', item.show);
  accountPage(scope, `${item.back}/delete`, 'saved', (context) => deletionPage(services, context));

  alertForms(scope, services.alerts, item);

  for (const kind of KINDS) {
    accountForm(scope, NEW_FORMS[kind], {
      ...list,
      async run(fields, context) {
        const { saved_id } = await saved.create(context.account_id, sentItem(kind, fields, context));
        return { to: `${PATH}/${saved_id}`, done: 'saved' };
      },
    });
  }

  accountForm(scope, `${PATH}/withdraw`, {
    ...list,
    async run({ snapshot_id = '' }, { account_id, actor }) {
      await services.snapshots.revoke(account_id, snapshot_id, actor);
      return 'snapshot_withdrawn';
    },
  });

  accountForm(scope, `${PATH}/replace-feed`, {
    ...list,
    async run({ watchlist = null }, { account_id }) {
      if (watchlist !== null) await saved.watchlist(account_id, watchlist);
      await replaceFeedKey(services.ledger, { account_id, watchlist });
      return 'feed_replaced';
    },
  });

  accountForm(scope, `${item.back}/change`, {
    ...item,
    async run(fields, context) {
      const { saved_id, kind } = await itemOf(saved, context);
      await saved.change(context.account_id, saved_id, sentItem(kind, fields, context));
      return 'saved';
    },
  });

  accountForm(scope, `${item.back}/delete`, {
    back: `${item.back}/delete`,
    show: (context) => deletionPage(services, context),
    async run(_, context) {
      await saved.delete(context.account_id, context.params.saved_id ?? '');
      return { to: PATH, done: 'saved_deleted' };
    },
  });
}

function itemOf(saved: SavedItems, { account_id, params }: AccountContext): Promise<SavedItem> {
  return saved.find(account_id, params.saved_id ?? '');
}

/** What a form asks to save, as the operation of the API takes it. */
function sentItem(kind: SavedItem['kind'], { name = '', ...fields }: Fields, { view }: AccountContext) {
  const listIn = (text = '') => text.split(/[\s,]+/).filter((each) => each !== '');
  const watchlist = { tickers: listIn(fields.tickers), brokers: listIn(fields.brokers) };
  const content = kind === 'screen' ? screenIn(fields.screen, view) : watchlist;
  try {
    return newItem(validated(newSavedInput, { name, [kind]: content }));
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    // The fields of the form.
    const problems = error.fields.map(({ field, message }) => ({
      field: field.replace(/^watchlist$/, 'tickers').replace(/^watchlist\./, ''),
      // The place in the screen.
      message: `${field} ${message}`,
    }));
    throw new AlirError(error.code, error.message, { fields: problems });
  }
}

function screenIn(text: string | undefined, { texts }: View): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw fieldProblem('screen', texts.account.problems.screen_json);
  }
}

async function savedPage({ saved, snapshots }: SavedPageServices, context: AccountContext) {
  const { view, account_id, isOwner } = context;
  const { texts, numbers } = view;
  const { saved: savedTexts } = texts.account;
  const [all, limit] = [await saved.all(account_id), await saved.limit(account_id)];
  const shared = await snapshots.all(account_id);
  const watchlists = all.filter(({ kind }) => kind === 'watchlist');
  return (
    <AccountPage
      context={context}
      tab="saved"
      remark={savedTexts.remark(numbers.full(all.length), numbers.full(limit))}
    >
      <div class="grid">
        <section class="card c12">
          <DataTable
            id="saved"
            caption={savedTexts.caption}
            rows={all}
            columns={savedColumns(view)}
            empty={<Empty title={savedTexts.none}>{savedTexts.none_advice}</Empty>}
          />
          <OwnersOnly />
        </section>
        {isOwner &&
          all.length < limit &&
          KINDS.map((kind) => (
            <Card
              key={kind}
              title={savedTexts.new_title[kind]}
              span={6}
              id={kind === 'screen' ? 'new-screen' : 'new'}
            >
              <Form action={NEW_FORMS[kind]}>
                <ItemFields kind={kind} />
                <Submit kind="primary">{savedTexts.save}</Submit>
              </Form>
            </Card>
          ))}
        {shared.length > 0 && (
          <Card title={savedTexts.snapshots} about={savedTexts.snapshots_about} id="snapshots">
            <DataTable
              id="shared"
              caption={savedTexts.snapshots}
              rows={shared}
              columns={snapshotColumns(context)}
            />
          </Card>
        )}
        {isOwner && (
          <Card title={savedTexts.feeds} about={savedTexts.feeds_about} span={6} id="feeds">
            <Form action={`${PATH}/replace-feed`}>
              <Select
                name="watchlist"
                label={texts.brief.title}
                options={[
                  { value: '', title: texts.brief.market },
                  ...watchlists.map(({ saved_id, name }) => ({ value: saved_id, title: name })),
                ]}
              />
              <Submit>{savedTexts.replace_feed}</Submit>
            </Form>
          </Card>
        )}
      </div>
    </AccountPage>
  );
}

/** The fields of a form. @param item what they have at first */
function ItemFields({ kind, item }: { kind: SavedItem['kind']; item?: SavedItem }) {
  const { saved } = useView().texts.account;
  const { tickers, brokers } = (item?.content ?? { tickers: [], brokers: [] }) as Watchlist;
  return (
    <>
      <Field name="name" label={saved.name} value={item?.name} maxLength={64} autocomplete="off" required />
      {kind === 'screen' ? (
        <TextArea
          name="screen"
          label={saved.kinds.screen}
          hint={saved.screen_hint}
          rows={8}
          value={JSON.stringify(item?.content ?? SOME_SCREEN, null, 2)}
          autocomplete="off"
        />
      ) : (
        <>
          <Field
            name="tickers"
            label={saved.tickers}
            hint={saved.tickers_hint}
            value={tickers.join(' ')}
            autocomplete="off"
          />
          <Field
            name="brokers"
            label={saved.brokers}
            hint={saved.brokers_hint}
            value={brokers.join(' ')}
            autocomplete="off"
          />
        </>
      )}
    </>
  );
}

function savedColumns(view: View): Column<SavedItem>[] {
  const { saved, actions } = view.texts.account;
  return [
    {
      title: saved.name,
      cell: ({ saved_id, kind, name }) =>
        kind === 'screen' ? (
          <a class="long" href={`/screens?screen=${saved_id}`}>
            {name}
          </a>
        ) : (
          <span class="long">{name}</span>
        ),
    },
    { title: saved.kind, cell: ({ kind }) => saved.kinds[kind] },
    { title: saved.changed, time: ({ changed_at }) => changed_at },
    {
      title: actions,
      actions: ({ saved_id, name }) => (
        <a href={`${PATH}/${saved_id}`}>
          <OfRow text={saved.open} row={name} />
        </a>
      ),
    },
  ];
}

function snapshotColumns({ view, isOwner }: AccountContext): Column<Snapshot>[] {
  const { saved, actions } = view.texts.account;
  return [
    { title: saved.name, cell: ({ snapshot_id, title }) => <a href={`/s/${snapshot_id}`}>{title}</a> },
    { title: saved.snapshot_note, cell: ({ note }) => <span class="long">{note}</span> },
    { title: saved.snapshot_made, time: ({ created_at }) => created_at },
    {
      title: actions,
      actions: ({ snapshot_id, title }) =>
        isOwner && (
          <Form action={`${PATH}/withdraw`}>
            <input type="hidden" name="snapshot_id" value={snapshot_id} />
            <button type="submit" class="quiet">
              <OfRow text={saved.withdraw} row={title} />
            </button>
          </Form>
        ),
    },
  ];
}

/** A screen or a watchlist, at the address that people of the account share. */
async function itemPage({ saved, alerts, public_url }: SavedPageServices, context: AccountContext) {
  const { view, isOwner, request } = context;
  const { saved: savedTexts } = view.texts.account;
  const other = await otherAccountOf(saved, context);
  if (other) return otherAccountPage(context, other);
  const item = await itemOf(saved, context);
  const { saved_id, kind, name, content } = item;
  const path = `${PATH}/${saved_id}`;
  const { tickers, brokers } = content as Watchlist;
  return (
    <AccountPage context={context} tab="saved" title={name} window={name} remark={savedTexts.kinds[kind]}>
      <div class="grid">
        <Card title={savedTexts.link} about={savedTexts.link_about} span={6}>
          <Secret text={`${originOf(request, public_url)}${path}`} />
        </Card>
        <Card title={savedTexts.content} span={6}>
          {isOwner ? (
            <Form action={`${path}/change`}>
              <ItemFields kind={kind} item={item} />
              <p class="buttons">
                <Submit kind="primary">{savedTexts.save}</Submit>
                <a class="btn danger" href={`${path}/delete`}>
                  {savedTexts.delete}
                </a>
              </p>
            </Form>
          ) : (
            <>
              <Secret
                text={
                  kind === 'screen' ? JSON.stringify(content, null, 2) : [...tickers, ...brokers].join(' ')
                }
                isCode
              />
              <OwnersOnly />
            </>
          )}
        </Card>
        {await AlertsCard({ alerts, item, path, context })}
      </div>
    </AccountPage>
  );
}

/** The other account of the visitor that a link leads to. */
async function otherAccountOf(saved: SavedItems, { visitor, account_id, params }: AccountContext) {
  for (const account of visitor.accounts) {
    if (account.account_id === account_id) continue;
    const items = await saved.all(account.account_id);
    if (items.some(({ saved_id }) => saved_id === params.saved_id)) return account;
  }
  return undefined;
}

function otherAccountPage(
  context: AccountContext,
  { account_id, email }: { account_id: string; email: string },
) {
  return (
    <AccountPage context={context} tab="saved">
      <Form action="/account/switch" class="card confirmation">
        <input type="hidden" name="account_id" value={account_id} />
        <input type="hidden" name="next" value={context.request.url} />
        <Submit kind="primary">{context.view.texts.account.saved.switch_to(email)}</Submit>
      </Form>
    </AccountPage>
  );
}

async function deletionPage({ saved }: SavedPageServices, context: AccountContext) {
  const { saved: savedTexts } = context.view.texts.account;
  const { saved_id, name } = await itemOf(saved, context);
  const title = savedTexts.delete_title(name);
  return (
    <AccountPage context={context} tab="saved" title={title} window={title}>
      <Confirmation
        action={`${PATH}/${saved_id}/delete`}
        submit={savedTexts.delete}
        back={`${PATH}/${saved_id}`}
      >
        <p>{savedTexts.delete_effect}</p>
      </Confirmation>
    </AccountPage>
  );
}
