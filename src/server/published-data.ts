import { coverageSource } from '../api/endpoints/market/coverage.ts';
import type { Clock } from '../core/clock.ts';
import type { IsoDate } from '../core/dates.ts';
import type { TradingCalendar } from '../core/market/calendar.ts';
import type { CorporateActions } from '../core/market/corporate-actions.ts';
import { type MaybePromise, whenKnown } from '../core/maybe-promise.ts';
import type { Manifest } from '../ledger/manifest.ts';
import type { MarketDatabase } from '../market/serving/market-database.ts';
import type { Serving } from '../market/serving/serving.ts';

interface Services {
  readonly manifest: Pick<
    Manifest,
    | 'newestOfficialCheck'
    | 'servedDays'
    | 'allPublications'
    | 'servedPublications'
    | 'marketPublications'
    | 'knownPublications'
    | 'publications'
    | 'measures'
  >;
  readonly serving: Pick<Serving, 'read' | 'version'>;
  readonly market: Pick<MarketDatabase, 'days' | 'version'>;
  readonly calendar: TradingCalendar;
  readonly actions: CorporateActions;
  readonly clock: Clock;
}

const NO_LIMIT: IsoDate = '9999-12-31';

/**
 * The published data of the sources of answers: the serving files, the market files, the files of the lake, and those of the measures.
 * @param through the last day that the data has
 */
export function publishedData(
  { manifest, serving, market, calendar, actions, clock }: Services,
  through: IsoDate = NO_LIMIT,
) {
  const upTo = <Day extends { readonly trade_date: IsoDate }>(days: readonly Day[]) =>
    through === NO_LIMIT ? days : days.filter(({ trade_date }) => trade_date <= through);
  /** A version of files, with the newest comparison with the exchange and the corporate actions. */
  const withChecks = (version: () => MaybePromise<string>) => () =>
    whenKnown(version(), (files) =>
      whenKnown(
        manifest.newestOfficialCheck(),
        (check) => `${files}.${check}.${actions.version()}.${through}`,
      ),
    );
  const withVerified = async (days: readonly { trade_date: IsoDate; revision?: number }[]) => {
    const served = new Map((await manifest.servedDays()).map((day) => [day.trade_date, day]));
    return days.map(({ trade_date, revision }) => {
      const day = served.get(trade_date);
      const isServed = revision === undefined || revision === day?.revision;
      const { verified = null, compared = null } = (isServed && day) || {};
      return { trade_date, verified, compared };
    });
  };
  const served = {
    calendar,
    clock,
    datasetVersion: withChecks(() => serving.version()),
    publishedDays: async () => upTo(await manifest.servedDays()),
    isComplete: async () => (await manifest.servedPublications()) === (await manifest.knownPublications()),
  };
  const ofMarket = {
    calendar,
    clock,
    datasetVersion: withChecks(() => market.version()),
    publishedDays: async () =>
      withVerified(upTo((await market.days()).map((trade_date) => ({ trade_date })))),
  };
  const ofLake = {
    calendar,
    clock,
    datasetVersion: withChecks(() => whenKnown(manifest.knownPublications(), String)),
    publishedDays: async () => withVerified(upTo(await manifest.allPublications())),
  };
  const measured = () => whenKnown(manifest.measures(), ({ publications }) => publications);
  const ofMeasures = {
    calendar,
    clock,
    datasetVersion: withChecks(() => whenKnown(measured(), String)),
    publishedDays: async () => withVerified(upTo((await manifest.measures()).files)),
  };
  const sourceOf = (days: Parameters<typeof coverageSource>[0], publication: () => MaybePromise<number>) => ({
    version: days.datasetVersion,
    publication,
    coverage: coverageSource(days, serving, actions),
  });
  return {
    /** The days that the serving files have. */
    served,
    /** The data that an endpoint can depend on. */
    datasets: {
      dataset: sourceOf(served, () => manifest.servedPublications()),
      market: sourceOf(ofMarket, () => manifest.marketPublications()),
      // It is not cached: the files of the lake are replaced before another process notices that the ledger has changed.
      trades: sourceOf(ofLake, () => manifest.publications()),
      measures: sourceOf(ofMeasures, measured),
    },
  };
}
