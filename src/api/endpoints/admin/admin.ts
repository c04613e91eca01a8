import type * as z from 'zod';
import { revenueOf, totalOf } from '../../../commerce/billing/books/revenue.ts';
import type { Clock } from '../../../core/clock.ts';
import { jakartaDate, monthOf, monthRange } from '../../../core/dates.ts';
import type { AlirError } from '../../../core/errors.ts';
import type { OperatorEndpoint } from '../../http/operator-route.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { historyFields } from '../account/usage.ts';
import * as account_operations from './admin-accounts.ts';
import * as book_operations from './admin-books.ts';
import * as day_operations from './admin-days.ts';
import { account, date, month } from './admin-fields.ts';
import * as incident_operations from './admin-incidents.ts';
import * as key_operations from './admin-keys.ts';
import * as offer_operations from './admin-offers.ts';
import { type AdminOperation, type AdminServices, operation, perform } from './admin-operation.ts';
import * as order_operations from './admin-orders.ts';
import * as people_operations from './admin-people.ts';
import { FOR_REQUESTS, reworded } from './wording.ts';

const months = requestOf({ from: month.optional(), to: month.optional() });

/** The range of some months; by default the present one. */
function rangeOf({ to, from }: z.output<typeof months>, clock: Clock) {
  const last = to ?? monthOf(jakartaDate(clock.now()));
  return monthRange(from ?? last, last);
}

/** What only /admin presents in this form: the commands and the pages have forms of their own. */
const READS = [
  operation({
    route: 'GET /admin/accounts/:account',
    command: 'account show',
    input: requestOf({ account }),
    run: async ({ accounts, administration }, { account }) => {
      const { account_id } = await accounts.find(account);
      return {
        ...(await administration.overview(account_id)),
        held_transfers: await administration.heldTransfers(account_id),
        keys: await accounts.keys(account_id),
        changes: await accounts.changes(account_id),
      };
    },
  }),
  operation({
    route: 'GET /admin/accounts/:account/usage',
    input: requestOf({ account, ...historyFields }),
    run: async ({ accounts, usage_history }, { account, ...query }) => {
      const found = await accounts.find(account);
      return {
        account_id: found.account_id,
        ...(await usage_history.of(found, query)),
        forecast: await usage_history.forecast(found),
      };
    },
  }),
  operation({
    route: 'GET /admin/accounts/:account/invoices',
    command: 'invoice list',
    input: requestOf({ account }),
    run: async ({ accounts, billing }, { account }) => {
      const { account_id } = await accounts.find(account);
      return (await billing.invoices.of(account_id)).map(({ document }) => document);
    },
  }),
  operation({
    route: 'GET /admin/revenue',
    input: months,
    run: async ({ billing, clock }, input) => {
      const rows = revenueOf(await billing.books.entries(rangeOf(input, clock)));
      return { rows, total: totalOf(rows) };
    },
  }),
  operation({
    route: 'GET /admin/revenue/entries',
    input: months,
    run: ({ billing, clock }, input) => billing.books.entries(rangeOf(input, clock)),
  }),
  operation({
    route: 'GET /admin/audit',
    input: requestOf({ account: account.optional(), from: date.optional(), to: date.optional() }),
    run: async ({ accounts, administration }, { account, from, to }) => {
      const account_id = await accounts.idOf(account);
      const entries = await administration.audit({ account_id, from, to });
      return entries.map(({ details, ...entry }) => ({ ...entry, details: JSON.parse(details) as unknown }));
    },
  }),
];

export const OPERATIONS: readonly AdminOperation[] = [
  ...Object.values(account_operations),
  ...Object.values(key_operations),
  ...Object.values(people_operations),
  ...Object.values(order_operations),
  ...Object.values(offer_operations),
  ...Object.values(incident_operations),
  ...Object.values(book_operations),
  ...Object.values(day_operations),
  ...READS,
];

const wording = (error: AlirError, declared: AdminOperation) =>
  reworded(error, declared, FOR_REQUESTS, OPERATIONS);

/** The operator's tools over HTTP. */
export function adminEndpoints(services: AdminServices): OperatorEndpoint[] {
  return OPERATIONS.map((each) => {
    const [method, path] = each.route.split(' ') as [OperatorEndpoint['method'], OperatorEndpoint['path']];
    return { method, path, answer: (input, by) => perform(each, services, input, { ...by, wording }) };
  });
}
