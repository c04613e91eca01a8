import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CACHE_TTL_S,
  CYCLE_DAYS,
  EARLIEST_DATE,
  MAX_RANGE_DAYS,
  MAX_RENEWAL_DAYS,
  MAX_TICKERS,
  NEWS_TIMEOUT_S,
  PRICE_LOCK_HOURS,
  UPDATE_TIME_GMT,
} from '../../src/core/contract.ts';
import { referenceFile } from '../../src/server/settings-files.ts';
import { textOf } from '../support/guide.ts';

const GUIDES = readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.endsWith('.md'));

/** Each pattern finds a number of the contract in the guides, as its only group. */
test.each([
  [EARLIEST_DATE, /Data starts on (\S+)\.|`from` before (\S+):/g],
  [MAX_RANGE_DAYS, /(?:has at most|more than|takes at most) (3\d\d)\b/g],
  [MAX_TICKERS, /\b1 to (\d+) tickers/g],
  [CACHE_TTL_S, /(?:cached|held) for (\d+) seconds/g],
  [CYCLE_DAYS, /cycle is (\d+) days/g],
  [MAX_RENEWAL_DAYS, /(?:more than|no more than to|pass) (\d+) days from now/g],
  [PRICE_LOCK_HOURS, /(?:locks|keeps) its price for (\d+) hours/g],
  [UPDATE_TIME_GMT, /(?:arrives|and) at (\d\d:\d\d) GMT/g],
])('the guides state %s as the contract does', (value, pattern) => {
  const stated = GUIDES.flatMap((name) =>
    [...textOf(`docs/${name}`).matchAll(pattern)].map(([, first, second]) => [name, first ?? second]),
  );
  expect(stated.length).toBeGreaterThan(0);
  expect(stated).toEqual(stated.map(([name]) => [name, String(value)]));
});

test('the news settings of the package have the time-out of the contract', () => {
  expect(JSON.parse(referenceFile('news-sources.json'))).toMatchObject({
    deadline_ms: NEWS_TIMEOUT_S * 1000,
  });
});
