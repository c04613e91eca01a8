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

/** The problems of a request, each with its field. */
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
    [{ ticker: undefined }, 'ticker is required: a ticker such as BBCA'],
    [{ ticker: ['A', 'B'] }, 'ticker must be given once, as a ticker such as BBCA'],
    [{ ticker: 5 }, 'ticker must be a ticker such as BBCA'],
    [{ ticker: 'abcdefghij-12' }, `ticker "abcdefghij-12" ${TICKER}`],
    [{ ticker: 'x'.repeat(32) }, `ticker "${'x'.repeat(32)}" ${TICKER}`],
    [{ ticker: 'x'.repeat(33) }, `ticker "${'x'.repeat(32)}..." ${TICKER}`],
    [{ ticker: 'IDX:bbca' }, 'ticker "IDX:bbca" is a symbol in the format of another service: send BBCA'],
    [{ tickers: undefined }, 'tickers is required: 1 to 50 tickers'],
    [{ tickers: 'BBCA' }, 'tickers must be an array of tickers'],
    [{ tickers: [] }, 'tickers must have 1 to 50 tickers; it is empty'],
    [
      { tickers: Array(51).fill('A') },
      'tickers must have 1 to 50 tickers; split a longer list into several requests',
    ],
    [{ tickers: ['A', '?'] }, `tickers[1] "?" ${TICKER}`],
    [{ from: undefined }, 'from is required: a date as YYYY-MM-DD'],
    [{ from: '5 Jan' }, 'from "5 Jan" is not a date: write it as YYYY-MM-DD'],
    [{ to: '2026-02-30' }, 'to "2026-02-30" does not exist in the calendar'],
    [{ from: '2024-12-31' }, 'from must be 2025-01-01 or later: earlier data is not available'],
    [{ to: '2026-01-04' }, 'to must not be before the first day of the range, 2026-01-05'],
    [
      { to: '2027-01-06' },
      'to is too late: the range has 367 days, and the maximum is 366 days, including the first and the last day',
    ],
    [{ market: 'TN' }, 'market must be one of RG, NG, ALL'],
    [{ market: ['RG', 'NG'] }, 'market must be given once, as one of RG, NG, ALL'],
    [{ investor: undefined }, 'investor is required: one of all, f, d'],
    ...[0, 51, '0', '1.5', '', '1e1', ' 1', 1.5, true].map((top): [object, string] => [
      { top },
      'top must be a whole number from 1 to 50',
    ]),
    [{ code: 'AKX' }, 'code "AKX" is not a broker code: send 2 letters or digits, such as AK'],
    [
      { brokers: undefined },
      'brokers is required: 1 to 100 broker codes, separated by commas, such as AK,BK',
    ],
    [{ brokers: 'AK,' }, BROKERS],
    [{ brokers: 'AK BK' }, BROKERS],
    [{ brokers: codes(101) }, BROKERS],
    [{ x: 1 }, 'x is not a field of this endpoint: remove it'],
    [{ ['x'.repeat(65)]: 1 }, `${'x'.repeat(64)} is not a field of this endpoint: remove it`],
  ])('%j is refused', (sent, problem) => {
    const read = { ...SENT, ...(sent as { from?: string }) };
    // The check of the range would add a problem.
    const expected =
      read.from === '2024-12-31' ? [problem, expect.stringContaining('to is too late')] : [problem];
    expect(problemsOf(read)).toEqual(expected);
  });

  test('have at most 20 problems in one error, and 100 brokers', () => {
    const unknown = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`x${n}`, 1]));
    expect(problemsOf({ ...SENT, ...unknown })).toHaveLength(20);
    expect(problemsOf({ ...SENT, brokers: codes(100) })).toEqual([]);
    expect(problemsOf([])).toEqual(['body must be a JSON object']);
  });
});
