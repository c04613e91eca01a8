import type { ComponentChildren } from 'preact';
import type { AccountOverview } from '../../../commerce/accounts/overview.ts';
import { dueOf, type Order } from '../../../commerce/billing/prices/order-amounts.ts';
import { type Diagnosis, type Finding, findingText, type Item } from '../../../operations/doctor/doctor.ts';
import type { RejectedDay } from '../../../operations/intake.ts';
import { Card } from '../components/card.tsx';
import { Empty, Tag } from '../components/notice.tsx';
import type { View } from '../components/view.ts';
import type { OperatorContext } from './operator-page.tsx';
import { useOperator } from './operator-page.tsx';
import { causeTexts } from './operator-texts.ts';

const NEAR_QUOTA_PERCENT = 80;
export const ENDING_DAYS = 7;
const NAMED_ACCOUNTS = 3;

/** The page that solves a finding, by its item. The other ones are solved on the machine, as the finding says. */
const PAGES: Readonly<
  Partial<Record<Item, { readonly href: string; readonly label: 'days' | 'held' | 'rejected' | 'orders' }>>
> = {
  serving: { href: '/operator/days', label: 'days' },
  source: { href: '/operator/days', label: 'days' },
  missing_days: { href: '/operator/days', label: 'days' },
  held_files: { href: '/operator/days#held', label: 'held' },
  rejected_files: { href: '/operator/days#rejected', label: 'rejected' },
  differing_days: { href: '/operator/days', label: 'days' },
  orders: { href: '/operator/orders', label: 'orders' },
};
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
export interface TodoFacts {
  readonly diagnosis: Diagnosis | undefined;
  readonly accounts: readonly AccountOverview[];
  readonly ending: readonly AccountOverview[];
  readonly unpaid: readonly Order[];
  /** The held and rejected files. */
  readonly files: readonly Pick<RejectedDay, 'reason' | 'causes'>[];
  /** The published revisions of days with a held file. */
  readonly corrections: readonly { readonly date: string; readonly revision: number }[];
}

interface Todo {
  readonly key: string;
  readonly severity: 'problem' | 'warning' | 'info';
  readonly title: string;
  readonly what: ComponentChildren;
  readonly fix: ComponentChildren;
  readonly href: string;
  readonly label: string;
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
    ...findings.filter(({ state }) => state !== 'ok').map((finding) => ofFinding(context, finding, facts)),
    ...ofBusiness(context, facts),
  ].toSorted((one, other) => RANK[one.severity] - RANK[other.severity]);
  const fine = findings.filter(({ state }) => state === 'ok');
  const count = view.numbers.full(todos.length);
  return (
    <Card title={t.needs_you} about={t.things(count, todos.length === 1)} span={6} id="needs-you">
      {todos.length === 0 && diagnosis && <Empty title={t.nothing}>{t.nothing_text}</Empty>}
      {!diagnosis && <p class="note">{t.checking}</p>}
      <ul class="todo">
        {todos.map((todo) => (
          <li key={todo.key}>
            <Tag kind={SEVERITY_TAG[todo.severity]}>{t.severity[todo.severity]}</Tag>
            <div>
              <strong>{todo.title}</strong>
              <p>{todo.what}</p>
              <p class="fix">{todo.fix}</p>
            </div>
            <a class="btn" href={todo.href} aria-label={`${todo.label}: ${todo.title}`}>
              {todo.label}
            </a>
          </li>
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
      {diagnosis && (
        <footer>
          <span>{t.checked_at(view.dates.time(diagnosis.checked_at))}</span>
        </footer>
      )}
    </Card>
  );
}

const SEVERITY_TAG = { problem: 'bad', warning: 'warn', info: 'info' } as const;

function ofFinding(
  { view, texts }: OperatorContext,
  found: Finding,
  { corrections, files }: TodoFacts,
): Todo {
  const finding = withTranslatedReasons(view, found, files);
  const { item, state } = finding;
  const { what, fix } = findingText(view.language, finding);
  const page = PAGES[item];
  const { correction_held, on_page } = texts.today;
  return {
    key: item,
    severity: state === 'problem' ? 'problem' : 'warning',
    title: texts.today.items[item],
    what: (
      <>
        <WithErrors text={what} values={found.values} />
        {item === 'held_files' &&
          corrections.map(
            ({ date, revision }) =>
              ` ${correction_held(view.dates.short(date), view.numbers.full(revision))}`,
          )}
      </>
    ),
    fix: (
      <>
        <WithErrors text={fix ?? ''} values={found.values} />
        {(page?.label === 'held' || page?.label === 'rejected') && (
          <>
            <br />
            {on_page[page.label]}
          </>
        )}
      </>
    ),
    href: page?.href ?? PARTS[item] ?? OTHER_PART,
    label: texts.today.open[page?.label ?? 'guide'],
  };
}

/** The reasons of held and rejected files in a finding, in the language of the page. */
function withTranslatedReasons(view: View, finding: Finding, files: TodoFacts['files']): Finding {
  const translated = (value: unknown) => {
    const file = files.find(({ reason, causes }) => reason === value && causes.length > 0);
    return file ? causeTexts(view, file.causes).join('; ') : value;
  };
  return { ...finding, values: finding.values.map(translated) };
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

/** What the doctor does not judge, because nothing is broken: money that may have arrived, and customers who may need an offer. */
function ofBusiness({ view, texts }: OperatorContext, { unpaid, ending, accounts }: TodoFacts): Todo[] {
  const { numbers, dates } = view;
  const t = texts.today;
  const todos: Todo[] = [];
  const [oldest] = unpaid;
  if (oldest) {
    const total_idr = unpaid.reduce((sum, order) => sum + dueOf(order), 0);
    todos.push({
      key: 'unpaid',
      severity: 'warning',
      title: t.orders_wait(numbers.full(unpaid.length), unpaid.length === 1),
      what: t.orders_wait_facts(numbers.rupiah(total_idr), dates.time(oldest.created_at)),
      fix: t.orders_wait_fix(dates.time(oldest.expires_at)),
      href: unpaid.length === 1 ? `/operator/orders/${oldest.order_id}#confirm` : '/operator/orders',
      label: unpaid.length === 1 ? t.open.confirm : t.open.unpaid,
    });
  }
  const named = (list: readonly AccountOverview[]) => {
    const names = list
      .slice(0, NAMED_ACCOUNTS)
      .map(({ email, used_percent }) => `${email} (${numbers.percent(used_percent / 100)})`);
    const more = list.length - names.length;
    return [...names, ...(more > 0 ? [t.and_more(numbers.full(more))] : [])].join(', ');
  };
  if (ending.length > 0) {
    todos.push({
      key: 'ending',
      severity: 'info',
      title: t.plans_end(numbers.full(ending.length), ending.length === 1),
      what: named(ending),
      fix: t.plans_end_fix,
      href: `/operator/accounts?ending_days=${ENDING_DAYS}`,
      label: t.open.accounts,
    });
  }
  const near = accounts.filter(({ used_percent }) => used_percent >= NEAR_QUOTA_PERCENT);
  if (near.length > 0) {
    todos.push({
      key: 'near',
      severity: 'info',
      title: t.near_quota(numbers.full(near.length), near.length === 1),
      what: named(near),
      fix: t.near_quota_fix,
      href: `/operator/accounts?near_quota=${NEAR_QUOTA_PERCENT}`,
      label: t.open.accounts,
    });
  }
  return todos;
}
