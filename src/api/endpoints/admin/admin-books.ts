import { jakartaDate, monthOf } from '../../../core/dates.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { date, month, reason } from './admin-fields.ts';
import { operation, option } from './admin-operation.ts';

export const showBooks = operation({
  route: 'GET /admin/books',
  command: 'books show',
  about: 'show money, invoices and balances; exits with 1 if they differ',
  input: requestOf({
    from: option(date.optional(), '--from <date>', 'first day; default: the first of the month'),
    to: option(date.optional(), '--to <date>', 'last day; default: today'),
  }),
  run: ({ billing, clock }, { from, to = jakartaDate(clock.now()) }) =>
    billing.books.report(from ?? `${monthOf(to)}-01`, to),
});

export const closeBooks = operation({
  route: 'POST /admin/books/close',
  command: 'books close',
  about: 'close a month and those before it',
  input: requestOf({ month: option(month, '<month>', 'month that has ended, YYYY-MM'), reason }),
  run: ({ billing }, { month }, change) => billing.books.close(month, change),
});
