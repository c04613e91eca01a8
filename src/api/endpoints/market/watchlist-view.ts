import * as z from 'zod';
import type { AdjustedMeasures } from '../../../market/serving/queries/adjusted-measures.ts';
import { type WatchedDay, watchedStocks } from '../../../market/serving/queries/watched-stocks.ts';
import { READ_ERRORS, type TickerReader } from '../../../market/serving/serving.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requestOf } from '../../http/requests/request-fields.ts';

/**
 * What the home page shows of a watchlist. It is not an operation of the API, which has the same figures, but is answered and charged like
 * one.
 * @param units for each view, by the operator's setting
 */
export function watchlistView(measures: AdjustedMeasures, serving: TickerReader, units: number) {
  return endpoint({
    route: 'GET /',
    name: 'view_watchlist',
    title: 'Own watchlist',
    group: 'Saved',
    description: 'The stocks of a watchlist on the newest day.',
    errors: READ_ERRORS,
    example: { tickers: ['BBCA'] },
    scope: 'data',
    input: requestOf({ tickers: z.array(z.string()) }),
    output: z.custom<WatchedDay>(),
    units: units === 0 ? 0 : () => units,
    depends_on: 'measures',
    isEmpty: () => false,
    answer: ({ tickers }, _caller, signal) => watchedStocks(measures, serving, tickers, signal),
  });
}
