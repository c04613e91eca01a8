import type { FastifyInstance } from 'fastify';
import { accountFile, accountPage, changeAccount, deleteAccount, invitePerson } from './operator-account.tsx';
import { accountsPage, createAccount } from './operator-accounts.tsx';
import { auditFile, auditPage } from './operator-audit.tsx';
import { daysPage, dismissFile, dismissHeldFile, publishHeld } from './operator-days.tsx';
import { addIncident, incidentsPage, resolveIncident, updateIncident } from './operator-incidents.tsx';
import { invoicePage } from './operator-invoices.tsx';
import { createOffer, offersPage, withdrawOffer } from './operator-offers.tsx';
import { changeOrder, orderPage, ordersPage } from './operator-orders.tsx';
import {
  AdminCalls,
  type OperatorServices,
  operatorFile,
  operatorForm,
  operatorPage,
} from './operator-page.tsx';
import { entriesFile, revenueFile, revenuePage } from './operator-revenue.tsx';
import { todayPage } from './operator-today.tsx';

/** Registers the pages for operators. @param pages in a scope that knows the visitor */
export function operatorRoutes(pages: FastifyInstance, services: OperatorServices): void {
  const admin = new AdminCalls(services);
  const show = {
    days: daysPage(services),
    accounts: accountsPage(services),
    account: accountPage(services),
    order: orderPage(services),
    offers: offersPage(services),
    incidents: incidentsPage(services),
  };
  operatorPage(pages, '/operator', todayPage(services));

  operatorPage(pages, '/operator/days', show.days);
  const days = { show: show.days, back: '/operator/days' };
  operatorForm(pages, '/operator/days/publish', { ...days, run: publishHeld(services) });
  operatorForm(pages, '/operator/days/dismiss-held', { ...days, run: dismissHeldFile(services) });
  operatorForm(pages, '/operator/days/dismiss', { ...days, run: dismissFile(services) });

  operatorPage(pages, '/operator/accounts', show.accounts);
  operatorForm(pages, '/operator/accounts/create', {
    show: show.accounts,
    back: '/operator/accounts',
    run: createAccount(admin),
  });
  operatorPage(pages, '/operator/accounts/:account', show.account);
  for (const [form, operation, done] of [
    ['suspend', 'suspend', 'suspended'],
    ['resume', 'resume', 'resumed'],
    ['email', 'email', 'email_changed'],
    ['units', 'grants', 'granted'],
    ['days', 'grants', 'granted'],
    ['plan', 'plan', 'plan_given'],
  ] as const) {
    operatorForm(pages, `/operator/accounts/:account/${form}`, {
      show: show.account,
      back: '/operator/accounts/:account',
      run: changeAccount(services, admin, operation, done),
    });
  }
  operatorForm(pages, '/operator/accounts/:account/invite', {
    show: show.account,
    back: '/operator/accounts/:account',
    run: invitePerson(services),
  });
  operatorForm(pages, '/operator/accounts/:account/delete', {
    show: show.account,
    back: '/operator/accounts/:account',
    run: deleteAccount(services, admin),
  });
  operatorFile(pages, '/operator/accounts/:account/export.json', 'json', accountFile(services));

  operatorPage(pages, '/operator/orders', ordersPage(services));
  operatorPage(pages, '/operator/orders/:order_id', show.order);
  for (const [operation, done] of [
    ['confirm', 'confirmed'],
    ['cancel', 'cancelled'],
    ['refund', 'refunded'],
    ['void', 'voided'],
  ] as const) {
    operatorForm(pages, `/operator/orders/:order_id/${operation}`, {
      show: show.order,
      back: '/operator/orders/:order_id',
      run: changeOrder(admin, operation, done),
    });
  }

  operatorPage(pages, '/operator/invoices/:number', invoicePage(services));

  operatorPage(pages, '/operator/offers', show.offers);
  operatorForm(pages, '/operator/offers/create', {
    show: show.offers,
    back: '/operator/offers',
    run: createOffer(admin),
  });
  operatorForm(pages, '/operator/offers/:offer_id/withdraw', {
    show: show.offers,
    back: '/operator/offers',
    run: withdrawOffer(admin),
  });

  operatorPage(pages, '/operator/revenue', revenuePage(services));
  operatorFile(pages, '/operator/revenue.csv', 'csv', revenueFile(services));
  operatorFile(pages, '/operator/revenue/entries.csv', 'csv', entriesFile(services));

  operatorPage(pages, '/operator/incidents', show.incidents);
  for (const [form, run] of [
    ['add', addIncident],
    [':incident_id/update', updateIncident],
    [':incident_id/resolve', resolveIncident],
  ] as const) {
    operatorForm(pages, `/operator/incidents/${form}`, {
      show: show.incidents,
      back: '/operator/incidents',
      run: run(services),
    });
  }

  operatorPage(pages, '/operator/audit', auditPage(services));
  operatorFile(pages, '/operator/audit.csv', 'csv', auditFile(services));
}
