import type { z } from 'zod';
import { byTicker } from '../core/by-ticker.ts';
import {
  checkRange,
  dateRange,
  investor,
  market,
  requestOf,
  ticker,
  tickers,
} from '../core/request-fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Serving } from '../serving/serving.ts';
import { type BrokerSummaryQuestion, brokerSummary } from './broker-summary.ts';

const input = requestOf({ ticker, ...dateRange, investor, market: market.default('RG') }).superRefine(
  checkRange,
);

const batchInput = requestOf({
  tickers,
  ...dateRange,
  investor: investor.default('all'),
  market: market.default('RG'),
}).superRefine(checkRange);

/** GET /stocks/broker-summary: an array of broker rows. */
export function brokerSummaryEndpoint(serving: Serving): Endpoint<BrokerSummaryQuestion, unknown> {
  return {
    method: 'GET',
    path: '/stocks/broker-summary',
    input,
    units: () => 1,
    depends_on: 'dataset',
    answer: (question) => serving.read((snapshot) => brokerSummary(snapshot, question)),
  };
}

/** POST /stocks/broker-summary/batch: an object with an array of broker rows for each distinct ticker. */
export function brokerSummaryBatchEndpoint(serving: Serving): Endpoint<z.output<typeof batchInput>, unknown> {
  return {
    method: 'POST',
    path: '/stocks/broker-summary/batch',
    input: batchInput,
    units: ({ tickers }) => tickers.length,
    depends_on: 'dataset',
    answer: ({ tickers, ...rest }) =>
      serving.read((snapshot) => byTicker(tickers, (ticker) => brokerSummary(snapshot, { ticker, ...rest }))),
  };
}
