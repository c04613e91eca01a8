import { MarketCalendar } from '../api/endpoints/market/market.ts';
import type { AdmissionServices } from '../api/http/admission/admission.ts';
import type { IsoDate } from '../core/dates.ts';
import { invalidField } from '../core/errors.ts';
import type { CorporateActions } from '../core/market/corporate-actions.ts';
import { knownVersion, refuseDeleted } from '../market/serving/known-version.ts';
import type { MarketDatabase } from '../market/serving/market-database.ts';
import { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import { Briefs } from '../market/serving/queries/brief.ts';
import type { News } from '../news/news.ts';
import { marketEndpoints } from './endpoints.ts';
import { publishedData } from './published-data.ts';
import type { Stores } from './stores.ts';

/** Times whose endpoints are kept: they take milliseconds to make. */
const MAX_KEPT = 20;

interface Services extends Pick<Stores, 'manifest' | 'calendar' | 'clock' | 'saved'> {
  readonly actions: CorporateActions;
  readonly known_market: MarketDatabase;
}

/**
 * Finds the data that answers were made from at a time, and the endpoints that answer from it.
 * @param through the last day that the data has
 */
export function knownData(
  { manifest, calendar, actions, clock, known_market, saved }: Services,
  news: News,
  through?: IsoDate,
): AdmissionServices['knownAt'] {
  type Known = Awaited<ReturnType<AdmissionServices['knownAt']>>;
  const kept = new Map<string, Known & { readonly history: unknown }>();
  return async (known_at) => {
    if (known_at > clock.now().toISOString()) {
      throw invalidField('known_at', 'is in the future: omit it for the present answer');
    }
    const history = await manifest.knownHistory();
    refuseDeleted(history, known_at);
    let known = kept.get(known_at);
    // A change of the ledger that carries this time may have been committed after the last answer.
    if (known?.history !== history) {
      const version = await knownVersion(manifest, known_market, known_at);
      const { serving, market } = version;
      const then = { now: () => new Date(known_at), monotonic_ms: () => clock.monotonic_ms() };
      const { served, datasets } = publishedData(
        { ...version, manifest: version.manifest, calendar, actions, clock: then },
        through,
      );
      const known_calendar = new MarketCalendar(served);
      const adjusted = new AdjustedMeasures(market, actions);
      const briefs = new Briefs(adjusted, () => version.manifest.measures());
      const endpoints = marketEndpoints({
        ...{ serving, market, calendar: known_calendar, actions, news },
        ...{ adjusted, briefs, saved },
      });
      const byName = new Map(endpoints.map((each) => [each.name, each]));
      known = { history, datasets, endpointOf: (name) => byName.get(name) as (typeof endpoints)[number] };
      for (const oldest of kept.keys()) if (kept.size >= MAX_KEPT) kept.delete(oldest);
      kept.delete(known_at);
      kept.set(known_at, known);
    }
    return known;
  };
}
