import type { FastifyInstance } from 'fastify';
import { accountPages } from './operator-account.tsx';
import { accountListPages } from './operator-accounts.tsx';
import { auditFile, auditPage } from './operator-audit.tsx';
import { dayPages } from './operator-days.tsx';
import { incidentPages } from './operator-incidents.tsx';
import { invoicePage } from './operator-invoices.tsx';
import { offerPages } from './operator-offers.tsx';
import { orderPages } from './operator-orders.tsx';
import { operatorFile, operatorPage } from './operator-page.tsx';
import { revenuePages } from './operator-revenue.tsx';
import type { OperatorServices } from './operator-services.ts';
import { todayPages } from './operator-today.tsx';

/** Registers the pages for operators. @param pages in a scope that knows the visitor */
export function operatorRoutes(pages: FastifyInstance, services: OperatorServices): void {
  todayPages(pages, services);
  dayPages(pages, services);
  accountListPages(pages, services);
  accountPages(pages, services);
  orderPages(pages, services);
  operatorPage(pages, '/operator/invoices/:number', (context) => invoicePage(services, context));
  offerPages(pages, services);
  revenuePages(pages, services);
  incidentPages(pages, services);
  operatorPage(pages, '/operator/audit', (context) => auditPage(services, context));
  operatorFile(pages, '/operator/audit.csv', 'csv', (context) => auditFile(services, context));
}
