import { describe, expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { News } from '../../src/news/news.ts';
import { test } from '../support/fixtures.ts';
import { item, type Publishers, rss } from '../support/publishers.ts';

/** A feed whose address has a secret in its query. */
const FEED = 'https://a.example/rss?key=hush';
const PLACE = 'a.example/rss?key=hush';

async function latest(publishers: Publishers, max_feed_bytes = 100_000) {
  const absences: object[] = [];
  const news = new News({
    settings: {
      deadline_ms: 5000,
      feed_timeout_ms: 5000,
      max_feed_bytes,
      sources: [{ name: 'A', on: true, feeds: [FEED], hosts: ['a.example'], time_zone: 'UTC' }],
    },
    network: async () => publishers.network,
    clock: systemClock,
    onFeedError: (absence) => absences.push(absence),
  });
  const articles = await news.latest();
  expect(publishers.requests[0]).toBe(PLACE);
  return { absences, articles };
}

describe('the query of a feed URL is in no log line', () => {
  test.for<[string, (publishers: Publishers) => void]>([
    ['that is not there', () => {}],
    [
      'whose connection breaks',
      (publishers) => publishers.serve(PLACE, (_request, response) => response.destroy()),
    ],
    [
      'that is not HTTP',
      (publishers) => publishers.serve(PLACE, (_request, { socket }) => socket?.end('hush\r\n\r\n')),
    ],
    ['that is HTML', (publishers) => publishers.serve(PLACE, `<!doctype html><a href="${FEED}">${FEED}</a>`)],
    ['that is broken XML', (publishers) => publishers.serve(PLACE, `<rss><channel><item>${FEED}<`)],
    ['that is empty', (publishers) => publishers.serve(PLACE, '')],
    ['that is too large', (publishers) => publishers.serve(PLACE, 'hush'.repeat(50_000))],
    [
      'that redirects to another host',
      (publishers) => publishers.redirect(PLACE, 'https://b.example/rss?key=hush'),
    ],
    [
      'that redirects to another port',
      (publishers) => publishers.redirect(PLACE, 'https://a.example:81/?key=hush'),
    ],
    ['that redirects to a password', (publishers) => publishers.redirect(PLACE, 'https://x:hush@a.example/')],
    ['that redirects to no address', (publishers) => publishers.redirect(PLACE, 'https://?key=hush')],
    ['that redirects without end', (publishers) => publishers.redirect(PLACE, '/rss?key=hush')],
    [
      'whose unknown charset it names',
      (publishers) => publishers.serve(PLACE, 'x', { 'content-type': 'text/xml; charset=hush' }),
    ],
  ])('of a feed %s', async ([, answer], { publishers }) => {
    answer(publishers);
    const { absences, articles } = await latest(publishers);
    expect(articles).toEqual({});
    expect(absences).toMatchObject([{ source: 'A', feed: 'https://a.example/rss' }]);
    expect(JSON.stringify(absences)).not.toContain('hush');
  });

  test('of a feed whose name resolves to a private address', async ({ publishers }) => {
    publishers.resolveTo('a.example', '10.0.0.1');
    const absences: object[] = [];
    const news = new News({
      settings: {
        deadline_ms: 5000,
        feed_timeout_ms: 5000,
        max_feed_bytes: 1000,
        sources: [{ name: 'A', on: true, feeds: [FEED], hosts: ['a.example'], time_zone: 'UTC' }],
      },
      network: async () => publishers.network,
      clock: systemClock,
      onFeedError: (absence) => absences.push(absence),
    });
    await news.latest();
    expect(publishers.dialled).toEqual([]);
    expect(absences).toMatchObject([{ feed: 'https://a.example/rss', reason: 'refused' }]);
    expect(JSON.stringify(absences)).not.toContain('hush');
  });
});

test('the query of a feed URL is in no article, also with relative links', async ({ publishers }) => {
  const links = ['/1', '2', '?x=3', '#4', '', '.', '//a.example/5'];
  publishers.serve(
    PLACE,
    rss(
      ...links.map((link, place) =>
        item({ title: `T${place}`, link, description: '&lt;img src="#i"&gt;text' }),
      ),
    ),
  );
  const { absences, articles } = await latest(publishers);
  expect(absences).toEqual([]);
  expect(articles.A).toHaveLength(links.length);
  expect(JSON.stringify(articles)).not.toContain('hush');
});
