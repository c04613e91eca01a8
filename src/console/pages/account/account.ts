import type { FastifyInstance } from 'fastify';
import type { Unsubscription } from '../../../commerce/accounts/notices/unsubscription.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { billingPages } from './account-billing.tsx';
import { type DataPageServices, dataPages } from './account-data.tsx';
import { type KeyServices, keyPages } from './account-keys.tsx';
import { type McpPageServices, mcpPages } from './account-mcp.tsx';
import type { OrderServices } from './account-orders.tsx';
import { type PeoplePageServices, peoplePages } from './account-people.tsx';
import { type SavedPageServices, savedPages } from './account-saved.tsx';
import { type UsageServices, usagePage } from './account-usage.tsx';
import { type WebhookPageServices, webhookPages } from './account-webhooks.tsx';
import { unsubscribePage } from './unsubscribe.tsx';

export interface AccountPageServices
  extends UsageServices,
    KeyServices,
    OrderServices,
    PeoplePageServices,
    DataPageServices,
    WebhookPageServices,
    SavedPageServices,
    McpPageServices {
  readonly unsubscription: Unsubscription;
}

/** Registers the pages of accounts, in a scope of pages that know their visitors. */
export function accountPages(pages: FastifyInstance, services: AccountPageServices): void {
  pages.get('/account', { config: PAGE_ROUTE }, (_request, reply) => reply.redirect('/account/usage', 303));
  usagePage(pages, services);
  keyPages(pages, services);
  billingPages(pages, services);
  peoplePages(pages, services);
  dataPages(pages, services);
  webhookPages(pages, services);
  savedPages(pages, services);
  mcpPages(pages, services);
  unsubscribePage(pages, services);
}
