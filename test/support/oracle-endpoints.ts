import { expect } from 'vitest';
import type { TestAlir } from './alir.ts';
import type { Oracle } from './oracle.ts';
import { expectRounded } from './rounded.ts';

export const MARKETS = ['RG', 'NG', 'ALL'] as const;
export const INVESTORS = ['all', 'f', 'd'] as const;
export const ORDERS = ['net', 'buy', 'sell', 'percent', 'streak'] as const;

/** A range of counterparties has at most 31 days. */
const LONGEST_PAIRS_MS = 30 * 86_400_000;

/** Everything that an endpoint can be asked. */
export interface Question {
  readonly from: string;
  readonly to: string;
  readonly ticker: string;
  readonly market: string;
  readonly investor: string;
  readonly broker: string;
  readonly order: string;
  readonly top: number;
  readonly limit: number;
}

interface Endpoint {
  /** Its parameters besides the range. */
  readonly takes: readonly (keyof Question)[];
  readonly expected: (oracle: Oracle, asked: Question, broker: string) => unknown;
}

const OF_BROKERS = ['ticker', 'market', 'investor'] as const;
const OF_STOCK = ['ticker', 'market'] as const;
const OF_MARKET = ['market', 'investor'] as const;

/** The endpoints whose answers the oracle knows. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/stocks/broker-summary': { takes: OF_BROKERS, expected: (oracle, asked) => oracle.brokerSummary(asked) },
  '/stocks/broker-summary/daily': {
    takes: OF_BROKERS,
    expected: (oracle, asked) => oracle.dailyBrokerSummary(asked),
  },
  '/stocks/broker-inventory': {
    takes: [...OF_BROKERS, 'top'],
    expected: (oracle, asked) => oracle.brokerInventory(asked, asked.top),
  },
  '/stocks/accumulation': { takes: OF_BROKERS, expected: (oracle, asked) => oracle.accumulation(asked) },
  '/stocks/ohlcv': { takes: OF_STOCK, expected: (oracle, asked) => oracle.ohlcv(asked) },
  '/stocks/counterparties': { takes: OF_STOCK, expected: (oracle, asked) => oracle.counterparties(asked) },
  '/foreign-flow': { takes: OF_STOCK, expected: (oracle, asked) => oracle.foreignFlow(asked) },
  '/foreign-flow/daily': { takes: OF_STOCK, expected: (oracle, asked) => oracle.dailyForeignFlow(asked) },
  '/market/daily': { takes: ['market'], expected: (oracle, asked) => oracle.marketDaily(asked) },
  '/foreign-flow/ranking': {
    takes: ['market', 'order', 'limit'],
    expected: (oracle, asked) => oracle.foreignFlowRanking(asked),
  },
  '/brokers/ranking': { takes: OF_MARKET, expected: (oracle, asked) => oracle.brokerRanking(asked) },
  '/brokers/{broker}/summary': {
    takes: OF_MARKET,
    expected: (oracle, asked, broker) => oracle.brokerStocks(broker, asked),
  },
};

export async function dataOf(alir: TestAlir, path: string, query: object): Promise<any> {
  const { status, body } = await alir.get(path, { ...query } as Record<string, string>);
  expect([path, query, status]).toEqual([path, query, 200]);
  return body.data;
}

/** Compares the answer of an endpoint with that of the oracle. @returns the data */
export async function expectOracle(
  { alir, oracle }: { alir: TestAlir; oracle: Oracle },
  path: string,
  question: Question,
): Promise<any> {
  const { takes, expected } = ENDPOINTS[path] ?? expect.unreachable(path);
  const { from, broker } = question;
  const last = new Date(Date.parse(from) + LONGEST_PAIRS_MS).toISOString().slice(0, 10);
  const to = path === '/stocks/counterparties' && last < question.to ? last : question.to;
  const given = Object.fromEntries(takes.map((name) => [name, question[name]]));
  const asked = { from, to, ...given } as unknown as Question;
  const data = await dataOf(alir, path.replace('{broker}', broker), asked);
  const answer = expected(oracle, asked, broker);
  // The oracle rounds everything but the figures of the accumulation.
  if (path === '/stocks/accumulation') expectRounded(data, answer);
  else expect([path, asked, data]).toEqual([path, asked, answer]);
  return data;
}
