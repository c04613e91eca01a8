import type { FastifyInstance } from 'fastify';
import type { Unsubscription } from '../../../commerce/accounts/notices/unsubscription.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { type DataPageServices, dataPages } from './account-data.tsx';
import { type McpPageServices, mcpPages } from './account-mcp.tsx';
import { type PeoplePageServices, peoplePages } from './account-people.tsx';
import { type UsageServices, usagePage } from './account-usage.tsx';
import { billingPages } from './billing/billing-page.tsx';
import type { OrderServices } from './billing/orders.tsx';
import { keyPages } from './keys/keys-page.tsx';
import type { KeyServices } from './keys/new-key.tsx';
import type { SavedPageServices } from './saved/saved-item.tsx';
import { savedPages } from './saved/saved-page.tsx';
import { unsubscribePage } from './unsubscribe.tsx';
import { type WebhookPageServices, webhookPages } from './webhooks/webhooks-page.tsx';

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
