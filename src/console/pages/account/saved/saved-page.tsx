import type { FastifyInstance } from 'fastify';
import type { SavedItem } from '../../../../commerce/accounts/saved-items.ts';
import type { Snapshot } from '../../../../commerce/accounts/snapshots.ts';
import { replaceFeedKey } from '../../../sessions/feed-key.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable, OfRow } from '../../components/data-table.tsx';
import { Form, Select, Submit } from '../../components/forms.tsx';
import { Empty } from '../../components/notice.tsx';
import type { View } from '../../components/view.ts';
import { accountForm, OwnersOnly } from '../account-form.tsx';
import { type AccountContext, AccountPage, accountPage } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';
import { ItemFields, itemPages, SAVED, sentItem } from './saved-item.tsx';

const NEW_FORMS = { watchlist: `${SAVED}/create`, screen: `${SAVED}/create-screen` } as const;
const KINDS = ['watchlist', 'screen'] as const;

/** The screens and watchlists of an account: the list, new ones, and a page for each. */
export function savedPages(scope: FastifyInstance, services: AccountPageServices): void {
  const { saved } = services;
  itemPages(scope, services);
  const list = accountPage(scope, SAVED, 'saved', (context) => savedPage(services, context));

  for (const kind of KINDS) {
    accountForm(scope, NEW_FORMS[kind], list, async (fields, context) => {
      const { saved_id } = await saved.create(context.account_id, sentItem(kind, fields, context));
      return { to: `${SAVED}/${saved_id}`, done: 'saved' };
    });
  }

  accountForm(scope, `${SAVED}/withdraw`, list, async ({ snapshot_id = '' }, { account_id, actor }) => {
    await services.snapshots.revoke(account_id, snapshot_id, actor);
    return 'snapshot_withdrawn';
  });

  accountForm(scope, `${SAVED}/replace-feed`, list, async ({ watchlist = null }, { account_id }) => {
    if (watchlist !== null) await saved.watchlist(account_id, watchlist);
    await replaceFeedKey(services.ledger, { account_id, watchlist });
    return 'feed_replaced';
  });
}

async function savedPage({ saved, snapshots }: AccountPageServices, context: AccountContext) {
  const { view, account_id, isOwner } = context;
  const { texts, numbers } = view;
  const { saved: savedTexts } = texts.account;
  const [all, limit] = [await saved.all(account_id), await saved.limit(account_id)];
  const shared = await snapshots.all(account_id);
  const watchlists = all.filter(({ kind }) => kind === 'watchlist');
  return (
    <AccountPage tab="saved" remark={savedTexts.remark(numbers.full(all.length), numbers.full(limit))}>
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
            <Form action={`${SAVED}/replace-feed`}>
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
        <a href={`${SAVED}/${saved_id}`}>
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
          <Form action={`${SAVED}/withdraw`}>
            <input type="hidden" name="snapshot_id" value={snapshot_id} />
            <button type="submit" class="quiet">
              <OfRow text={saved.withdraw} row={title} />
            </button>
          </Form>
        ),
    },
  ];
}
