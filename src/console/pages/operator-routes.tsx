import type { FastifyInstance } from 'fastify';
import {
  assignPlan,
  changeEmail,
  createAccount,
  deleteAccount,
  grant,
  resumeAccount,
  suspendAccount,
} from '../../api/endpoints/admin-accounts.ts';
import type { AdminOperation } from '../../api/endpoints/admin-operation.ts';
import { cancelOrder, confirmOrder, refundOrder, voidOrder } from '../../api/endpoints/admin-orders.ts';
import { accountFile, accountPage, deletionFields, invitePerson } from './operator-account.tsx';
import { accountsPage, afterCreation } from './operator-accounts.tsx';
import { auditFile, auditPage } from './operator-audit.tsx';
import { daysPage, dismissFile, dismissHeldFile, publishHeld } from './operator-days.tsx';
import { addIncident, incidentsPage, resolveIncident, updateIncident } from './operator-incidents.tsx';
import { invoicePage } from './operator-invoices.tsx';
import { offerPages } from './operator-offers.tsx';
import { afterConfirmation, orderPage, ordersPage, refundFields } from './operator-orders.tsx';
import {
  type OperationForm,
  type OperatorServices,
  operationForm,
  operatorFile,
  operatorForm,
  operatorPage,
} from './operator-page.tsx';
import { entriesFile, revenueFile, revenuePage } from './operator-revenue.tsx';
import { todayPage } from './operator-today.tsx';

/** Registers the pages for operators. @param pages in a scope that knows the visitor */
export function operatorRoutes(pages: FastifyInstance, services: OperatorServices): void {
  const form = <Declared extends AdminOperation>(
    path: string,
    operation: Declared,
    settings: OperationForm<Declared>,
  ) => operationForm(pages, services, path, operation, settings);

  operatorPage(pages, '/operator', todayPage(services));

  const days = { show: daysPage(services), back: '/operator/days' };
  operatorPage(pages, days.back, days.show);
  operatorForm(pages, '/operator/days/publish', { ...days, run: publishHeld(services) });
  operatorForm(pages, '/operator/days/dismiss-held', { ...days, run: dismissHeldFile(services) });
  operatorForm(pages, '/operator/days/dismiss', { ...days, run: dismissFile(services) });

  const accounts = { show: accountsPage(services), back: '/operator/accounts' };
  operatorPage(pages, accounts.back, accounts.show);
  form('/operator/accounts/create', createAccount, {
    ...accounts,
    done: 'account_created',
    after: afterCreation,
  });
  const account = { show: accountPage(services), back: '/operator/accounts/:account' };
  operatorPage(pages, account.back, account.show);
  form('/operator/accounts/:account/suspend', suspendAccount, { ...account, done: 'suspended' });
  form('/operator/accounts/:account/resume', resumeAccount, { ...account, done: 'resumed' });
  form('/operator/accounts/:account/email', changeEmail, { ...account, done: 'email_changed' });
  form('/operator/accounts/:account/units', grant, { ...account, done: 'granted' });
  form('/operator/accounts/:account/days', grant, { ...account, done: 'granted' });
  form('/operator/accounts/:account/plan', assignPlan, { ...account, done: 'plan_given' });
  form('/operator/accounts/:account/delete', deleteAccount, {
    ...account,
    done: 'account_deleted',
    prepare: deletionFields(services),
  });
  operatorForm(pages, '/operator/accounts/:account/invite', { ...account, run: invitePerson(services) });
  operatorFile(pages, '/operator/accounts/:account/export.json', 'json', accountFile(services));

  operatorPage(pages, '/operator/orders', ordersPage(services));
  const order = { show: orderPage(services), back: '/operator/orders/:order_id' };
  operatorPage(pages, order.back, order.show);
  form('/operator/orders/:order_id/confirm', confirmOrder, {
    ...order,
    done: 'confirmed',
    after: afterConfirmation,
  });
  form('/operator/orders/:order_id/cancel', cancelOrder, { ...order, done: 'cancelled' });
  form('/operator/orders/:order_id/refund', refundOrder, {
    ...order,
    done: 'refunded',
    prepare: refundFields,
  });
  form('/operator/orders/:order_id/void', voidOrder, { ...order, done: 'voided' });

  operatorPage(pages, '/operator/invoices/:number', invoicePage(services));

  offerPages(pages, services);

  operatorPage(pages, '/operator/revenue', revenuePage(services));
  operatorFile(pages, '/operator/revenue.csv', 'csv', revenueFile(services));
  operatorFile(pages, '/operator/revenue/entries.csv', 'csv', entriesFile(services));

  const incidents = { show: incidentsPage(services), back: '/operator/incidents' };
  operatorPage(pages, incidents.back, incidents.show);
  operatorForm(pages, '/operator/incidents/add', { ...incidents, run: addIncident(services) });
  operatorForm(pages, '/operator/incidents/:incident_id/update', {
    ...incidents,
    run: updateIncident(services),
  });
  operatorForm(pages, '/operator/incidents/:incident_id/resolve', {
    ...incidents,
    run: resolveIncident(services),
  });

  operatorPage(pages, '/operator/audit', auditPage(services));
  operatorFile(pages, '/operator/audit.csv', 'csv', auditFile(services));
}
