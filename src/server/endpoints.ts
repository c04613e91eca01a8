import { keyEndpoints } from '../api/endpoints/account/accounts.ts';
import { alertEndpoints } from '../api/endpoints/account/alerts.ts';
import { orderEndpoints } from '../api/endpoints/account/billing.ts';
import { billingDetailsEndpoints, invoiceEndpoints } from '../api/endpoints/account/invoices.ts';
import {
  type NoticeChoices,
  noticeSettingsEndpoints,
  webhookEndpoints,
} from '../api/endpoints/account/notices.ts';
import { savedEndpoints } from '../api/endpoints/account/saved.ts';
import { accumulationEndpoint } from '../api/endpoints/market/accumulation.ts';
import { briefEndpoint } from '../api/endpoints/market/brief.ts';
import { brokerInventoryEndpoint } from '../api/endpoints/market/broker-inventory.ts';
import { brokerPositionEndpoint } from '../api/endpoints/market/broker-position.ts';
import { brokerSummaryEndpoints } from '../api/endpoints/market/broker-summary.ts';
import { brokerTotalsEndpoints } from '../api/endpoints/market/broker-totals.ts';
import { counterpartiesEndpoint } from '../api/endpoints/market/counterparties.ts';
import { foreignFlowEndpoints } from '../api/endpoints/market/foreign-flow.ts';
import { foreignFlowRankingEndpoint } from '../api/endpoints/market/foreign-flow-ranking.ts';
import { type MarketCalendar, marketFactsEndpoints } from '../api/endpoints/market/market.ts';
import { marketDailyEndpoint } from '../api/endpoints/market/market-daily.ts';
import { measureEndpoints } from '../api/endpoints/market/measures.ts';
import { newsEndpoint } from '../api/endpoints/market/news.ts';
import { ohlcvEndpoint } from '../api/endpoints/market/ohlcv.ts';
import { screenEndpoint } from '../api/endpoints/market/screen.ts';
import type { AnyEndpoint, Endpoint } from '../api/http/endpoint.ts';
import type { LinkRequests } from '../api/http/link-route.ts';
import type { Meter } from '../commerce/accounts/quota/meter.ts';
import type { SavedItems } from '../commerce/accounts/saved-items.ts';
import type { CorporateActions } from '../core/market/corporate-actions.ts';
import type { MarketReader, MeasureReader } from '../market/serving/market-database.ts';
import type { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import type { Briefs } from '../market/serving/queries/brief.ts';
import type { TickerReader } from '../market/serving/serving.ts';
import type { News } from '../news/news.ts';
import { referenceFile } from './settings-files.ts';
import type { Stores } from './stores.ts';

/** The endpoints of market data and news, which are also tools. `market` answers questions about all stocks, `serving` about single ones. */
export function marketEndpoints({
  serving,
  market,
  calendar,
  actions,
  news,
  adjusted,
  briefs,
  saved,
}: {
  readonly serving: TickerReader;
  readonly market: MarketReader & MeasureReader;
  readonly calendar: MarketCalendar;
  readonly actions: CorporateActions;
  readonly news: News;
  readonly adjusted: AdjustedMeasures;
  readonly briefs: Briefs;
  readonly saved: SavedItems;
}): Endpoint[] {
  return [
    ...brokerSummaryEndpoints(serving, actions),
    brokerInventoryEndpoint(serving, actions),
    brokerPositionEndpoint(market, actions),
    accumulationEndpoint(serving),
    counterpartiesEndpoint(market),
    ohlcvEndpoint(market, actions),
    ...brokerTotalsEndpoints(market),
    ...foreignFlowEndpoints(serving),
    foreignFlowRankingEndpoint(market),
    ...measureEndpoints(market, adjusted, actions),
    marketDailyEndpoint(market),
    briefEndpoint(briefs, saved),
    screenEndpoint(adjusted, saved),
    ...marketFactsEndpoints(calendar, market, referenceFile('brokers.csv')),
    newsEndpoint(news),
  ];
}

/** The endpoints with which an account manages its orders, its keys, the details on its invoices, and its notices. */
export function accountEndpoints({
  accounts,
  billing,
  meter,
  webhooks,
  saved,
  alerts,
  notices,
  links,
}: Pick<Stores, 'accounts' | 'billing' | 'webhooks' | 'saved' | 'alerts'> & {
  readonly meter: Meter;
  readonly notices: NoticeChoices;
  readonly links: LinkRequests;
}): AnyEndpoint[] {
  return [
    ...orderEndpoints(billing, meter),
    ...invoiceEndpoints(billing),
    ...keyEndpoints(accounts, links),
    ...billingDetailsEndpoints(billing),
    ...webhookEndpoints(webhooks),
    ...noticeSettingsEndpoints(notices),
    ...savedEndpoints(saved),
    ...alertEndpoints(alerts),
  ];
}
