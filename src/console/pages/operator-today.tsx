import type { ComponentChildren } from 'preact';
import type { CalendarDay } from '../../api/endpoints/market.ts';
import type { AccountOverview } from '../../commerce/accounts/overview.ts';
import { dueOf, type Order } from '../../commerce/billing/order.ts';
import { revenueOf, totalOf } from '../../commerce/billing/revenue.ts';
import { dateOfEpochDay, epochDay, jakartaDate, monthOf, monthRange } from '../../core/dates.ts';
import { type Diagnosis, type Finding, findingText, type Item } from '../../operations/doctor.ts';
import type { Figures } from '../../operations/figures.ts';
import type { RejectedDay } from '../../operations/intake.ts';
import { Card } from './card.tsx';
import { DayCalendar } from './day-calendar.tsx';
import { Empty, Tag } from './notice.tsx';
import { Failures } from './operator-failures.tsx';
import { type OperatorContext, OperatorPage, type OperatorServices } from './operator-page.tsx';
import { bytesText, causeTexts, planText } from './operator-texts.ts';
import { DataTable } from './table.tsx';
import type { View } from './view.ts';

const NEAR_QUOTA_PERCENT = 80;
const ENDING_DAYS = 7;
const LISTED_ACCOUNTS = 5;
const NAMED_ACCOUNTS = 3;
const CALENDAR_DAYS = 150;

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
  backup: '/docs/run#back-up-and-restore',
  ledger: '/docs/run#monitor-it',
  payment: '/docs/sell#prices-and-orders',
  versions: '/docs/run#upgrade',
};
const OTHER_PART = '/docs/run#check-everything-with-one-command';

interface Facts {
  readonly diagnosis: Diagnosis | undefined;
  readonly figures: Figures | undefined;
  readonly accounts: readonly AccountOverview[];
  readonly ending: readonly AccountOverview[];
  readonly unpaid: readonly Order[];
  readonly days: readonly CalendarDay[];
  readonly payments: number;
  readonly received_idr: number;
  readonly held: ReadonlySet<string>;
  /** The held and rejected files. */
  readonly files: readonly Pick<RejectedDay, 'reason' | 'causes'>[];
  /** The published revisions of days with a held file. */
  readonly corrections: readonly { readonly date: string; readonly revision: number }[];
  readonly today: string;
  /** The first published day. */
  readonly first: string;
  /** The newest published day, which can be older than the days of the calendar. */
  readonly newest: CalendarDay | undefined;
}

/** What needs the operator, and the figures of the day. */
export function todayPage(services: OperatorServices) {
  return async (context: OperatorContext) => {
    const { view, texts } = context;
    const facts = await factsOf(services);
    return (
      <OperatorPage
        context={context}
        section="today"
        title={texts.today.title}
        remark={view.dates.long(facts.today)}
      >
        <KeyFigures context={context} facts={facts} />
        <div class="grid">
          <NeedsYou context={context} facts={facts} />
          <div class="c6 pile">
            <Days context={context} facts={facts} />
            <Busiest context={context} facts={facts} />
          </div>
          <Failures context={context} failures={services.failures()} />
        </div>
      </OperatorPage>
    );
  };
}

async function factsOf(services: OperatorServices): Promise<Facts> {
  const { administration, billing, clock, intake } = services;
  const now = clock.now();
  const today = jakartaDate(now);
  const month = monthOf(today);
  const published = await intake.publishedDays();
  const first = published[0] ?? today;
  const last = published.at(-1);
  const from = `${monthOf([first, dateOfEpochDay(epochDay(today) - CALENDAR_DAYS)].toSorted()[1] ?? today)}-01`;
  const [diagnosis, figures, accounts, ending, waiting, days, entries, held, rejected] = await Promise.all([
    services.diagnose(),
    services.figures(),
    administration.overviews(),
    administration.overviews({ ending_days: ENDING_DAYS }),
    billing.orders.waiting(),
    services.calendarDays(from, lastOfMonth(today)),
    billing.moneyEntries(monthRange(month, month)),
    intake.held(),
    intake.rejected(),
  ]);
  const { payments_idr, voided_idr } = totalOf(revenueOf(entries));
  return {
    diagnosis,
    figures,
    accounts,
    ending,
    unpaid: waiting.filter(({ state }) => state === 'pending'),
    days,
    payments: entries.filter(({ source }) => source === 'customer').length,
    received_idr: payments_idr - voided_idr,
    first,
    newest: last === undefined ? undefined : (await services.calendarDays(last, last))[0],
    files: [...held, ...rejected],
    held: new Set(held.flatMap(({ trade_date }) => trade_date ?? [])),
    corrections: held.flatMap(({ trade_date, published }) =>
      trade_date === null || published === null ? [] : [{ date: trade_date, revision: published.revision }],
    ),
    today,
  };
}

function lastOfMonth(date: string): string {
  const next = `${monthOf(dateOfEpochDay(epochDay(`${monthOf(date)}-01`) + 31))}-01`;
  return dateOfEpochDay(epochDay(next) - 1);
}

function KeyFigures({ context, facts }: { readonly context: OperatorContext; readonly facts: Facts }) {
  const { view, texts } = context;
  const { numbers, dates } = view;
  const { figures, accounts, newest, today } = facts;
  const paying = accounts.filter(({ period_end }) => period_end !== null).length;
  const time = (seconds: number | undefined, never: string) =>
    seconds === undefined || seconds === 0 ? never : dates.time(new Date(seconds * 1000));
  const t = texts.today;
  const full_days = figures?.disk_until_full_days ?? null;
  const shown: readonly (readonly [title: string, value: ComponentChildren, facts?: ComponentChildren])[] = [
    [
      t.newest_day,
      newest ? dates.short(newest.date) : texts.none,
      newest && t.newest_facts(numbers.full(newest.trades ?? 0), numbers.full(newest.revision ?? 1)),
    ],
    [
      t.backup,
      Number.isNaN(figures?.last_backup_s) ? t.backup_outside : time(figures?.last_backup_s, t.no_backup),
    ],
    [t.source, time(figures?.last_update_s, t.never)],
    [
      t.disk,
      figures ? bytesText(context, figures.disk_free_bytes) : texts.none,
      figures &&
        t.disk_facts(
          bytesText(context, figures.disk_size_bytes),
          full_days === null || Number.isNaN(full_days) ? null : numbers.full(Math.floor(full_days)),
        ),
    ],
    [
      t.revenue(dates.month(today)),
      numbers.rupiah(facts.received_idr),
      t.payments(numbers.full(facts.payments), facts.payments === 1),
    ],
    [t.accounts, numbers.full(accounts.length), t.accounts_facts(numbers.full(paying))],
  ];
  return (
    <dl class="kpi wide">
      {shown.map(([title, value, more]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {value}
            {more && <small> {more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
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

function NeedsYou({ context, facts }: { readonly context: OperatorContext; readonly facts: Facts }) {
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

function ofFinding({ view, texts }: OperatorContext, found: Finding, { corrections, files }: Facts): Todo {
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
function withTranslatedReasons(view: View, finding: Finding, files: Facts['files']): Finding {
  const translated = (value: unknown) => {
    const file = files.find(({ reason, causes }) => reason === value && causes.length > 0);
    return file ? causeTexts(view, file.causes).join('; ') : value;
  };
  return { ...finding, values: finding.values.map(translated) };
}

/** A text of the doctor. The texts of errors in it are in English. */
function WithErrors({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) {
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
function ofBusiness({ view, texts }: OperatorContext, { unpaid, ending, accounts }: Facts): Todo[] {
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

function Days({ context, facts }: { readonly context: OperatorContext; readonly facts: Facts }) {
  const { view, texts } = context;
  const full = (value: number) => view.numbers.full(value);
  const { days, held, first } = facts;
  const published = days.filter(({ condition }) => condition === 'published');
  const expected = days.filter(
    ({ condition, date }) => condition === 'published' || (condition === 'missing' && date >= first),
  );
  const corrected = published.filter(({ revision }) => (revision ?? 1) > 1);
  const verified = published.filter((day) => day.verified);
  return (
    <Card title={texts.today.days}>
      <DayCalendar view={view} days={days} first={first} held={held} />
      <p class="note">
        {texts.today.days_summary(
          full(published.length),
          full(expected.length),
          full(corrected.length),
          full(verified.length),
        )}
      </p>
      <footer>
        <a href="/operator/days">{texts.today.all_days}</a>
      </footer>
    </Card>
  );
}

function Busiest({ context, facts }: { readonly context: OperatorContext; readonly facts: Facts }) {
  const { view, texts } = context;
  const t = texts.accounts;
  const busiest = facts.accounts
    .toSorted((one, other) => other.used_percent - one.used_percent)
    .slice(0, LISTED_ACCOUNTS);
  return (
    <Card title={texts.today.busiest}>
      <DataTable
        view={view}
        caption={t.caption}
        id="busiest"
        columns={[
          {
            key: 'account',
            title: t.account,
            cell: ({ account_id, email }) => <a href={`/operator/accounts/${account_id}`}>{email}</a>,
          },
          { key: 'plan', title: t.plan, cell: ({ plan }) => planText(context, plan, null) },
          {
            key: 'used',
            title: t.used,
            isNumber: true,
            cell: ({ used_percent }) => view.numbers.percent(used_percent / 100),
          },
          {
            key: 'paid',
            title: t.paid,
            isNumber: true,
            cell: ({ applied_idr }) => view.numbers.full(applied_idr),
          },
        ]}
        rows={busiest}
        keyOf={({ account_id }) => account_id}
      />
      <footer>
        <a href="/operator/accounts">{texts.today.all_accounts}</a>
        <a href="/operator/revenue">{texts.nav.revenue}</a>
      </footer>
    </Card>
  );
}
