import { date, rangeIn } from '../../../api/endpoints/admin/admin-fields.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import type { AuditAction, RecordedEntry } from '../../../commerce/accounts/audit-log.ts';
import type { KnownPerson } from '../../../commerce/accounts/people/people.ts';
import { orderReference } from '../../../commerce/billing/prices/order-amounts.ts';
import { csvTable } from '../../../core/csv-cell.ts';
import { dateOfEpochDay, epochDay, jakartaDate } from '../../../core/dates.ts';
import { DataTable } from '../components/data-table.tsx';
import { Field, Submit } from '../components/forms.tsx';
import { Empty } from '../components/notice.tsx';
import { type OperatorContext, OperatorPage, type OperatorServices, useOperator } from './operator-page.tsx';

const PAGE = '/operator/audit';
const DEFAULT_DAYS = 30;
const DAYS = rangeIn(date);
/** A page with more rows takes long to read and to render. */
const MAX_ROWS = 500;

interface Found {
  readonly from: string;
  readonly to: string;
  /** Null for all accounts. */
  readonly account: string | null;
  readonly entries: readonly RecordedEntry[];
}

/** The entries of a range of days, newest first. */
export async function auditPage(services: OperatorServices, context: OperatorContext) {
  const { view, texts } = context;
  const t = texts.audit;
  const { from, to, account, entries } = await entriesOf(services, context);
  const names = await namesOf(services);
  const emails = new Map((await services.accounts.all()).map(({ account_id, email }) => [account_id, email]));
  const shown = entries.slice(-MAX_ROWS);
  const query = new URLSearchParams({ from, to, ...(account !== null && { account }) });
  const full = (value: number) => view.numbers.full(value);
  return (
    <OperatorPage context={context} section="audit" title={t.title}>
      <p class="note">{t.about}</p>
      <form method="get" action={PAGE} class="filter-form filters">
        <Field name="from" type="date" label={t.from} value={from} />
        <Field name="to" type="date" label={t.to} value={to} />
        <Field name="account" label={t.account} value={account ?? ''} />
        <Submit>{texts.show}</Submit>
      </form>
      <section class="card">
        {shown.length === 0 ? (
          <Empty title={t.none}>{t.none_text}</Empty>
        ) : (
          <AuditTable entries={shown} names={names} emails={emails} />
        )}
        <footer>
          <a href={`${PAGE}.csv?${query}`}>{texts.csv}</a>
          {shown.length < entries.length && <span>{t.shown(full(shown.length), full(entries.length))}</span>}
        </footer>
      </section>
    </OperatorPage>
  );
}

const FIELDS = ['recorded_at', 'actor', 'action', 'account_id', 'order_id', 'reason', 'details'] as const;

/** The same table as `alir audit --format csv`. */
export async function auditFile(services: OperatorServices, context: OperatorContext) {
  const { from, to, entries } = await entriesOf(services, context);
  return { name: `audit-${from}-${to}`, content: csvTable(FIELDS, entries) };
}

/** People, by the actors of the audit log, which has no addresses. */
type Names = ReadonlyMap<string, KnownPerson>;

export async function namesOf({ people }: OperatorServices): Promise<Names> {
  return new Map((await people.all()).map((person) => [`person ${person.person_id}`, person]));
}

/** @throws AlirError `unknown_account`, `invalid_request` */
async function entriesOf(
  { accounts, administration, clock }: OperatorServices,
  { query }: OperatorContext,
): Promise<Found> {
  const { to = jakartaDate(clock.now()), ...sent } = validated(DAYS, query);
  const from = sent.from ?? dateOfEpochDay(epochDay(to) - DEFAULT_DAYS);
  const account = query.account ?? null;
  const account_id = account === null ? null : (await accounts.find(account)).account_id;
  return { from, to, account, entries: await administration.audit({ account_id, from, to }) };
}

/** @param emails addresses by account; an account that is not in it is not shown */
export function AuditTable({
  entries,
  names,
  emails,
}: {
  /** Oldest first. */
  readonly entries: readonly RecordedEntry[];
  readonly names: Names;
  readonly emails: ReadonlyMap<string, string>;
}) {
  const { texts } = useOperator();
  const t = texts.audit;
  const nameOf = (actor: string) => {
    const person = names.get(actor);
    return person?.is_operator === 1 ? t.operator_named(person.email) : (person?.email ?? actor);
  };
  const hasAccounts = emails.size > 0;
  return (
    <DataTable
      caption={t.caption}
      id="audit"
      columns={[
        { title: t.when, time: ({ recorded_at }) => recorded_at },
        { title: t.who, cell: ({ actor }) => nameOf(actor) },
        { title: t.action, cell: ({ action }) => t.actions[action as AuditAction] ?? action },
        ...(hasAccounts
          ? [
              {
                title: t.account,
                cell: ({ account_id }: RecordedEntry) =>
                  account_id === null ? (
                    texts.none
                  ) : (
                    <a href={`/operator/accounts/${account_id}`}>{emails.get(account_id) ?? account_id}</a>
                  ),
              },
            ]
          : []),
        {
          title: t.order,
          cell: ({ order_id }) =>
            order_id === null ? (
              texts.none
            ) : (
              <a href={`/operator/orders/${order_id}`}>{orderReference(order_id)}</a>
            ),
        },
        {
          title: t.reason,
          // A person or the server wrote it, in any language.
          cell: ({ reason }) => (reason === null ? texts.none : <span lang="">{reason}</span>),
        },
        {
          title: <span class="visually-hidden">{t.details}</span>,
          cell: ({ details }) =>
            details === '{}' ? (
              texts.none
            ) : (
              <details class="fold">
                <summary>{t.details}</summary>
                <code class="json">{details}</code>
              </details>
            ),
        },
      ]}
      rows={entries.toReversed()}
    />
  );
}
