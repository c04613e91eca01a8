import { date, rangeIn } from '../../../api/endpoints/admin/admin-fields.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import type { AuditAction, RecordedEntry } from '../../../commerce/accounts/audit-log.ts';
import { csvTable } from '../../../core/csv-cell.ts';
import { dateOfEpochDay, epochDay, jakartaDate } from '../../../core/dates.ts';
import { DataTable } from '../components/data-table.tsx';
import { Field, Submit } from '../components/forms.tsx';
import { Empty } from '../components/notice.tsx';
import { AccountLink, emailsOf, OrderLink } from './operator-links.tsx';
import { type OperatorContext, OperatorPage, useOperator } from './operator-page.tsx';
import type { OperatorServices } from './operator-services.ts';

const PAGE = '/operator/audit';
const DEFAULT_DAYS = 30;
const DAYS = rangeIn(date);
/** A page with more rows takes long to read and to render. */
const MAX_ROWS = 500;

/** The entries of a range of days, newest first. */
export async function auditPage(services: OperatorServices, context: OperatorContext) {
  const { view, texts } = context;
  const t = texts.audit;
  const { from, to, account, who, names, entries } = await entriesOf(services, context);
  const shown = entries.slice(-MAX_ROWS);
  const query = new URLSearchParams({ from, to, ...(account !== null && { account }), ...(who && { who }) });
  const full = (value: number) => view.numbers.full(value);
  return (
    <OperatorPage section="audit">
      <p class="note">{t.about}</p>
      <form method="get" action={PAGE} class="filter-form filters">
        <Field name="from" type="date" label={t.from} value={from} />
        <Field name="to" type="date" label={t.to} value={to} />
        <Field name="who" label={t.who} hint={t.who_hint} value={who} />
        <Field name="account" label={t.account} value={account ?? ''} />
        <Submit>{texts.show}</Submit>
      </form>
      <section class="card">
        <AuditTable entries={shown} names={names} />
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

type Names = Awaited<ReturnType<typeof namesOf>>;

/** The people, by what the audit log calls them. */
export async function peopleByActor({ people }: OperatorServices) {
  return new Map((await people.all()).map((person) => [`person ${person.person_id}`, person]));
}

/** Who the identifiers of the audit log are: people by actor, and the addresses of accounts. */
export async function namesOf(services: OperatorServices) {
  return { people: await peopleByActor(services), emails: emailsOf(await services.accounts.all()) };
}

/** Who made an entry: a person, a key of an account, an operator, a payment provider, or Alir. */
function whoText({ texts, view }: OperatorContext, { actor, account_id }: RecordedEntry, names: Names) {
  const t = texts.audit;
  const person = names.people.get(actor);
  const [kind = '', name] = actor.split(/ (.*)/);
  const email = names.emails.get(account_id ?? '') ?? name ?? '';
  if (person) return person.is_operator === 1 ? t.operator_named(person.email) : person.email;
  if (kind === 'key') return t.key_of(email);
  if (kind === 'person') return t.former_person;
  if (kind === 'operator') return name === undefined ? t.operator : t.operator_named(name);
  if (kind === 'server') return t.system;
  return view.texts.operator.orders.methods[kind as 'midtrans'] ?? actor;
}

/** What was done: the action, and the kind of a key if it is not an API key. */
function actionText({ texts }: OperatorContext, { action, details }: RecordedEntry): string {
  const { actions, kinds } = texts.audit;
  const text = actions[action as AuditAction] ?? action;
  const kind = action.startsWith('key.') && kinds[JSON.parse(details).kind as keyof typeof kinds];
  return kind ? `${text} (${kind})` : text;
}

/** @throws AlirError `unknown_account`, `invalid_request` */
async function entriesOf(services: OperatorServices, context: OperatorContext) {
  const { accounts, administration, clock } = services;
  const { query } = context;
  const { to = jakartaDate(clock.now()), ...sent } = validated(DAYS, query);
  const from = sent.from ?? dateOfEpochDay(epochDay(to) - DEFAULT_DAYS);
  const account = query.account ?? null;
  const account_id = account === null ? null : (await accounts.find(account)).account_id;
  const names = await namesOf(services);
  const who = query.who ?? '';
  const entries = (await administration.audit({ account_id, from, to })).filter((entry) =>
    whoText(context, entry, names).toLowerCase().includes(who.trim().toLowerCase()),
  );
  return { from, to, account, who, names, entries };
}

export function AuditTable({
  entries,
  names,
  isOfAccount = false,
}: {
  /** Oldest first. */
  readonly entries: readonly RecordedEntry[];
  readonly names: Names;
  /** Whether all entries are of one account, which is not shown then. */
  readonly isOfAccount?: boolean;
}) {
  const context = useOperator();
  const { texts } = context;
  const t = texts.audit;
  return (
    <DataTable
      caption={t.caption}
      id="audit"
      columns={[
        { title: t.when, time: ({ recorded_at }) => recorded_at },
        { title: t.who, cell: (entry) => whoText(context, entry, names) },
        { title: t.action, cell: (entry) => actionText(context, entry) },
        ...(isOfAccount
          ? []
          : [
              {
                title: t.account,
                cell: ({ account_id: id }: RecordedEntry) => (
                  <AccountLink id={id} email={names.emails.get(id ?? '')} />
                ),
              },
            ]),
        { title: t.order, cell: ({ order_id }) => <OrderLink id={order_id} /> },
        {
          title: texts.reason,
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
      empty={isOfAccount ? undefined : <Empty title={t.none}>{t.none_text}</Empty>}
    />
  );
}
