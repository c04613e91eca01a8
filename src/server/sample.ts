import { MarketCalendar } from '../api/endpoints/market/market.ts';
import { type AnswerSource, Answers } from '../api/http/admission/answers.ts';
import type { CurrentSample, Sample } from '../api/http/sample-routes.ts';
import type { IsoDate } from '../core/dates.ts';
import type { CorporateActions } from '../core/market/corporate-actions.ts';
import type { MarketDatabase } from '../market/serving/market-database.ts';
import { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import type { Briefs } from '../market/serving/queries/brief.ts';
import type { Serving } from '../market/serving/serving.ts';
import type { News } from '../news/news.ts';
import { marketEndpoints } from './endpoints.ts';
import { knownData } from './known-data.ts';
import { publishedData } from './published-data.ts';
import type { Stores } from './stores.ts';

interface Services extends Stores {
  readonly serving: Serving;
  readonly market: MarketDatabase;
  readonly known_market: MarketDatabase;
  readonly actions: CorporateActions;
  readonly briefs: Briefs;
}

/** The present sample. It is made again when its last day changes. */
export function currentSample(
  services: Services,
  source: Pick<AnswerSource, 'cache' | 'names'>,
  news: News,
): CurrentSample {
  const { manifest, config } = services;
  const days_late = config.sample_delay_days;
  let known: Sample | undefined;
  return async () => {
    const days = await manifest.servedDays();
    const [from, through] = [days[0]?.trade_date, days.at(-1 - days_late)?.trade_date];
    if (from === undefined || through === undefined) return null;
    if (known?.through !== through || known.from !== from) {
      const made = sampleUpTo(through, services, source, news);
      known = { ticker: config.sample_ticker, from, through, days_late, ...made };
    }
    return known;
  };
}

function sampleUpTo(
  through: IsoDate,
  services: Services,
  { cache, names }: Pick<AnswerSource, 'cache' | 'names'>,
  news: News,
): Pick<Sample, 'endpoints' | 'answers'> {
  const { serving, market, briefs, saved } = services;
  const actions = actionsUpTo(through, services.actions);
  const { served, datasets } = publishedData({ ...services, actions }, through);
  const endpoints = marketEndpoints({
    ...{ serving, market, actions, news, briefs, saved },
    adjusted: new AdjustedMeasures(market, actions),
    calendar: new MarketCalendar(served),
  });
  const knownAt = knownData({ ...services, actions }, news, through);
  return {
    endpoints: new Map(endpoints.map((each) => [each.name, each])),
    answers: new Answers({ cache, names, datasets, knownAt }),
  };
}

/** Prices are adjusted to the shares of the last day of the sample. */
function actionsUpTo(last: IsoDate, actions: CorporateActions): CorporateActions {
  const upTo = (through: IsoDate | null) => (through !== null && through > last ? last : through);
  return {
    version: () => actions.version(),
    of: (ticker, after, through) => actions.of(ticker, after, upTo(through)),
    tickers: (after, through) => actions.tickers(after, upTo(through)),
  };
}
