import type { z } from 'zod';
import { byTicker } from '../core/by-ticker.ts';
import { checkRange, dateRange, market, requestOf, ticker, tickers } from '../core/request-fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Serving } from '../serving/serving.ts';
import { type ForeignFlowQuestion, foreignFlow } from './foreign-flow.ts';

const input = requestOf({ ticker, ...dateRange, market: market.default('ALL') }).superRefine(checkRange);

const batchInput = requestOf({ tickers, ...dateRange, market: market.default('ALL') }).superRefine(
  checkRange,
);

/** GET /foreign-flow: one foreign-flow object. */
export function foreignFlowEndpoint(serving: Serving): Endpoint<ForeignFlowQuestion, unknown> {
  return {
    method: 'GET',
    path: '/foreign-flow',
    input,
    units: () => 1,
    depends_on: 'dataset',
    answer: (question) => serving.read((snapshot) => foreignFlow(snapshot, question)),
  };
}

/** POST /foreign-flow/batch: an object with a foreign-flow object for each distinct ticker. */
export function foreignFlowBatchEndpoint(serving: Serving): Endpoint<z.output<typeof batchInput>, unknown> {
  return {
    method: 'POST',
    path: '/foreign-flow/batch',
    input: batchInput,
    units: ({ tickers }) => tickers.length,
    depends_on: 'dataset',
    answer: ({ tickers, ...rest }) =>
      serving.read((snapshot) => byTicker(tickers, (ticker) => foreignFlow(snapshot, { ticker, ...rest }))),
  };
}
