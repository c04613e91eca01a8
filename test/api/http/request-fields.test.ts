import { describe, expect, test } from 'vitest';
import * as fields from '../../../src/api/http/requests/request-fields.ts';
import { validated } from '../../../src/api/http/requests/validation.ts';
import type { AlirError } from '../../../src/core/errors.ts';

const schema = fields
  .requestOf({
    ticker: fields.ticker,
    tickers: fields.tickers,
    ...fields.dateRange,
    market: fields.market.default('RG'),
    investor: fields.investor,
    top: fields.wholeNumber(50, 'Rows'),
    code: fields.brokerCode,
    brokers: fields.brokers,
  })
  .superRefine(fields.checkRange);

const VALID = {
  ticker: 'BBCA',
  tickers: ['BBCA'],
  from: '2026-01-05',
  to: '2026-01-09',
  market: 'NG',
  investor: 'f',
  top: 3,
  code: 'AK',
  brokers: ['AK'],
};
const SENT = { ...VALID, brokers: 'AK' };

function problemsOf(sent: unknown): string[] {
  try {
    validated(schema, sent);
    return [];
  } catch (error) {
    return (error as AlirError).fields.map(({ field, message }) => `${field} ${message}`);
  }
}

const codes = (count: number) =>
  Array.from({ length: count }, (_, n) => n.toString(36).padStart(2, '0')).join();
const BROKERS =
  'brokers must be 1 to 100 broker codes of 2 letters or digits, separated by commas, such as AK,BK';
const TICKER = 'is not a ticker: 1 to 12 letters, digits or dashes, such as BBCA or BRMS-W';

describe('the fields of a request', () => {
  test.each([
    [{}, {}],
    [{ ticker: ' brms-w2 ' }, { ticker: 'BRMS-W2' }],
    [{ ticker: 'abcdefghij-1' }, { ticker: 'ABCDEFGHIJ-1' }],
    [{ tickers: ['b', ' A ', 'B'] }, { tickers: ['B', 'A'] }],
    [{ market: undefined }, { market: 'RG' }],
    [
      { market: 'all', investor: 'ALL' },
      { market: 'ALL', investor: 'all' },
    ],
    [{ top: '50' }, { top: 50 }],
    [{ top: 1 }, { top: 1 }],
    [{ code: ' ak ' }, { code: 'AK' }],
    [{ brokers: ' xl ,ak,XL' }, { brokers: ['AK', 'XL'] }],
    [
      { from: '2025-01-01', to: '2026-01-01' },
      { from: '2025-01-01', to: '2026-01-01' },
    ],
    [{ to: '2026-01-05' }, { to: '2026-01-05' }],
  ])('%j is read as %j', (sent, read) => {
    expect(validated(schema, { ...SENT, ...sent })).toEqual({ ...VALID, ...read });
  });

  test.each<[object, string]>([
    [{ ticker: 'x'.repeat(32) }, `ticker "${'x'.repeat(32)}" ${TICKER}`],
    [{ ticker: 'x'.repeat(33) }, `ticker "${'x'.repeat(32)}..." ${TICKER}`],
    [{ tickers: undefined }, 'tickers is required: 1 to 50 tickers'],
    [{ market: ['RG', 'NG'] }, 'market must be given once, as one of RG, NG, ALL'],
    ...[0, 51, 1.5, true].map((top): [object, string] => [
      { top },
      'top must be a whole number from 1 to 50',
    ]),
    [
      { brokers: undefined },
      'brokers is required: 1 to 100 broker codes, separated by commas, such as AK,BK',
    ],
    [{ brokers: 'AK BK' }, BROKERS],
    [{ brokers: codes(101) }, BROKERS],
    [{ ['x'.repeat(65)]: 1 }, `${'x'.repeat(64)} is not a field of this endpoint: remove it`],
  ])('%j is refused', (sent, problem) => {
    expect(problemsOf({ ...SENT, ...sent })).toEqual([problem]);
  });

  test('have at most 20 problems in one error, and 100 brokers', () => {
    const unknown = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`x${n}`, 1]));
    expect(problemsOf({ ...SENT, ...unknown })).toHaveLength(20);
    expect(problemsOf({ ...SENT, brokers: codes(100) })).toEqual([]);
    expect(problemsOf([])).toEqual(['body must be a JSON object']);
  });
});
