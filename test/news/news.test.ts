import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { News } from '../../src/news/news.ts';
import { SetClock } from '../support/alir.ts';
import { item, Publishers, rss } from '../support/publishers.ts';

const FEEDS = ['https://a.example/one', 'https://a.example/two'];

test('a feed is requested again on the condition of its last answer; after a failure without one', async () => {
  const publishers = await Publishers.start();
  const asked: (string | undefined)[] = [];
  let isBroken = false;
  let etag = '"1"';
  publishers.serve('a.example/one', (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.headers['if-none-match']);
    if (isBroken) response.writeHead(500).end();
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/xml', etag })
        .end(rss(item({ title: 'One', link: 'https://a.example/1' })));
  });
  publishers.serve('a.example/two', rss(item({ title: 'Two', link: 'https://a.example/2' })));
  const failures: object[] = [];
  const clock = new SetClock();
  const source = { name: 'A', on: true, feeds: FEEDS, hosts: ['a.example'], time_zone: 'UTC' };
  const news = new News({
    settings: {
      ...{ deadline_ms: 60_000, feed_timeout_ms: 60_000, max_feed_bytes: 100_000 },
      sources: [source, { ...source, name: 'B', on: false }],
    },
    network: async () => publishers.network,
    clock,
    onFeedError: (failure) => failures.push(failure),
  });
  const titles = async () => (await news.latest()).A?.map(({ title }) => title).toSorted();
  expect(news.states()).toEqual([{ source: 'A', checked_at: null, articles: 0, feeds: 2, failed_feeds: 0 }]);
  for (let times = 0; times < 2; times++) expect(await titles()).toEqual(['One', 'Two']);
  isBroken = true;
  expect(await titles()).toEqual(['Two']);
  const state = { source: 'A', checked_at: clock.time, feeds: 2 };
  expect(news.states()).toEqual([{ ...state, articles: 1, failed_feeds: 1 }]);
  expect(failures).toMatchObject([{ source: 'A', feed: FEEDS[0] }]);
  isBroken = false;
  etag = '"2"';
  expect(await titles()).toEqual(['One', 'Two']);
  expect(news.states()).toEqual([{ ...state, articles: 2, failed_feeds: 0 }]);
  await titles();
  expect(asked).toEqual([undefined, '"1"', '"1"', undefined, '"2"']);
});
