import { expect, test } from 'vitest';
import { PUBLISHERS, startDemoNews } from '../../../src/cli/demo/demo-news.ts';
import { RIGHTS_ISSUE, STORIES } from '../../../src/cli/demo/stories.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { withLocalHosts } from '../../../src/network/local-hosts.ts';
import type { Network } from '../../../src/network/public-addresses.ts';
import { News } from '../../../src/news/news.ts';
import { readNewsSettings } from '../../../src/news/sources.ts';
import { afterThisTest } from '../../support/alir.ts';

const dialled: string[] = [];
const nowhere: Network = {
  resolve: async (host) => {
    dialled.push(host);
    return [];
  },
  dial: ({ hostname }) => {
    throw new Error(`${hostname} was dialled`);
  },
};

test('the news of the demo are read like those of publishers', async () => {
  const { settings, ports, close } = await startDemoNews();
  afterThisTest(close);
  const failures: unknown[] = [];
  const news = new News({
    settings: readNewsSettings(settings, 'the demo'),
    network: async () => withLocalHosts(nowhere, ports),
    clock: systemClock,
    onFeedError: (failure) => failures.push(failure),
  });
  const bySource = await news.latest();
  expect([failures, dialled]).toEqual([[], []]);
  for (const { name, items } of PUBLISHERS) {
    expect(bySource[name]?.map(({ title }) => title)).toEqual(items.map(({ title }) => title));
    expect(bySource[name]?.map(({ published_date }) => published_date?.slice(0, 10))).toEqual(
      items.map(({ date }) => date),
    );
  }
});

test('news about a ticker appear while one of its stories happens', () => {
  const stories = [...STORIES, RIGHTS_ISSUE];
  for (const { date, title, description } of PUBLISHERS.flatMap(({ items }) => items)) {
    for (const ticker of `${title} ${description}`.match(/\b[A-Z]{4}(?:-[A-Z])?\b/g) ?? []) {
      const own = stories.filter((story) => story.ticker?.startsWith(ticker.slice(0, 4)));
      expect([title, own.some(({ from, to }) => from <= date && date <= to)]).toEqual([title, true]);
    }
  }
});
