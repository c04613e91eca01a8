import type { FastifyInstance } from 'fastify';
import { month, rangeIn } from '../../../../api/endpoints/admin/admin-fields.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import {
  type MoneyEntry,
  netOf,
  type RevenueRow,
  revenueOf,
  totalOf,
} from '../../../../commerce/billing/books/revenue.ts';
import { csvTable } from '../../../../core/csv-cell.ts';
import { dateOfEpochDay, epochDay, jakartaDate, monthOf, monthRange } from '../../../../core/dates.ts';
import { groupedBy } from '../../../../core/grouped-by.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field, Submit } from '../../components/forms.tsx';
import { Empty } from '../../components/notice.tsx';
import { useView } from '../../components/view.ts';
import {
  type OperatorContext,
  OperatorPage,
  operatorFile,
  operatorPage,
  useOperator,
} from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { planText } from '../operator-texts.ts';
import { BooksCard, bookForms } from './books.tsx';

const PAGE = '/operator/revenue';
const DEFAULT_MONTHS = 12;
const MONTHS = rangeIn(month);

type Figure = Exclude<keyof RevenueRow, 'month' | 'plan' | 'method'>;

const FIGURES = {
  payments_idr: 'received',
  voided_idr: 'voided',
  returned_idr: 'returned',
  applied_idr: 'applied',
  credit_idr: 'credit',
  held_idr: 'held',
} as const satisfies Readonly<Record<Figure, string>>;

const RECEIVED = ['payments_idr', 'voided_idr', 'returned_idr'] as const;
/** Where the net receipts are. */
const PLACES = ['applied_idr', 'credit_idr', 'held_idr'] as const;

export function revenuePages(pages: FastifyInstance, services: OperatorServices): void {
  const page = operatorPage(pages, PAGE, (context) => revenuePage(services, context));
  operatorFile(pages, `${PAGE}.csv`, 'csv', (context) => revenueFile(services, context));
  operatorFile(pages, `${PAGE}/entries.csv`, 'csv', (context) => entriesFile(services, context));
  bookForms(pages, services, page);
}

/** Money by month, plan and method, with sums. */
async function revenuePage({ billing, clock }: OperatorServices, context: OperatorContext) {
  const { texts } = context;
  const t = texts.revenue;
  const range = rangeOf(context, clock.now());
  const { since, until } = monthRange(range.from, range.to);
  const rows = revenueOf(await billing.books.entries({ since, until }));
  const last = jakartaDate(new Date(Date.parse(until) - 1));
  const report = await billing.books.report(`${range.from}-01`, last);
  const query = new URLSearchParams({ ...range });
  return (
    <OperatorPage section="revenue">
      <form method="get" action={PAGE} class="filter-form filters">
        <Field name="from" type="month" label={t.from} value={range.from} pattern="\d{4}-\d{2}" />
        <Field name="to" type="month" label={t.to} value={range.to} pattern="\d{4}-\d{2}" />
        <Submit>{texts.show}</Submit>
      </form>
      {rows.length === 0 ? (
        <div class="card">
          <Empty title={t.none}>{t.none_text}</Empty>
        </div>
      ) : (
        <div class="grid">
          <Card title={t.by_month} about={t.by_month_about} span={4}>
            <MonthBars rows={rows} />
          </Card>
          <Card title={texts.nav.revenue} span={8}>
            <RevenueTable rows={rows} />
            <details class="fold">
              <summary>{t.definitions}</summary>
              <Facts
                facts={(['received', 'voided', 'returned', 'net', 'applied', 'credit', 'held'] as const).map(
                  (name) => [t[name], t.defined[name]],
                )}
              />
            </details>
            <footer>
              <a href={`${PAGE}.csv?${query}`}>{t.download}</a>
              <a href={`${PAGE}/entries.csv?${query}`}>{t.entries}</a>
            </footer>
          </Card>
        </div>
      )}
      <div class="grid">
        <BooksCard report={report} />
      </div>
    </OperatorPage>
  );
}

/** The same table as `alir revenue --format csv`. */
async function revenueFile({ billing, clock }: OperatorServices, context: OperatorContext) {
  const range = rangeOf(context, clock.now());
  const rows = revenueOf(await billing.books.entries(monthRange(range.from, range.to)));
  const total = { month: 'total', plan: '', method: '', ...totalOf(rows) };
  const fields = ['month', 'plan', 'method', ...(Object.keys(FIGURES) as Figure[])] as const;
  return { name: `revenue-${range.from}-${range.to}`, content: csvTable(fields, [...rows, total]) };
}

const ENTRY_FIELDS = [
  'booked_on',
  'moved_on',
  'recorded_on',
  'account_id',
  'email',
  'order_id',
  'invoice_number',
  'plan',
  'method',
  'payment_reference',
  'source',
  'target',
  'amount_idr',
  'action',
  'actor',
  'reason',
] as const satisfies readonly (keyof MoneyEntry)[];

/** Each movement, as `alir revenue --entries --format csv`. */
async function entriesFile({ billing, clock }: OperatorServices, context: OperatorContext) {
  const range = rangeOf(context, clock.now());
  const entries = await billing.books.entries(monthRange(range.from, range.to));
  return { name: `money-${range.from}-${range.to}`, content: csvTable(ENTRY_FIELDS, entries) };
}

/** @throws AlirError `invalid_request` */
function rangeOf({ query }: OperatorContext, now: Date) {
  const { to = monthOf(jakartaDate(now)), from } = validated(MONTHS, query);
  const first = dateOfEpochDay(epochDay(`${to}-15`) - Math.round((DEFAULT_MONTHS - 1) * 30.44));
  return { from: from ?? monthOf(first), to };
}

interface ShownRow {
  readonly title: string;
  readonly row: Omit<RevenueRow, 'month'>;
  readonly isSum: boolean;
}

function RevenueTable({ rows }: { rows: readonly RevenueRow[] }) {
  const { view, texts } = useOperator();
  const t = texts.revenue;
  const months = [...groupedBy(rows, ({ month }) => month)];
  const sum = (title: string, of: readonly RevenueRow[]): ShownRow => ({
    title,
    row: { plan: '', method: '', ...totalOf(of) },
    isSum: true,
  });
  const shown: ShownRow[] = months.flatMap(([month, of]) => [
    ...of.map((row) => ({
      title: view.dates.month(`${month}-01`),
      row,
      isSum: false,
    })),
    ...(months.length > 1 && of.length > 1 ? [sum(t.month_total(view.dates.month(`${month}-01`)), of)] : []),
  ]);
  const methods: Readonly<Record<string, string>> = texts.orders.methods;
  const strong = ({ isSum }: ShownRow, text: string) => (isSum ? <strong>{text}</strong> : text);
  return (
    <DataTable
      caption={t.caption}
      id="revenue"
      columns={[
        { title: t.month, cell: (each) => strong(each, each.title) },
        { title: t.plan, cell: ({ row }) => planText(view, row.plan, null) },
        { title: t.method, cell: ({ row }) => methods[row.method] ?? row.method },
        ...([...RECEIVED, 'net', ...PLACES] as const).map((figure) => ({
          title: t[figure === 'net' ? 'net' : FIGURES[figure]],
          isNumber: true,
          cell: (each: ShownRow) => {
            const idr = figure === 'net' ? netOf(each.row) : each.row[figure];
            return idr === 0 ? texts.none : strong(each, view.numbers.full(idr));
          },
        })),
      ]}
      rows={[...shown, sum(t.total, rows)]}
    />
  );
}

const BAR = { height: 22, label: 96, width: 340, room: 84 };

/** A bar for each month. The table has the same numbers. */
function MonthBars({ rows }: { rows: readonly RevenueRow[] }) {
  const view = useView();
  const t = view.texts.operator.revenue;
  const months = [...groupedBy(rows, ({ month }) => month)].map(([month, of]) => {
    return { month, idr: netOf(totalOf(of)) };
  });
  const most = Math.max(1, ...months.map(({ idr }) => idr));
  const scale = (idr: number) => (Math.max(0, idr) / most) * (BAR.width - BAR.label - BAR.room);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${BAR.width} ${months.length * BAR.height}`}
      role="img"
      aria-label={`${t.by_month}, ${t.by_month_about}`}
    >
      {months.map(({ month, idr }, index) => (
        <g key={month} transform={`translate(0 ${index * BAR.height})`}>
          <text x={0} y={15} class="ink">
            {view.dates.month(`${month}-01`)}
          </text>
          <rect class="buy" x={BAR.label} y={4} width={scale(idr)} height={14} rx={2} />
          <text x={BAR.label + scale(idr) + 6} y={15} class="ink strong">
            {view.numbers.full(idr)}
          </text>
        </g>
      ))}
    </svg>
  );
}
