import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Reference } from '../../api/openapi/reference.ts';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import type { Signup } from '../../core/commerce-terms.ts';
import { MarketCalendar } from '../../market/serving/queries/market-calendar.ts';
import { EXPLORER_DATA, explorerCaller } from '../sessions/explorer-caller.ts';
import { type SessionServices, withSessions } from '../sessions/sessions.ts';
import { accountPages } from './account/account.ts';
import type { AccountPageServices } from './account/account-services.ts';
import { type BriefServices, briefPages } from './brief/brief-page.tsx';
import { comparePage } from './compare/compare-page.tsx';
import { docsPages } from './docs/docs.tsx';
import { playgroundPage } from './docs/playground-page.tsx';
import { referencePages } from './docs/reference.tsx';
import type { ExplorerServices } from './explorer/explorer-answers.tsx';
import { stockNames } from './explorer/explorer-names.ts';
import { explorerPages } from './explorer/explorer-pages.tsx';
import { assetRoutes } from './framework/assets.ts';
import { errorPage } from './framework/error-page.tsx';
import { OpenPages, pageRoutes } from './framework/render.tsx';
import { type HomeServices, homeRoute } from './offer/home.tsx';
import { pricingRoute } from './offer/pricing.tsx';
import { operatorRoutes } from './operator/operator-routes.tsx';
import type { OperatorServices } from './operator/operator-services.ts';
import { type ScreensServices, screensPages } from './screens/screens-page.tsx';
import { signInPages } from './sign-in/sign-in.tsx';
import { type SignInServices, signInForms } from './sign-in/sign-in-forms.ts';
import { snapshotPages } from './snapshots/snapshot-pages.tsx';
import { type StatusServices, statusRoute } from './status/status.tsx';
import { watchlistPages } from './watchlist/watchlist-page.tsx';

export interface ConsoleServices
  extends SessionServices,
    SignInServices,
    AccountPageServices,
    Omit<ExplorerServices, 'sources'>,
    Omit<HomeServices, 'pages' | 'calendar' | 'preview' | 'sample'>,
    Omit<BriefServices, 'pages'>,
    ScreensServices,
    Omit<StatusServices, 'pages' | 'calendar'> {
  /** Every request of the API, for the documentation. */
  readonly reference: () => Reference;
  /** Registers the requests of market data below a prefix, for callers whom `callerOf` finds. */
  admitData(
    scope: FastifyInstance,
    prefix: string,
    callerOf: (request: FastifyRequest) => Promise<Caller>,
  ): void;
  readonly operator: OperatorServices;
  readonly signup: Signup;
  readonly watchlist_units: number;
}

/** Registers the console: its assets, its pages, and errors as pages. */
export function consoleRoutes(app: FastifyInstance, services: ConsoleServices): void {
  app.errorPage = errorPage;
  app.watchlist_units = services.watchlist_units;
  withSessions(app, services, (scope, sessions) => {
    signInForms(scope, sessions, services);
    services.admitData(scope, EXPLORER_DATA, (request) => explorerCaller(services, request));
    pagesIn(scope, services);
  });
}

/** @param scope in which requests know their visitor */
function pagesIn(scope: FastifyInstance, services: ConsoleServices): void {
  const pages = new OpenPages();
  const calendar = new MarketCalendar(services.explorer.dataset);
  pageRoutes(scope, (routes) => {
    assetRoutes(routes);
    const preview = explorerPages(routes, services);
    signInPages(routes, { sendsMail: services.mailer !== null, signup: services.signup, preview });
    homeRoute(routes, { ...services, ...services.explorer, calendar, pages, preview });
    docsPages(routes, { ...services, pages });
    referencePages(routes, { ...services, pages });
    playgroundPage(routes, services);
    const names = stockNames(services.explorer);
    watchlistPages(routes, services, names);
    screensPages(routes, services, names);
    comparePage(routes, services, names);
    briefPages(routes, { ...services, pages });
    statusRoute(routes, { ...services, calendar, pages });
    pricingRoute(routes, { ...services, pages });
    snapshotPages(routes, { ...services, pages });
    accountPages(routes, services);
    operatorRoutes(routes, services.operator);
  });
}
