import type { FastifyInstance } from 'fastify';
import { noticeChoices } from '../api/endpoints/account/notices.ts';
import { usageEndpoint, usageHistoryEndpoint } from '../api/endpoints/account/usage.ts';
import { adminEndpoints } from '../api/endpoints/admin/admin.ts';
import type { AdminServices } from '../api/endpoints/admin/admin-operation.ts';
import { MarketCalendar } from '../api/endpoints/market/market.ts';
import { watchlistView } from '../api/endpoints/market/watchlist-view.ts';
import { Admission } from '../api/http/admission/admission.ts';
import { Drain } from '../api/http/drain.ts';
import type { Endpoint } from '../api/http/endpoint.ts';
import { allowedHosts } from '../api/http/host.ts';
import { lakeRoutes } from '../api/http/lake-routes.ts';
import { RateLimiter } from '../api/http/limits/rate-limit.ts';
import { SharedRateLimiter } from '../api/http/limits/shared-rate-limiter.ts';
import { LinkRequests, linkRoute } from '../api/http/link-route.ts';
import { healthRoutes } from '../api/http/monitoring/health.ts';
import { Metrics } from '../api/http/monitoring/metrics.ts';
import { type MetricsAccess, metricsRoute } from '../api/http/monitoring/metrics-route.ts';
import { Readiness } from '../api/http/monitoring/readiness.ts';
import { operatorRoute } from '../api/http/operator-route.ts';
import { headerPairs } from '../api/http/responses/envelope.ts';
import { ResponseCache } from '../api/http/responses/response-cache.ts';
import { refreshed } from '../api/http/responses/stale-while-revalidate.ts';
import { sampleRoutes } from '../api/http/sample-routes.ts';
import { createServer } from '../api/http/server.ts';
import { udfRoutes } from '../api/http/udf-routes.ts';
import { webhook } from '../api/http/webhook.ts';
import { mcpRoute } from '../api/mcp/mcp-route.ts';
import { toolsOf } from '../api/mcp/tool.ts';
import { docsRoutes } from '../api/openapi/routes.ts';
import { Meter } from '../commerce/accounts/quota/meter.ts';
import { manual } from '../commerce/billing/payments/providers.ts';
import { consoleRoutes } from '../console/pages/console.ts';
import { MINUTE_MS } from '../core/dates.ts';
import { brokersIn, companiesIn } from '../core/market/brokers.ts';
import type { CorporateActions } from '../core/market/corporate-actions.ts';
import { whenKnown } from '../core/maybe-promise.ts';
import { VERSION } from '../core/package-files.ts';
import { untilChanged } from '../core/until-changed.ts';
import { LIST_PAGE, withDigest } from '../market/ingest/copies/copy-source.ts';
import { intactFiles, listOf } from '../market/ingest/copies/publication-list.ts';
import type { DamageWatch } from '../market/ingest/damage-watch.ts';
import { checkServing } from '../market/serving/check-serving.ts';
import type { MarketDatabase } from '../market/serving/market-database.ts';
import type { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import type { Briefs } from '../market/serving/queries/brief.ts';
import { watchedStocks } from '../market/serving/queries/watched-stocks.ts';
import { ScreenChanges } from '../market/serving/screens/screen-changes.ts';
import type { Serving } from '../market/serving/serving.ts';
import type { Network } from '../network/public-addresses.ts';
import { News } from '../news/news.ts';
import type { NewsSettings } from '../news/sources.ts';
import { diskUse } from '../operations/doctor/disk-use.ts';
import type { Diagnosis } from '../operations/doctor/doctor.ts';
import { figuresOf } from '../operations/doctor/doctor-figures.ts';
import type { Intake } from '../operations/intake.ts';
import { freshness } from '../operations/status.ts';
import type { Config } from './config.ts';
import { accountEndpoints, marketEndpoints } from './endpoints.ts';
import { knownData } from './known-data.ts';
import { operationGauges } from './operation-gauges.ts';
import { publishedData } from './published-data.ts';
import { currentSample } from './sample.ts';
import { referenceFile } from './settings-files.ts';
import type { Stores } from './stores.ts';

export interface AppServices extends Stores {
  readonly serving: Serving;
  readonly market: MarketDatabase;
  /** Answers from earlier revisions of the lake. */
  readonly known_market: MarketDatabase;
  readonly damage_watch: Pick<DamageWatch, 'check'>;
  readonly news_settings: NewsSettings;
  readonly actions: CorporateActions;
  readonly adjusted: AdjustedMeasures;
  readonly briefs: Briefs;
  readonly network: () => Promise<Network>;
  readonly intake: Intake;
  /** The result of `alir doctor`. */
  readonly diagnose: () => Promise<Diagnosis>;
}

interface App {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  /** Serves the metrics on a separate port; null without such a port. */
  readonly metricsApp: FastifyInstance | null;
}

/** How long the operator's page waits for the checks of `alir doctor`, and how long it shows their results. */
const DOCTOR = { interval_ms: 10_000, wait_ms: 4000 };
/** Every file of the data folder is measured. */
const DISK = { interval_ms: 60_000, wait_ms: 2000 };
const FIGURES = { interval_ms: 10_000, wait_ms: 2000 };

/** Builds the HTTP app with all routes. */
export function buildApp(services: AppServices): App {
  const { config, clock, ledger, market_ledger, manifest, sources, calendar, serving, market } = services;
  const { accounts, billing, webhooks, saved, alerts, adjusted, briefs, usage_history } = services;
  const app = createServer(config, clock);
  app.recentFailures.keepIn(services.folders.failuresFile);
  app.addHook('onClose', () => app.recentFailures.write());
  const drain = new Drain(app, ledger.sharesUsage);
  const cache = new ResponseCache(clock);
  const meter = new Meter(ledger, clock);

  /** Of what the ledger has at this time: trading days become due, and pages show times, to the minute. */
  const version = () =>
    `${ledger.version()} ${market_ledger.version()} ${Math.floor(clock.now().getTime() / MINUTE_MS)}`;
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
    ...operationGauges({ ...services, source: config.source }),
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
  const readiness = new Readiness([
    { name: 'the ledger', run: () => ledger.confirm(clock) },
    { name: 'the serving folder', run: () => checkServing(serving, market) },
    { name: 'the lake', run: () => services.damage_watch.check() },
  ]);
  healthRoutes(app, readiness, async () => data());
  const hosts = allowedHosts(config.host, config.allowed_hosts);
  app.ownNames = { public_url: config.public_url, hosts, origins: new Set() };

  const { served, datasets } = publishedData(services);
  const market_calendar = new MarketCalendar(served);
  const news = newsOf(app, metrics, services);
  const knownAt = knownData(services, news);
  const measured = () => whenKnown(manifest.measures(), ({ publications }) => publications);
  const notices = noticeChoices(services, config.language, services.telegram_chats);
  const rates = ledger.takeRates ? new SharedRateLimiter(ledger.takeRates) : new RateLimiter();
  const companies = companiesIn(referenceFile('companies.csv'));
  const brokers = brokersIn(referenceFile('brokers.csv')).map(({ code, name }) => [code, name] as const);
  const names = new Map([...companies, ...brokers]);
  const limits = { accounts, meter, rates, cache, metrics, clock };
  const admission = new Admission(app, { ...limits, datasets, knownAt, names });
  const data_endpoints = [
    ...marketEndpoints({
      ...{ serving, market, calendar: market_calendar, actions: services.actions, news },
      ...{ adjusted, briefs, saved },
    }),
    usageEndpoint(meter),
  ];
  const links = new LinkRequests(data_endpoints, served.publishedDays);
  const account_endpoints = [
    usageHistoryEndpoint(usage_history),
    ...accountEndpoints({ accounts, billing, meter, webhooks, saved, alerts, notices, links }),
  ];
  for (const endpoint of [...data_endpoints, ...account_endpoints]) admission.admit(endpoint);
  const sample = config.sample_ticker === '' ? null : currentSample(services, { cache, names }, news);
  if (sample) sampleRoutes(app, data_endpoints, config.sample_ticker, sample);
  linkRoute(app, admission, services, links);
  const named = (name: string) => data_endpoints.find((each) => each.name === name) as Endpoint;
  const [prices, tickers] = [named('get_ohlcv'), named('get_market_tickers')];
  udfRoutes(app, admission, { prices, tickers, companies, publishedDays: served.publishedDays });
  const tools = toolsOf(data_endpoints, admission);
  mcpRoute(app, admission, { version: VERSION, tools, hosts });
  const list = listOf(services.ingest);
  lakeRoutes(
    app,
    admission,
    { meter, metrics },
    {
      plans: config.lake_plans,
      units: config.lake_units,
      list: async (from) => withDigest(await list(from, LIST_PAGE)),
      find: intactFiles(services.ingest),
    },
  );

  const provider = billing.provider === manual ? null : billing.provider.name;
  if (provider !== null)
    webhook(app, `/billing/notifications/${provider}`, (message) => billing.orders.receive(message));
  const admin = adminServices(app, services);
  for (const endpoint of adminEndpoints(admin))
    operatorRoute(app, (key) => services.operators.operatorWith(key), endpoint);
  const { home, reference } = docsRoutes(app, {
    version: VERSION,
    tools: tools.map(({ name }) => name),
    operations: admission.operations,
    payment_provider: provider,
    sample_ticker: config.sample_ticker,
  });

  const { public_url, signup, public_day, payment_instructions, watchlist_units } = config;
  const views = {
    watchlist: watchlistView(adjusted, serving, watchlist_units),
    screen: named('get_screen'),
    summaries: named('get_broker_summary_batch'),
    book: named('get_broker_stocks'),
    measures: named('get_stock_measures'),
  };
  consoleRoutes(app, {
    ...services,
    ...{ public_url, signup, public_day, payment_instructions, notices },
    ...{ home, reference, version, briefs, links, meter },
    screen_changes: new ScreenChanges(adjusted, measured),
    watchlist_units,
    stocksOf: async (tickers) =>
      (await watchedStocks(adjusted, serving, tickers, AbortSignal.timeout(10_000))).stocks,
    sharing: config.snapshots,
    askForPicture: async (request, caller, charge, response) => {
      const { endpoint, sent } = await links.resolve(request);
      const context = await admission.contextOf(caller);
      const { bytes, coverage } = await admission.ask(endpoint, context, sent, response, charge);
      const headers = new Headers(headerPairs(coverage?.headers ?? []));
      return { data: JSON.parse(bytes.toString()).data, header: (name) => headers.get(name) };
    },
    askForPage: async (name, caller, sent, response) => {
      const context = await admission.contextOf(caller);
      const { bytes } = await admission.askOnce(views[name], context, sent, response, 'page');
      return { data: JSON.parse(bytes.toString()).data, units: context.cost };
    },
    admitData: (scope, prefix, callerOf) => admission.admitData(scope, prefix, callerOf),
    operator: {
      ...admin,
      intake: services.intake,
      diagnose: refreshed(services.diagnose, DOCTOR, clock),
      figures: refreshed(() => figuresOf(services), FIGURES, clock),
      disk: refreshed(() => diskUse(services.folders, manifest, clock), DISK, clock),
      calendarDays: (from, to) => market_calendar.days(from, to),
      failures: () => app.recentFailures.all(),
    },
    explorer: {
      dataset: served,
      sample,
      history: () => manifest.knownHistory(),
      knowsTicker: (ticker) => serving.read(async (snapshot) => snapshot.knowsAny([ticker])),
      brokersCsv: referenceFile('brokers.csv'),
      companiesCsv: referenceFile('companies.csv'),
      actions: services.actions,
    },
    newestDay: () => manifest.newestDay(),
    firstDay: untilChanged(version, async () => (await manifest.allPublishedDays())[0] ?? null),
    freshness: async () => data(),
    newsStates: () => news.states(),
  });

  const metricsApp = config.metrics_port === null ? null : createServer(config, clock);
  const ofMainPort = config.trust_proxy === '' ? 'this machine' : 'behind a proxy';
  metricsRoute(app, metrics, metricsApp ? 'nobody' : metricsAccess(config, ofMainPort));
  if (metricsApp) metricsRoute(metricsApp, metrics, metricsAccess(config, 'own port'));
  return { app, drain, metricsApp };
}

/** The news. A feed that is omitted is logged and counted. */
function newsOf(app: FastifyInstance, metrics: Metrics, services: AppServices): News {
  const countFeedError = metrics.counter(
    'news_feeds_absent',
    'Feeds omitted from a news response, by reason',
    ['source', 'reason'],
  );
  return new News({
    settings: services.news_settings,
    network: services.network,
    clock: services.clock,
    onFeedError(failure) {
      app.log.warn(failure, 'news feed omitted');
      countFeedError({ source: failure.source, reason: failure.reason });
    },
  });
}

/** What an operator does over HTTP. An invitation whose e-mail fails is made all the same, and logged. */
function adminServices(app: FastifyInstance, { invitations, ...services }: AppServices): AdminServices {
  return {
    ...services,
    invitations: {
      invite: async (...invitation) => {
        const { failure, ...made } = await invitations.invite(...invitation);
        if (failure !== undefined)
          app.log.error({ err: failure }, 'an invitation could not be sent by e-mail');
        return made;
      },
    },
  };
}

function metricsAccess({ metrics_token }: Config, otherwise: MetricsAccess): MetricsAccess {
  return metrics_token === '' ? otherwise : { token: metrics_token };
}
