import type { AccountOverview } from '../../../../commerce/accounts/overview.ts';
import { dueOf, type Order } from '../../../../commerce/billing/prices/order-amounts.ts';
import {
  type Diagnosis,
  type Finding,
  findingText,
  type Item,
} from '../../../../operations/doctor/doctor.ts';
import { Notice } from '../../components/notice.tsx';
import { emailsOf } from '../operator-links.tsx';
import { type OperatorContext, useOperator } from '../operator-page.tsx';
import { planText } from '../operator-texts.ts';
import { CheckSource, type DayFacts, todosOfDays } from './day-todos.tsx';
import { type Todo, TodoItem } from './todo.tsx';

const NEAR_QUOTA_PERCENT = 80;
export const ENDING_DAYS = 7;
const NAMED_ACCOUNTS = 3;
/** The orders to decide that are shown one by one. */
const MAX_ORDERS = 5;

/** The findings that have a problem for each day or order instead. */
const OF_DAYS_AND_ORDERS: ReadonlySet<string> = new Set(['days_missing', 'held', 'rejected', 'orders_wait']);
/** The findings that the page of the days solves. The other ones are solved on the machine, as the finding says. */
const OF_DAYS: ReadonlySet<Item> = new Set(['serving', 'source', 'missing_days', 'differing_days']);
/** The part of a guide about each of the other ones. */
const PARTS: Readonly<Partial<Record<Item, string>>> = {
  corporate_actions: '/docs/run#corporate-actions',
  backup: '/docs/run#back-up-and-restore',
  ledger: '/docs/run#monitor-it',
  payment: '/docs/sell#prices-and-orders',
  versions: '/docs/run#upgrade',
};
const OTHER_PART = '/docs/run#check-everything-with-one-command';

/** What the list of the things to do is made from. */
export interface TodoFacts extends DayFacts {
  readonly diagnosis: Diagnosis | undefined;
  readonly accounts: readonly AccountOverview[];
  readonly ending: readonly AccountOverview[];
  readonly waiting: readonly Order[];
}

const RANK = { problem: 0, warning: 1, info: 2 } as const;

/** What needs the operator, the most urgent first. */
export function NeedsYou({ facts }: { facts: TodoFacts }) {
  const context = useOperator();
  const { view, texts } = context;
  const { diagnosis } = facts;
  const t = texts.today;
  const findings = diagnosis?.findings ?? [];
  const todos = [
    ...todosOfDays(context, facts),
    ...todosOfFindings(context, findings, facts.canCheck),
    ...ofBusiness(context, facts),
  ].toSorted((one, other) => RANK[one.severity] - RANK[other.severity]);
  const fine = findings.filter(({ state }) => state === 'ok');
  const isCalm = diagnosis !== undefined && todos.every(({ severity }) => severity === 'info');
  return (
    <section id="needs-you" aria-labelledby="needs-you-title">
      <h2 id="needs-you-title" class="visually-hidden">
        {t.needs_you}
      </h2>
      {isCalm && (
        <Notice kind="ok" title={t.nothing}>
          {t.nothing_text(view.numbers.full(fine.length))}
        </Notice>
      )}
      {!diagnosis && <p class="note">{t.checking}</p>}
      <ul class="todo">
        {todos.map((todo) => (
          <TodoItem key={todo.key} todo={todo} />
        ))}
      </ul>
      {fine.length > 0 && (
        <details class="fold">
          <summary>{t.in_order(view.numbers.full(fine.length))}</summary>
          <dl class="findings">
            {fine.map((finding) => (
              <div key={finding.item}>
                <dt>{t.items[finding.item]}</dt>
                <dd>
                  <WithErrors text={findingText(view.language, finding).what} values={finding.values} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {diagnosis && <p class="note">{t.checked_at(view.dates.time(diagnosis.checked_at))}</p>}
    </section>
  );
}

/** A problem for each other finding. A source that fails because of its certificate is one problem with it. */
function todosOfFindings(context: OperatorContext, findings: readonly Finding[], canCheck: boolean): Todo[] {
  const open = findings.filter(({ state, code }) => state !== 'ok' && !OF_DAYS_AND_ORDERS.has(code));
  const isDistrusted = open.some(({ item }) => item === 'certificate');
  return open
    .filter(({ code }) => !(isDistrusted && code === 'source_failed'))
    .map((finding) => ofFinding(context, finding, canCheck));
}

function ofFinding({ view, texts }: OperatorContext, finding: Finding, canCheck: boolean): Todo {
  const { item, state, code, values } = finding;
  const { what, fix } = findingText(view.language, finding);
  const { items, open } = texts.today;
  const isOfSource = code === 'source_never' || code === 'source_late' || code === 'source_failed';
  return {
    key: item,
    severity: state === 'problem' ? 'problem' : 'warning',
    title: items[item],
    what: <WithErrors text={what} values={values} />,
    fix: <WithErrors text={fix ?? ''} values={values} />,
    action:
      isOfSource && canCheck
        ? { form: <CheckSource label={open.check} /> }
        : OF_DAYS.has(item)
          ? { href: '/operator/days', label: open.days }
          : { href: PARTS[item] ?? OTHER_PART, label: open.guide },
  };
}

/** A text of the doctor. The texts of errors in it are in English. */
function WithErrors({ text, values }: { text: string; values: readonly unknown[] }) {
  for (const value of values) {
    if (typeof value !== 'string' || !value.includes(' ') || !text.includes(value)) continue;
    const [before = '', ...after] = text.split(value);
    return (
      <>
        {before}
        <span lang="en">{value}</span>
        <WithErrors text={after.join(value)} values={values} />
      </>
    );
  }
  return <>{text}</>;
}

/** Orders to decide, money that may have arrived, and customers who may need an offer. */
function ofBusiness({ view, texts }: OperatorContext, { waiting, ending, accounts }: TodoFacts): Todo[] {
  const { numbers, dates } = view;
  const t = texts.today;
  const emails = emailsOf(accounts);
  const unpaid = waiting.filter(({ state }) => state === 'pending');
  const undecided = waiting.filter(({ state }) => state !== 'pending');
  const todos: Todo[] = undecided.slice(0, MAX_ORDERS).map((order) => ({
    key: order.order_id,
    severity: 'problem',
    title: t.order_to_decide(emails.get(order.account_id) ?? order.account_id),
    what: (
      <>
        {planText(view, order.plan, order.months)}. <span lang="en">{order.reason}</span>
      </>
    ),
    action: { href: `/operator/orders/${order.order_id}`, label: t.open.orders },
  }));
  if (undecided.length > todos.length)
    todos.push({
      key: 'undecided',
      severity: 'problem',
      title: t.orders_to_decide(numbers.full(undecided.length - todos.length)),
      what: t.orders_to_decide_text,
      action: { href: '/operator/orders', label: t.open.unpaid },
    });
  const [oldest] = unpaid;
  if (oldest) {
    const total_idr = unpaid.reduce((sum, order) => sum + dueOf(order), 0);
    todos.push({
      key: 'unpaid',
      severity: 'warning',
      title: t.orders_wait(numbers.full(unpaid.length), unpaid.length === 1),
      what: t.orders_wait_facts(numbers.rupiah(total_idr), dates.time(oldest.created_at)),
      fix: t.orders_wait_fix(dates.time(oldest.expires_at)),
      action:
        unpaid.length === 1
          ? { href: `/operator/orders/${oldest.order_id}#confirm`, label: t.open.confirm }
          : { href: '/operator/orders', label: t.open.unpaid },
    });
  }
  const named = (list: readonly AccountOverview[]) => {
    const names = list
      .slice(0, NAMED_ACCOUNTS)
      .map(({ email, used_percent }) => `${email} (${numbers.percent(used_percent / 100)})`);
    const more = list.length - names.length;
    return [...names, ...(more > 0 ? [t.and_more(numbers.full(more))] : [])].join(', ');
  };
  const near = accounts.filter(({ used_percent }) => used_percent >= NEAR_QUOTA_PERCENT);
  for (const { list, title, fix, filter } of [
    { list: ending, title: t.plans_end, fix: t.plans_end_fix, filter: `ending_days=${ENDING_DAYS}` },
    { list: near, title: t.near_quota, fix: t.near_quota_fix, filter: `near_quota=${NEAR_QUOTA_PERCENT}` },
  ]) {
    if (list.length === 0) continue;
    todos.push({
      key: filter,
      severity: 'info',
      title: title(numbers.full(list.length), list.length === 1),
      what: named(list),
      fix,
      action: { href: `/operator/accounts?${filter}`, label: t.open.accounts },
    });
  }
  return todos;
}
