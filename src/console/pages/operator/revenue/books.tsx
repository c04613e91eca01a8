import type { FastifyInstance } from 'fastify';
import { closeBooks, noteTaxInvoice, recordPayout } from '../../../../api/endpoints/admin/admin-books.ts';
import type { BookReport } from '../../../../commerce/billing/books/books.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Field, NumberField, Select } from '../../components/forms.tsx';
import { Action, operationForm } from '../operator-action.tsx';
import { type OperatorFormPage, useOperator } from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';

const PAGE = '/operator/books';

/** Registers the forms for the accounting. */
export function bookForms(pages: FastifyInstance, services: OperatorServices, page: OperatorFormPage): void {
  operationForm(pages, services, `${PAGE}/close`, closeBooks, page);
  operationForm(pages, services, `${PAGE}/payouts`, recordPayout, page);
  operationForm(pages, services, `${PAGE}/tax-invoice`, noteTaxInvoice, page);
}

/** The figures and balances of the books, as `alir books show`, and what an accountant does with them. */
export function BooksCard({
  report: { figures, before, after, differences, closed_until },
}: {
  report: BookReport;
}) {
  const { view, texts } = useOperator();
  const t = texts.revenue.books;
  const { withheld_idr, invoiced_idr, tax_idr, earned_idr, paid_out_idr, fees_idr } = figures;
  const sums = { withheld_idr, invoiced_idr, tax_idr, earned_idr, paid_out_idr, fees_idr };
  return (
    <Card title={t.title} about={closed_until === null ? t.open : t.closed(view.dates.short(closed_until))}>
      <p class="note">{differences.length === 0 ? t.no_differences : t.differences(differences.length)}</p>
      <DataTable
        caption={t.balances}
        id="balances"
        columns={[
          { title: t.balance, cell: ([name]) => t.names[name] },
          { title: t.before, number: ([name]) => before[name] },
          { title: t.after, number: ([, idr]) => idr },
        ]}
        rows={Object.entries(after) as [keyof typeof after, number][]}
      />
      <DataTable
        caption={t.figures}
        id="figures"
        columns={[
          { title: t.figure, cell: ([name]) => t.names[name] },
          { title: 'IDR', number: ([, idr]) => idr },
        ]}
        rows={Object.entries(sums) as [keyof typeof sums, number][]}
      />
      <Action name="close" to={PAGE} operation={closeBooks}>
        <Field name="month" type="month" label={texts.revenue.month} pattern="\d{4}-\d{2}" required />
      </Action>
      <Action name="payouts" to={PAGE} operation={recordPayout}>
        <Select
          name="provider"
          label={t.provider}
          options={['midtrans', 'xendit'].map((value) => ({ value, title: value }))}
        />
        <Field name="reference" label={t.reference} required maxLength={200} />
        <NumberField name="amount_idr" label={t.names.paid_out_idr} min={0} required />
        <NumberField name="fee_idr" label={t.names.fees_idr} min={0} required />
        <Field name="paid_at" type="datetime-local" label={t.paid_at} />
      </Action>
      <Action name="tax-invoice" to={PAGE} operation={noteTaxInvoice}>
        <Field name="number" label={t.invoice} required maxLength={20} />
        <Field name="tax_invoice_number" label={t.tax_invoice} required maxLength={19} />
      </Action>
    </Card>
  );
}
