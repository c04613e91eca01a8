import { describe, expect, test } from 'vitest';
import { isAllowedHost, readNewsSettings } from '../../src/news/sources.ts';

const SOURCE = {
  name: 'Kontan',
  on: true,
  feeds: ['https://rss.kontan.co.id/saham'],
  hosts: ['kontan.co.id'],
  time_zone: 'Asia/Jakarta',
};
const SETTINGS = { deadline_ms: 3000, feed_timeout_ms: 2500, max_feed_bytes: 500_000, sources: [SOURCE] };

const read = (settings: object) => readNewsSettings(JSON.stringify(settings), 'news.json');

/** The first entry that a file is refused for. */
const refusalOf = (settings: object) => {
  try {
    return { accepted: read(settings) };
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a file of news sources', () => {
  test('is accepted at the limits', () => {
    expect(read(SETTINGS)).toEqual(SETTINGS);
    const limits = { deadline_ms: 1, feed_timeout_ms: 10_000, max_feed_bytes: 2_000_000, sources: [] };
    expect(read(limits)).toEqual(limits);
    const [feed = ''] = SOURCE.feeds;
    const feeds = { feeds: Array(20).fill(feed), hosts: Array(100).fill('kontan.co.id') };
    const largest = (n: number) => ({ ...SOURCE, ...feeds, name: `k${n}`.padEnd(64, 'x') });
    const sources = Array.from({ length: 50 }, (_, n) => largest(n));
    expect(read({ ...SETTINGS, sources }).sources).toEqual(sources);
  });

  test.each<[change: object, says: string]>([
    [{ deadline_ms: 0 }, 'deadline_ms must be a whole number from 1 to 10000'],
    [{ deadline_ms: 10_001 }, 'deadline_ms must be a whole number from 1 to 10000'],
    [{ feed_timeout_ms: 2.5 }, 'feed_timeout_ms must be a whole number from 1 to 10000'],
    [{ max_feed_bytes: 2_000_001 }, 'max_feed_bytes must be a whole number from 1 to 2000000'],
    [{ sources: {} }, 'sources must be a list of at most 50 sources'],
    [{ sources: Array(51).fill(SOURCE) }, 'sources must be a list of at most 50 sources'],
    [{ sources: [SOURCE, SOURCE] }, 'sources contains a source twice'],
  ])('is refused, case %#', (change, says) => {
    expect(refusalOf({ ...SETTINGS, ...change })).toContain(says);
  });

  test.each<[change: object, says: string]>([
    [{ name: '2kontan' }, 'name must be 1 to 64 letters, digits, - or _, and start with a letter'],
    [{ name: 'k'.repeat(65) }, 'name must be 1 to 64 letters'],
    [{ on: 'yes' }, 'on must be true or false'],
    [{ feeds: [] }, 'feeds must be a list of 1 to 20'],
    [{ feeds: Array(21).fill(SOURCE.feeds[0]) }, 'feeds must be a list of 1 to 20'],
    [{ hosts: Array(101).fill('kontan.co.id') }, 'hosts must be a list of 1 to 100'],
    [{ feeds: ['ftp://kontan.co.id/a'] }, 'feeds.0 must be an http or https URL, without a password'],
    [{ feeds: ['https://a:b@kontan.co.id/'] }, 'feeds.0 must be an http or https URL, without a password'],
    [
      { feeds: ['https://kontan.co.id.example.com/'] },
      'feeds.0 must be on one of the hosts of the same source',
    ],
    [{ hosts: ['Kontan.co.id'] }, 'hosts.0 must be a host name in lower case'],
    [{ time_zone: 'Jakarta' }, 'time_zone must be an IANA time zone, such as Asia/Jakarta'],
  ])('is refused for a source with %j', (change, says) => {
    expect(refusalOf({ ...SETTINGS, sources: [{ ...SOURCE, ...change }] })).toContain(says);
  });
});

test.each([
  ['kontan.co.id', true],
  ['rss.kontan.co.id', true],
  ['notkontan.co.id', false],
  ['kontan.co.id.example.com', false],
])('%s is on the host kontan.co.id: %s', (host, isAllowed) => {
  expect(isAllowedHost(['kontan.co.id'], host)).toBe(isAllowed);
});
