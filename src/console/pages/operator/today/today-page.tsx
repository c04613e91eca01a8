import type { FastifyInstance } from 'fastify';
import { netOf, revenueOf, totalOf } from '../../../../commerce/billing/books/revenue.ts';
import { dateOfEpochDay, epochDay, jakartaDate, monthOf, monthRange } from '../../../../core/dates.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { type Fact, Facts, KeyFigures } from '../../components/facts.tsx';
import { DayCalendar } from '../../status/day-calendar.tsx';
import { todayForms } from '../days/file-actions.tsx';
import { AccountLink, emailsOf } from '../operator-links.tsx';
import { type OperatorContext, OperatorPage, operatorPage, useOperator } from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { bytesText, planText } from '../operator-texts.ts';
import { Disk } from './disk.tsx';
import { Failures } from './failures.tsx';
import { ENDING_DAYS, NeedsYou } from './todos.tsx';

const LISTED_ACCOUNTS = 5;
const CALENDAR_DAYS = 150;

type Morning = Awaited<ReturnType<typeof factsOf>>;

export function todayPages(pages: FastifyInstance, services: OperatorServices): void {
  const page = operatorPage(pages, '/operator', (context) => todayPage(services, context));
  todayForms(pages, services, page);
}

/** What needs the operator, and the figures of the day. */
export async function todayPage(services: OperatorServices, context: OperatorContext) {
  const { view } = context;
  const facts = await factsOf(services);
  return (
    <OperatorPage section="today" remark={view.dates.long(facts.today)}>
      <MorningFigures facts={facts} />
      <div class="grid">
        <div class="c8 pile">
          <NeedsYou facts={facts} />
          <Failures failures={services.failures()} emails={emailsOf(facts.accounts)} />
        </div>
        <div class="c4 pile">
          <Days facts={facts} />
          <Disk disk={facts.disk} now={facts.now} />
          <Money facts={facts} />
          <Busiest facts={facts} />
        </div>
      </div>
    </OperatorPage>
  );
}

async function factsOf(services: OperatorServices) {
  const { administration, billing, clock, intake } = services;
  const now = clock.now();
  const today = jakartaDate(now);
  const month = monthOf(today);
  const published = await intake.publishedDays();
  const first = published[0] ?? today;
  const from = `${monthOf([first, dateOfEpochDay(epochDay(today) - CALENDAR_DAYS)].toSorted()[1] ?? today)}-01`;
  const [diagnosis, figures, accounts, ending, waiting, days, entries, held, rejected, disk] =
    await Promise.all([
      services.diagnose(),
      services.figures(),
      administration.overviews(),
      administration.overviews({ ending_days: ENDING_DAYS }),
      billing.orders.waiting(),
      services.calendarDays(`${monthOf(first)}-01`, lastOfMonth(today)),
      billing.books.entries(monthRange(month, month)),
      intake.held(),
      intake.rejected(),
      services.disk(),
    ]);
  return {
    diagnosis,
    figures,
    accounts,
    ending,
    waiting,
    days: days.filter(({ date }) => date >= from),
    /** Of this month. */
    payments: entries.filter(({ source }) => source === 'customer').length,
    money: totalOf(revenueOf(entries)),
    disk,
    now,
    /** The first published day. */
    first,
    /** The newest published day, which can be older than the days of the calendar. */
    newest: days.findLast(({ condition }) => condition === 'published'),
    missing: days
      .filter(({ condition, date }) => condition === 'missing' && date >= first)
      .map(({ date }) => date),
    held,
    rejected,
    canCheck: intake.canCheck,
    held_days: new Set(held.flatMap(({ trade_date }) => trade_date ?? [])),
    today,
  };
}

function lastOfMonth(date: string): string {
  const next = `${monthOf(dateOfEpochDay(epochDay(`${monthOf(date)}-01`) + 31))}-01`;
  return dateOfEpochDay(epochDay(next) - 1);
}

function MorningFigures({ facts }: { facts: Morning }) {
  const { view, texts } = useOperator();
  const { numbers, dates } = view;
  const { figures, accounts, newest, today } = facts;
  const paying = accounts.filter(({ period_end }) => period_end !== null).length;
  const time = (seconds: number | undefined, never: string) =>
    seconds === undefined || seconds === 0 ? never : dates.time(new Date(seconds * 1000));
  const t = texts.today;
  const full_days = figures?.disk_until_full_days ?? null;
  const shown: readonly Fact[] = [
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
      figures ? bytesText(view, figures.disk_free_bytes) : texts.none,
      figures &&
        t.disk_facts(
          bytesText(view, figures.disk_size_bytes),
          full_days === null || Number.isNaN(full_days) ? null : numbers.full(Math.floor(full_days)),
          figures.replaced_bytes > 0 ? bytesText(view, figures.replaced_bytes) : null,
        ),
    ],
    [
      t.revenue(dates.month(today)),
      numbers.rupiah(netOf(facts.money)),
      t.payments(numbers.full(facts.payments), facts.payments === 1),
    ],
    [texts.nav.accounts, numbers.full(accounts.length), t.accounts_facts(numbers.full(paying))],
  ];
  return <KeyFigures facts={shown} isWide />;
}

function Days({ facts }: { facts: Morning }) {
  const { view, texts } = useOperator();
  const full = (value: number) => view.numbers.full(value);
  const { days, held_days: held, first } = facts;
  const published = days.filter(({ condition }) => condition === 'published');
  const expected = days.filter(
    ({ condition, date }) => condition === 'published' || (condition === 'missing' && date >= first),
  );
  const corrected = published.filter(({ revision }) => (revision ?? 1) > 1);
  const verified = published.filter((day) => day.verified);
  return (
    <Card title={texts.nav.days}>
      <DayCalendar days={days} first={first} held={held} />
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
        <a href="/operator/days?year=all">{texts.days.all_years}</a>
      </footer>
    </Card>
  );
}

/** What the customers paid this month, before and after what was taken back. */
function Money({ facts: { money, today } }: { facts: Morning }) {
  const { view, texts } = useOperator();
  const t = texts.revenue;
  const rupiah = (idr: number) => view.numbers.rupiah(idr);
  return (
    <Card title={texts.today.money} about={view.dates.month(today)} id="money">
      <Facts
        facts={[
          [t.received, rupiah(money.payments_idr)],
          [t.voided, rupiah(money.voided_idr)],
          [t.returned, rupiah(money.returned_idr)],
          [t.net, <strong key="net">{rupiah(netOf(money))}</strong>],
        ]}
      />
      <footer>
        <a href="/operator/revenue">{texts.nav.revenue}</a>
      </footer>
    </Card>
  );
}

function Busiest({ facts }: { facts: Morning }) {
  const { view, texts } = useOperator();
  const t = texts.accounts;
  const busiest = facts.accounts
    .toSorted((one, other) => other.used_percent - one.used_percent)
    .slice(0, LISTED_ACCOUNTS);
  return (
    <Card title={texts.today.busiest}>
      <DataTable
        caption={t.caption}
        id="busiest"
        columns={[
          {
            title: t.account,
            cell: ({ account_id, email }) => <AccountLink id={account_id} email={email} />,
          },
          { title: t.plan, cell: ({ plan }) => planText(view, plan, null) },
          {
            title: t.used,
            isNumber: true,
            cell: ({ used_percent }) => view.numbers.percent(used_percent / 100),
          },
          { title: t.paid, number: ({ applied_idr }) => applied_idr },
        ]}
        rows={busiest}
      />
      <footer>
        <a href="/operator/accounts">{texts.today.all_accounts}</a>
      </footer>
    </Card>
  );
}
