import type { FastifyInstance } from 'fastify';
import { accountPages } from './operator-account.tsx';
import { accountListPages } from './operator-accounts.tsx';
import { auditFile, auditPage } from './operator-audit.tsx';
import { dayPages } from './operator-days.tsx';
import { incidentPages } from './operator-incidents.tsx';
import { invoicePage } from './operator-invoices.tsx';
import { offerPages } from './operator-offers.tsx';
import { orderPages } from './operator-orders.tsx';
import { type OperatorServices, operatorFile, operatorPage } from './operator-page.tsx';
import { entriesFile, revenueFile, revenuePage } from './operator-revenue.tsx';
import { todayPage } from './operator-today.tsx';

/** Registers the pages for operators. @param pages in a scope that knows the visitor */
export function operatorRoutes(pages: FastifyInstance, services: OperatorServices): void {
  operatorPage(pages, '/operator', (context) => todayPage(services, context));
  dayPages(pages, services);
  accountListPages(pages, services);
  accountPages(pages, services);
  orderPages(pages, services);
  operatorPage(pages, '/operator/invoices/:number', (context) => invoicePage(services, context));
  offerPages(pages, services);
  operatorPage(pages, '/operator/revenue', (context) => revenuePage(services, context));
  operatorFile(pages, '/operator/revenue.csv', 'csv', (context) => revenueFile(services, context));
  operatorFile(pages, '/operator/revenue/entries.csv', 'csv', (context) => entriesFile(services, context));
  incidentPages(pages, services);
  operatorPage(pages, '/operator/audit', (context) => auditPage(services, context));
  operatorFile(pages, '/operator/audit.csv', 'csv', (context) => auditFile(services, context));
}
