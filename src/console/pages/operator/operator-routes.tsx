import type { FastifyInstance } from 'fastify';
import { accountPages } from './accounts/account-details.tsx';
import { accountListPages } from './accounts/accounts-page.tsx';
import { auditFile, auditPage } from './audit-page.tsx';
import { dayPages } from './days/days-page.tsx';
import { incidentPages } from './incidents-page.tsx';
import { offerPages } from './offers-page.tsx';
import { operatorFile, operatorPage } from './operator-page.tsx';
import type { OperatorServices } from './operator-services.ts';
import { invoicePage } from './orders/order-invoices.tsx';
import { orderPages } from './orders/orders-page.tsx';
import { revenuePages } from './revenue/revenue-page.tsx';
import { todayPages } from './today/today-page.tsx';

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
