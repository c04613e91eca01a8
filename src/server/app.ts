import type { FastifyInstance } from 'fastify';
import { Admission } from '../api/admission/admission.ts';
import { RateLimiter } from '../api/admission/rate-limit.ts';
import { SharedRateLimiter } from '../api/admission/shared-rate-limiter.ts';
import {
  deleteKeyEndpoint,
  keysEndpoint,
  newKeyEndpoint,
  rotateKeyEndpoint,
} from '../api/endpoints/accounts.ts';
import { accumulationEndpoint } from '../api/endpoints/accumulation.ts';
import { type AdminServices, adminEndpoints } from '../api/endpoints/admin.ts';
import {
  orderByIdEndpoint,
  orderEndpoint,
  ordersEndpoint,
  plansEndpoint,
  quoteEndpoint,
} from '../api/endpoints/billing.ts';
import { brokerInventoryEndpoint } from '../api/endpoints/broker-inventory.ts';
import {
  brokerSummaryBatchEndpoint,
  brokerSummaryEndpoint,
  dailyBrokerSummaryEndpoint,
} from '../api/endpoints/broker-summary.ts';
import { brokerRankingEndpoint, brokerStocksEndpoint } from '../api/endpoints/broker-totals.ts';
import { counterpartiesEndpoint } from '../api/endpoints/counterparties.ts';
import { coverageSource } from '../api/endpoints/coverage.ts';
import {
  dailyForeignFlowEndpoint,
  foreignFlowBatchEndpoint,
  foreignFlowEndpoint,
} from '../api/endpoints/foreign-flow.ts';
import { foreignFlowRankingEndpoint } from '../api/endpoints/foreign-flow-ranking.ts';
import {
  billingDetailsEndpoint,
  invoiceEndpoint,
  invoicesEndpoint,
  newBillingDetailsEndpoint,
} from '../api/endpoints/invoices.ts';
import {
  brokersEndpoint,
  calendarEndpoint,
  MarketCalendar,
  tickersEndpoint,
} from '../api/endpoints/market.ts';
import { newsEndpoint } from '../api/endpoints/news.ts';
import {
  changeNoticesEndpoint,
  deleteWebhookEndpoint,
  deliveriesEndpoint,
  newWebhookEndpoint,
  noticeChoices,
  noticeSettingsEndpoint,
  rotateWebhookEndpoint,
  testWebhookEndpoint,
  webhooksEndpoint,
} from '../api/endpoints/notices.ts';
import { ohlcvEndpoint } from '../api/endpoints/ohlcv.ts';
import { usageEndpoint, usageHistoryEndpoint } from '../api/endpoints/usage.ts';
import { Drain } from '../api/http/drain.ts';
import type { Endpoint } from '../api/http/endpoint.ts';
import { healthRoutes } from '../api/http/health.ts';
import { allowedHosts } from '../api/http/host.ts';
import { Metrics } from '../api/http/metrics.ts';
import { type MetricsAccess, metricsRoute } from '../api/http/metrics-route.ts';
import { operatorRoute } from '../api/http/operator-route.ts';
import { Readiness } from '../api/http/readiness.ts';
import { refreshed } from '../api/http/refreshed.ts';
import { ResponseCache } from '../api/http/response-cache.ts';
import { createServer } from '../api/http/server.ts';
import { webhook } from '../api/http/webhook.ts';
import { mcpRoute } from '../api/mcp/route.ts';
import { type AlirTool, toolOf } from '../api/mcp/tool.ts';
import { docsRoutes } from '../api/openapi/routes.ts';
import type { Accounts } from '../commerce/accounts/accounts.ts';
import type { Administration } from '../commerce/accounts/administration.ts';
import type { OperatorKeys } from '../commerce/accounts/operator-keys.ts';
import type { Webhooks } from '../commerce/accounts/webhooks.ts';
import type { Billing } from '../commerce/billing/orders.ts';
import { manual } from '../commerce/billing/providers.ts';
import type { Invitations } from '../commerce/people/invitations.ts';
import type { People } from '../commerce/people/people.ts';
import type { SignIn } from '../commerce/people/sign-in.ts';
import { Meter } from '../commerce/usage/meter.ts';
import type { UsageHistory } from '../commerce/usage/usage-history.ts';
import { consoleRoutes } from '../console/pages/console.ts';
import type { OperatorServices } from '../console/pages/operator-page.tsx';
import type { TradingCalendar } from '../core/calendar.ts';
import type { Clock } from '../core/clock.ts';
import type { IsoDate } from '../core/dates.ts';
import type { DataFolders } from '../core/folders.ts';
import { type MaybePromise, whenKnown } from '../core/maybe-promise.ts';
import { VERSION } from '../core/package-files.ts';
import { untilChanged } from '../core/until-changed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Manifest } from '../ledger/manifest.ts';
import type { Sources } from '../ledger/sources.ts';

import type { DamageWatch } from '../market/ingest/damage-watch.ts';
import { checkServing } from '../market/serving/check-serving.ts';
import type { MarketDatabase } from '../market/serving/market-database.ts';
import type { Serving } from '../market/serving/serving.ts';
import type { Mailer } from '../network/mailer.ts';
import type { Network } from '../network/network.ts';
import { News } from '../news/news.ts';
import type { NewsSettings } from '../news/sources.ts';
import type { Diagnosis } from '../operations/doctor.ts';
import { figuresOf } from '../operations/figures.ts';
import type { Incidents } from '../operations/incidents.ts';
import type { Intake } from '../operations/intake.ts';
import { freshness } from '../operations/status.ts';
import type { Config } from './config.ts';
import { operationGauges } from './operation-gauges.ts';
import { referenceFile } from './settings-files.ts';

export interface AppServices {
  readonly folders: DataFolders;
  readonly serving: Serving;
  readonly market: MarketDatabase;
  readonly damage_watch: Pick<DamageWatch, 'check'>;
  readonly accounts: Accounts;
  readonly administration: Administration;
  readonly operators: OperatorKeys;
  readonly billing: Billing;
  readonly usage_history: UsageHistory;
  readonly webhooks: Webhooks;
  readonly sign_in: SignIn;
  readonly invitations: Invitations;
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  readonly ledger: Ledger;
  readonly manifest: Manifest;
  readonly sources: Sources;
  readonly calendar: TradingCalendar;
  readonly news_settings: NewsSettings;
  readonly network: () => Promise<Network>;
  readonly clock: Clock;
  readonly config: Config;
  readonly people: People;
  readonly incidents: Incidents;
  readonly intake: Intake;
  /** The result of `alir doctor`. */
  readonly diagnose: () => Promise<Diagnosis>;
}

const MINUTE_MS = 60_000;

/** How long the operator's page waits for the checks of `alir doctor`, and how long it shows their results. */
const DOCTOR = { interval_ms: 10_000, wait_ms: 4000 };
const FIGURES = { interval_ms: 10_000, wait_ms: 2000 };

/** Builds the HTTP app with all routes. */
export function buildApp({
  folders,
  serving,
  market,
  damage_watch,
  accounts,
  administration,
  operators,
  billing,
  usage_history,
  webhooks,
  sign_in,
  invitations,
  mailer,
  ledger,
  manifest,
  sources,
  calendar,
  news_settings,
  network,
  clock,
  config,
  people,
  incidents,
  intake,
  diagnose,
}: AppServices): {
  app: FastifyInstance;
  drain: Drain;
  /** Serves the metrics on a separate port; null without such a port. */
  metricsApp: FastifyInstance | null;
} {
  const app = createServer(config, clock);
  const drain = new Drain(app, ledger.sharesUsage);
  const cache = new ResponseCache(clock);
  const meter = new Meter(ledger, clock);

  /** Of what the ledger has at this time: trading days become due, and pages show times, to the minute. */
  const version = () => `${ledger.version()} ${Math.floor(clock.now().getTime() / MINUTE_MS)}`;
  const data = untilChanged(version, () => freshness(manifest, sources, calendar, clock.now()));
  const metrics = new Metrics(app, {
    newest_day_age_days: {
      help: 'Calendar days since the newest published day, in Jakarta',
      read: async () => (await data()).newest_day_age_days ?? Number.NaN,
    },
    missing_days: {
      help: 'Trading days that should be published by now, but are not',
      read: async () => (await data()).gaps,
    },
    rejected_files: {
      help: 'Rejected files whose day is still not published',
      read: async () => (await data()).rejected_files,
    },
    held_files: {
      help: 'Files that are held until an operator publishes them',
      read: async () => (await sources.held()).length,
    },
    ...operationGauges({ folders, ledger, manifest, clock, source: config.source }),
    market_queries_in_flight: {
      help: 'Questions about the whole market that are being answered or waiting',
      read: () => market.queriesInFlight,
    },
    reads_in_flight: {
      help: 'Requests that are reading data or waiting to read it',
      read: () => serving.readsInFlight,
    },
    response_cache_bytes: { help: 'Size of the response cache in bytes', read: () => cache.bytes },
  });

  const countFeedError = metrics.counter(
    'news_feeds_absent',
    'Feeds omitted from a news response, by reason',
    ['source', 'reason'],
  );
  const news = new News({
    settings: news_settings,
    network,
    clock,
    onFeedError(failure) {
      app.log.warn(failure, 'news feed omitted');
      countFeedError({ source: failure.source, reason: failure.reason });
    },
  });

  const readiness = new Readiness([
    { name: 'the ledger', run: () => ledger.confirm(clock) },
    { name: 'the serving folder', run: () => checkServing(serving, market) },
    { name: 'the lake', run: () => damage_watch.check() },
  ]);
  healthRoutes(app, readiness, async () => data());
  const withChecks = (version: () => MaybePromise<string>) => () =>
    whenKnown(version(), (files) =>
      whenKnown(manifest.newestOfficialCheck(), (check) => `${files}.${check}`),
    );
  const dataset = {
    calendar,
    clock,
    datasetVersion: withChecks(() => serving.version()),
    publishedDays: () => manifest.servedDays(),
  };
  const marketCalendar = new MarketCalendar(dataset);
  const withVerified = async (days: readonly { trade_date: IsoDate; revision?: number }[]) => {
    const served = new Map((await manifest.servedDays()).map((day) => [day.trade_date, day]));
    return days.map(({ trade_date, revision }) => {
      const day = served.get(trade_date);
      const isServed = revision === undefined || revision === day?.revision;
      const { verified = null, compared = null } = (isServed && day) || {};
      return { trade_date, verified, compared };
    });
  };
  const marketDataset = {
    calendar,
    clock,
    datasetVersion: withChecks(() => market.version()),
    publishedDays: async () => withVerified((await market.days()).map((trade_date) => ({ trade_date }))),
  };
  const tradesDataset = {
    calendar,
    clock,
    datasetVersion: withChecks(() => whenKnown(manifest.knownPublications(), String)),
    publishedDays: async () => withVerified(await manifest.allPublications()),
  };
  const sourceOf = (
    settings: Parameters<typeof coverageSource>[0],
    publication: () => MaybePromise<number>,
  ) => ({
    version: settings.datasetVersion,
    publication,
    coverage: coverageSource(settings, serving),
  });
  const datasets = {
    dataset: sourceOf(dataset, () => manifest.servedPublications()),
    market: sourceOf(marketDataset, () => manifest.marketPublications()),
    // It is not cached: the files of the lake are replaced before another process notices that the ledger has changed.
    trades: sourceOf(tradesDataset, () => manifest.publications()),
  };
  const rates = ledger.takeRates ? new SharedRateLimiter(ledger.takeRates) : new RateLimiter();
  const admission = new Admission(app, { accounts, meter, rates, cache, metrics, clock, datasets });
  const tools: AlirTool[] = [];
  const admitWithTool = <Input>(endpoint: Endpoint<Input, unknown>) => {
    admission.admit(endpoint);
    tools.push(toolOf(endpoint, admission));
  };
  admitWithTool(brokerSummaryEndpoint(serving));
  admitWithTool(brokerSummaryBatchEndpoint(serving));
  admitWithTool(dailyBrokerSummaryEndpoint(serving));
  admitWithTool(brokerInventoryEndpoint(serving));
  admitWithTool(accumulationEndpoint(serving));
  admitWithTool(counterpartiesEndpoint(market));
  admitWithTool(ohlcvEndpoint(market));
  admitWithTool(brokerStocksEndpoint(market));
  admitWithTool(brokerRankingEndpoint(market));
  admitWithTool(foreignFlowEndpoint(serving));
  admitWithTool(foreignFlowBatchEndpoint(serving));
  admitWithTool(dailyForeignFlowEndpoint(serving));
  admitWithTool(foreignFlowRankingEndpoint(market));
  admitWithTool(calendarEndpoint(marketCalendar));
  admitWithTool(tickersEndpoint(market));
  admitWithTool(brokersEndpoint(referenceFile('brokers.csv')));
  admitWithTool(newsEndpoint(news));
  admitWithTool(usageEndpoint(meter));
  admission.admit(usageHistoryEndpoint(usage_history));
  const hosts = allowedHosts(config.host, config.allowed_hosts);
  app.ownNames = { public_url: config.public_url, hosts, origins: new Set() };
  mcpRoute(app, admission, { version: VERSION, tools, hosts });

  admission.admit(plansEndpoint(billing));
  admission.admit(quoteEndpoint(billing, meter));
  admission.admit(orderEndpoint(billing));
  admission.admit(ordersEndpoint(billing));
  admission.admit(orderByIdEndpoint(billing));
  admission.admit(invoicesEndpoint(billing));
  admission.admit(invoiceEndpoint(billing));
  const isPaidOutside = billing.provider === manual;
  if (!isPaidOutside) {
    webhook(app, `/billing/notifications/${billing.provider.name}`, (message) =>
      billing.orders.receive(message),
    );
  }
  admission.admit(keysEndpoint(accounts));
  admission.admit(newKeyEndpoint(accounts));
  admission.admit(rotateKeyEndpoint(accounts));
  admission.admit(deleteKeyEndpoint(accounts));
  admission.admit(billingDetailsEndpoint(billing));
  admission.admit(newBillingDetailsEndpoint(billing));
  admission.admit(webhooksEndpoint(webhooks));
  admission.admit(newWebhookEndpoint(webhooks));
  admission.admit(rotateWebhookEndpoint(webhooks));
  admission.admit(testWebhookEndpoint(webhooks));
  admission.admit(deliveriesEndpoint(webhooks));
  admission.admit(deleteWebhookEndpoint(webhooks));
  const choices = noticeChoices(ledger, config.language);
  admission.admit(noticeSettingsEndpoint(choices));
  admission.admit(changeNoticesEndpoint(choices));
  const admin: AdminServices = {
    ...{ accounts, administration, billing, usage_history, clock },
    invite: async (...invitation) => {
      const { failure, ...made } = await invitations.invite(...invitation);
      if (failure !== undefined) app.log.error({ err: failure }, 'an invitation could not be sent by e-mail');
      return made;
    },
  };
  for (const endpoint of adminEndpoints(admin)) {
    operatorRoute(app, (key) => operators.operatorWith(key), endpoint);
  }
  const { home, reference } = docsRoutes(app, {
    version: VERSION,
    operations: admission.operations,
    payment_provider: isPaidOutside ? null : billing.provider.name,
  });
  const operator: OperatorServices = {
    ...admin,
    incidents,
    intake,
    people,
    diagnose: refreshed(diagnose, DOCTOR, clock),
    figures: refreshed(() => figuresOf({ folders, ledger, manifest }), FIGURES, clock),
    calendarDays: (from, to) => marketCalendar.days(from, to),
    failures: () => app.recentFailures.all(),
  };
  consoleRoutes(app, {
    billing,
    reference,
    admitData: (scope, prefix, callerOf) => admission.admitData(scope, prefix, callerOf),
    operator,
    ...{ ledger, accounts, clock, sign_in, mailer, public_url: config.public_url, signup: config.signup },
    explorer: {
      dataset,
      knowsTicker: (ticker) => serving.read(async (snapshot) => snapshot.knowsTicker(ticker)),
      brokersCsv: referenceFile('brokers.csv'),
      companiesCsv: referenceFile('companies.csv'),
    },
    ...{ people, invitations, usage_history, webhooks, notices: choices },
    payment_instructions: config.payment_instructions,
    home,
    market,
    newestDay: () => manifest.newestDay(),
    firstDay: untilChanged(version, async () => (await manifest.allPublishedDays())[0] ?? null),
    freshness: async () => data(),
    version,
    newsStates: () => news.states(),
    incidents,
    sources,
    public_day: config.public_day,
  });
  const metricsApp = config.metrics_port === null ? null : createServer(config, clock);
  const ofMainPort = config.trust_proxy === '' ? 'this machine' : 'behind a proxy';
  metricsRoute(app, metrics, metricsApp ? 'nobody' : metricsAccess(config, ofMainPort));
  if (metricsApp) metricsRoute(metricsApp, metrics, metricsAccess(config, 'own port'));
  return { app, drain, metricsApp };
}

function metricsAccess({ metrics_token }: Config, otherwise: MetricsAccess): MetricsAccess {
  return metrics_token === '' ? otherwise : { token: metrics_token };
}
