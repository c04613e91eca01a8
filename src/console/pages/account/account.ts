import type { FastifyInstance } from 'fastify';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { dataPages } from './account-data.tsx';
import { mcpPages } from './account-mcp.tsx';
import { peoplePages } from './account-people.tsx';
import type { AccountPageServices } from './account-services.ts';
import { usagePage } from './account-usage.tsx';
import { billingPages } from './billing/billing-page.tsx';
import { keyPages } from './keys/keys-page.tsx';
import { savedPages } from './saved/saved-page.tsx';
import { unsubscribePage } from './unsubscribe.tsx';
import { webhookPages } from './webhooks/webhooks-page.tsx';

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
