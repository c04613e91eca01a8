import type { FastifyInstance } from 'fastify';
import { presentOrder } from '../../../../api/endpoints/account/billing-schemas.ts';
import type { KeyRecord } from '../../../../commerce/accounts/accounts.ts';
import { endOfKey, hasEnded } from '../../../../commerce/accounts/keys/key-terms.ts';
import type { SubscriptionChange } from '../../../../commerce/accounts/subscriptions.ts';
import type { Invoice } from '../../../../commerce/billing/invoices/invoices.ts';
import { dueOf, type Order } from '../../../../commerce/billing/prices/order-amounts.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { expiryText } from '../../components/expiry.ts';
import { type Fact, KeyFigures } from '../../components/facts.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Tag } from '../../components/notice.tsx';
import { AuditTable, namesOf } from '../audit-page.tsx';
import {
  type OperatorContext,
  OperatorPage,
  operatorFile,
  operatorPage,
  useOperator,
} from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { dayText, orderText, planText, timeText } from '../operator-texts.ts';
import { InvoiceLinks, Invoices } from '../orders/order-invoices.tsx';
import { OrderState } from '../orders/orders-page.tsx';
import { AccountActions, accountForms } from './account-actions.tsx';
import { Used } from './accounts-page.tsx';

type Facts = Awaited<ReturnType<typeof factsOf>>;
type Listed = Facts['people' | 'invitations'][number];

export function accountPages(pages: FastifyInstance, services: OperatorServices): void {
  const show = (context: OperatorContext) => accountPage(services, context);
  const page = operatorPage(pages, '/operator/accounts/:account', show);
  accountForms(pages, services, page);
  operatorFile(pages, `${page.back}/export.json`, 'json', (context) => accountFile(services, context));
}

/** An account with everything that it has, and the changes that an operator can make. */
async function accountPage(services: OperatorServices, context: OperatorContext) {
  const { view, texts, params } = context;
  const facts = await factsOf(services, params.account ?? '');
  const { overview } = facts;
  return (
    <OperatorPage
      section="accounts"
      title={overview.email}
      remark={
        <>
          {planText(view, overview.plan, null)}
          {overview.suspended_at !== null && (
            <>
              {' '}
              <Tag kind="bad">{texts.accounts.suspended}</Tag>
            </>
          )}
        </>
      }
    >
      <AccountFigures facts={facts} />
      <div class="grid">
        <div class="c8 pile">
          <Usage facts={facts} />
          <Keys keys={facts.keys} now={facts.now} />
          <Orders orders={facts.orders} invoices={facts.invoices} />
          <Invoices invoices={facts.invoices} />
          <Changes changes={facts.changes} />
        </div>
        <div class="c4 pile">
          {facts.deletion === null ? (
            <p class="note">{texts.account.is_deleted(timeText(view, facts.deleted_at))}</p>
          ) : (
            <AccountActions overview={overview} transfers={facts.transfers} deletion={facts.deletion} />
          )}
          <Card title={texts.account.stored} about={texts.account.stored_about}>
            <p>
              <ButtonLink to={`/operator/accounts/${overview.account_id}/export.json`}>
                {texts.account.download}
              </ButtonLink>
            </p>
          </Card>
          <Persons facts={facts} />
          <p class="note">
            {texts.account.id} <code>{overview.account_id}</code>
          </p>
        </div>
        <Card title={texts.account.audit}>
          <AuditTable entries={facts.audit} names={facts.names} isOfAccount />
          <footer>
            <a href={`/operator/audit?account=${overview.account_id}`}>{texts.account.whole_audit}</a>
          </footer>
        </Card>
      </div>
    </OperatorPage>
  );
}

async function factsOf(services: OperatorServices, wanted: string) {
  const { accounts, administration, billing, people, usage_history, clock } = services;
  const account = await accounts.find(wanted);
  const { account_id, deleted_at } = account;
  const deletion = deleted_at === null ? await billing.deletion.effects(account_id) : null;
  const transfers = await administration.heldTransfers(account_id);
  const [overview, keys, changes, orders, invoices, members, invitations, use, forecast, audit, names] =
    await Promise.all([
      administration.overview(account_id),
      accounts.keys(account_id),
      accounts.changes(account_id),
      billing.orders.of(account_id),
      billing.invoices.of(account_id),
      people.of(account_id),
      people.invitations(account_id),
      usage_history.of(account, { by: 'endpoint' }),
      usage_history.forecast(account),
      administration.audit({ account_id }),
      namesOf(services),
    ]);
  const now = clock.now();
  return {
    ...{ overview, transfers, deleted_at, deletion, keys, changes, orders, invoices },
    ...{ people: members, invitations, use, forecast, audit, names, now },
  };
}

/** Everything that is stored about an account, as `alir account export` writes it. */
async function accountFile(services: OperatorServices, { params, actor }: OperatorContext) {
  const { account_id } = await services.accounts.find(params.account ?? '');
  const exported = await services.administration.export(account_id, { actor, reason: null });
  return { name: `account-${account_id}`, content: `${JSON.stringify(exported, null, 2)}\n` };
}

function AccountFigures({ facts: { overview, transfers, forecast } }: { facts: Facts }) {
  const { view, texts } = useOperator();
  const { account: t, accounts: a } = texts;
  const { period_end, resets_at, last_request_at, created_at, applied_idr, credit_idr, held_idr, owed_idr } =
    overview;
  const pace = forecast.used_up_on === null ? t.lasts : t.used_up(view.dates.short(forecast.used_up_on));
  const shown: readonly Fact[] = [
    [
      a.plan,
      planText(view, overview.plan, null),
      period_end === null ? a.no_end : `${a.until} ${view.dates.time(period_end)}`,
    ],
    [
      a.used,
      <Used key="used" account={overview} />,
      `${pace}; ${resets_at === period_end ? t.ends(view.dates.time(resets_at)) : t.resets(view.dates.time(resets_at))}`,
    ],
    [a.last_request, last_request_at ? view.dates.time(last_request_at) : a.never],
    [a.paid, view.numbers.rupiah(applied_idr)],
    [a.credit, view.numbers.rupiah(credit_idr)],
    [
      a.held,
      view.numbers.rupiah(held_idr),
      transfers.map(({ payment_reference }) => payment_reference).join(', '),
    ],
    ...(owed_idr > 0 ? [[a.owed, view.numbers.rupiah(owed_idr)] as const] : []),
    [t.created, dayText(view, created_at)],
  ];
  return <KeyFigures facts={shown} isWide />;
}

function Usage({ facts: { use } }: { facts: Facts }) {
  const { view, texts } = useOperator();
  const t = texts.account;
  return (
    <Card title={t.use}>
      <DataTable
        caption={t.use_about(view.numbers.full(use.units), view.numbers.full(use.requests))}
        id="use"
        columns={[
          { title: t.endpoint, cell: ({ endpoint }) => <code>{endpoint}</code> },
          { title: t.requests, number: ({ requests }) => requests },
          { title: t.units, number: ({ units }) => units },
        ]}
        rows={use.rows}
        empty={<p class="note">{t.no_use}</p>}
      />
    </Card>
  );
}

function Keys({ keys, now }: { keys: readonly KeyRecord[]; now: Date }) {
  const { view, texts } = useOperator();
  const t = texts.account;
  const state = (key: KeyRecord) => {
    if (!hasEnded(key, now)) return <Tag kind="ok">{t.live}</Tag>;
    return <span class="soft">{endOfKey(key) === key.revoked_at ? t.revoked : t.expired}</span>;
  };
  return (
    <Card title={t.keys}>
      <DataTable
        caption={t.keys_about}
        id="keys"
        columns={[
          { title: t.key_name, cell: ({ name }) => name },
          { title: t.key, cell: ({ masked }) => <code>{masked}</code> },
          { title: t.scopes, cell: ({ kind, scopes }) => `${kind}: ${scopes.join(', ')}` },
          {
            title: t.expires,
            cell: (key) => {
              const end = endOfKey(key);
              return end === null ? texts.none : expiryText(view, end);
            },
          },
          { title: t.state, cell: state },
        ]}
        rows={keys.toReversed()}
      />
    </Card>
  );
}

function Orders({ orders, invoices }: { orders: readonly Order[]; invoices: readonly Invoice[] }) {
  const { view, texts } = useOperator();
  const t = texts.orders;
  return (
    <Card title={texts.nav.orders}>
      <DataTable
        caption={t.caption}
        id="orders"
        columns={[
          {
            title: t.created,
            cell: ({ order_id, created_at }) => (
              <a href={`/operator/orders/${order_id}`}>{view.dates.time(created_at)}</a>
            ),
          },
          { title: t.what, cell: (order) => orderText(view, order) },
          { title: t.to_pay, number: (order) => dueOf(order) },
          { title: t.state, cell: (order) => <OrderState order={presentOrder(order)} /> },
          {
            title: texts.account.invoices,
            cell: ({ order_id }) => (
              <InvoiceLinks invoices={invoices.filter((invoice) => invoice.order_id === order_id)} />
            ),
          },
        ]}
        rows={orders}
        empty={<p class="note">{texts.account.no_orders}</p>}
      />
    </Card>
  );
}

function Changes({ changes }: { changes: readonly SubscriptionChange[] }) {
  const { view, texts } = useOperator();
  const t = texts.account;
  return (
    <Card title={t.changes}>
      <DataTable
        caption={t.changes_about}
        id="changes"
        columns={[
          { title: t.when, time: ({ changed_at }) => changed_at },
          { title: t.change, cell: ({ kind }) => t.kinds[kind] },
          { title: texts.accounts.plan, cell: ({ plan, months }) => planText(view, plan, months) },
          { title: texts.accounts.ends, time: ({ period_end }) => period_end },
          { title: t.price, number: ({ price_idr }) => price_idr },
          { title: t.paid, number: ({ charge_idr }) => charge_idr },
        ]}
        rows={changes.toReversed()}
      />
    </Card>
  );
}

/** The people who sign in for the account, and those who are invited. */
function Persons({ facts: { people, invitations } }: { facts: Facts }) {
  const { view, texts } = useOperator();
  const t = texts.account;
  const email = { title: texts.accounts.email, cell: (row: Listed) => row.email };
  const role = { title: t.person_role, cell: (row: Listed) => t.role[row.role] };
  return (
    <Card title={t.people}>
      <DataTable<Facts['people'][number]>
        caption={t.people_about}
        id="people"
        columns={[email, role, { title: t.since, cell: (row) => dayText(view, row.created_at) }]}
        rows={people}
        empty={<p class="note">{t.no_people}</p>}
      />
      {invitations.length > 0 && (
        <DataTable<Facts['invitations'][number]>
          caption={t.invited_about}
          id="invitations"
          columns={[email, role, { title: t.open_until, cell: (row) => dayText(view, row.expires_at) }]}
          rows={invitations}
        />
      )}
    </Card>
  );
}
