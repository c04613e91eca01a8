import { expect, test } from 'vitest';
import { accumulationEndpoint } from '../../../../src/api/endpoints/market/accumulation.ts';
import { briefEndpoint } from '../../../../src/api/endpoints/market/brief.ts';
import { brokerPositionEndpoint } from '../../../../src/api/endpoints/market/broker-position.ts';
import { brokerSummaryEndpoints } from '../../../../src/api/endpoints/market/broker-summary.ts';
import { foreignFlowEndpoints } from '../../../../src/api/endpoints/market/foreign-flow.ts';
import type { Operation } from '../../../../src/api/http/endpoint.ts';
import { isEmptyAnswer } from '../../../../src/api/http/responses/response-coverage.ts';

const NONE = {} as never;
const [flow, , dailyFlow] = foreignFlowEndpoints(NONE);
const [, , dailySummary] = brokerSummaryEndpoints(NONE, NONE);
const day = (foreign_buy: number, foreign_sell: number) => ({ foreign_buy, foreign_sell, net_foreign: 0 });

test.for<[string, Operation | undefined, unknown, unknown]>([
  ['accumulation', accumulationEndpoint(NONE), { volume: 0, label: 'Neutral' }, { volume: 1 }],
  ['brief', briefEndpoint(NONE, NONE), { date: null, lines: [] }, { date: '2026-01-19', lines: [] }],
  [
    'position',
    brokerPositionEndpoint(NONE, NONE),
    { traded_days: 0, days: [day(1, 1)] },
    { traded_days: 1, days: [] },
  ],
  ['daily summary', dailySummary, { length: 0 }, { length: 1 }],
  ['flow', flow, day(0, 0), day(0, 1)],
  ['daily flow', dailyFlow, [day(0, 0), day(0, 0)], [day(0, 0), day(1, 0)]],
  ['daily flow of sales', dailyFlow, [], [day(0, 1), day(0, 0)]],
])('an answer is empty without data: %s', ([, endpoint, empty, other]) => {
  const isEmpty = endpoint?.isEmpty ?? isEmptyAnswer;
  expect([isEmpty(empty as never), isEmpty(other as never)]).toEqual([true, false]);
});

test('a brief of a watchlist is of its account, and shared with nobody', () => {
  const { isOwn } = briefEndpoint(NONE, NONE);
  expect([isOwn?.({ watchlist: 'id' } as never), isOwn?.({} as never)]).toEqual([true, false]);
});
