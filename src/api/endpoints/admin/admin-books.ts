import * as z from 'zod';
import { jakartaDate, monthOf } from '../../../core/dates.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { date, idr, instant, month, preview, reason, reference } from './admin-fields.ts';
import { operation, option } from './admin-operation.ts';

export const showBooks = operation({
  route: 'GET /admin/books',
  command: 'books show',
  about: 'show money, invoices and balances; exits with 1 if they differ',
  input: requestOf({
    from: option(date.optional(), '--from <date>', 'first day; default: the first of the month'),
    to: option(date.optional(), '--to <date>', 'last day; default: today'),
  }),
  run: async ({ billing, clock }, { to = jakartaDate(clock.now()), from = `${monthOf(to)}-01` }) =>
    billing.books.report(from, to),
});

export const closeBooks = operation({
  route: 'POST /admin/books/close',
  command: 'books close',
  about: 'close a month and those before it',
  texts: {
    en: {
      title: 'Close a month',
      effect:
        'Its figures, and those of earlier months, stay. What is recorded later is booked after it. It cannot be opened again.',
      done: 'The month is closed.',
    },
    id: {
      title: 'Tutup bulan',
      effect:
        'Angkanya, dan angka bulan sebelumnya, tidak berubah lagi. Yang dicatat kemudian masuk bulan berikutnya. Tidak dapat dibuka kembali.',
      done: 'Bulan sudah ditutup.',
    },
  },
  input: requestOf({ month: option(month, '<month>', 'month that has ended, YYYY-MM'), reason, preview }),
  run: ({ billing }, { month }, change) => billing.books.close(month, change),
});

export const recordPayout = operation({
  route: 'POST /admin/books/payouts',
  command: 'books payout',
  about: 'record what a payment provider paid out, or correct it',
  texts: {
    en: {
      title: 'Record a payout of the provider',
      effect:
        'It lowers what is at the provider by the amount and the fee. The same number again corrects the payout.',
      done: 'The payout is recorded.',
    },
    id: {
      title: 'Catat pencairan penyedia',
      effect:
        'Uang di penyedia berkurang sebesar jumlah dan biayanya. Nomor yang sama memperbaiki pencairan itu.',
      done: 'Pencairan sudah dicatat.',
    },
  },
  input: requestOf({
    provider: option(z.enum(['midtrans', 'xendit']), '--provider <name>', 'payment provider'),
    reference: option(reference, '--reference <text>', 'number of the payout'),
    amount_idr: option(idr, '--amount <idr>', 'what arrived'),
    fee_idr: option(idr, '--fee <idr>', 'what the provider kept'),
    paid_at: option(instant.optional(), '--paid-at <time>', 'when it arrived; default: now'),
    reason,
    preview,
  }),
  run: async ({ billing }, payout, change) => {
    await billing.books.recordPayout(payout, change);
    return payout;
  },
});

const TAX_INVOICE = /^(?:\d{3}\.\d{3}-\d{2}\.\d{8}|\d{16,17})$/;

export const noteTaxInvoice = operation({
  route: 'POST /admin/invoices/:number/tax-invoice',
  command: 'invoice tax-invoice',
  about: 'record the number of the tax invoice (faktur pajak)',
  texts: {
    en: {
      title: 'Record a tax invoice',
      effect: 'The invoice shows the number of the tax invoice (faktur pajak). A new number replaces it.',
      done: 'The number is recorded.',
    },
    id: {
      title: 'Catat faktur pajak',
      effect: 'Nomor faktur pajak tampil pada faktur. Nomor baru menggantikannya.',
      done: 'Nomor sudah dicatat.',
    },
  },
  input: requestOf({
    number: option(z.string(), '<invoice>', 'number, such as INV-2026-000001'),
    tax_invoice_number: option(
      z
        .string()
        .regex(TAX_INVOICE, { error: 'must have 16 or 17 digits' })
        .transform((text) => text.replaceAll(/[.-]/g, '')),
      '--tax-invoice <digits>',
      '16 or 17 digits',
    ),
    reason,
  }),
  run: async ({ billing, clock }, { number, tax_invoice_number }, change) => {
    const at = clock.now();
    return (await billing.invoices.noteTaxInvoice(number, tax_invoice_number, { ...change, at })).document;
  },
});
