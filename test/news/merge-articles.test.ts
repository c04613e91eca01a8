import { expect, test } from 'vitest';
import { type FeedArticle, merged, withinBytes } from '../../src/news/merge-articles.ts';

const article = (title: string, published_date: string | null = null, link = ''): FeedArticle => ({
  title,
  description: '',
  link,
  image_url: '',
  guid: null,
  published_date,
});
const titles = (articles: readonly FeedArticle[]) => articles.map(({ title }) => title).join(' ');

test('feeds are merged: each link once, newest first, undated last, ties in feed order', () => {
  const first = [article('a', null), article('b', '2026-01-01T00:00:00Z'), article('c', null, 'https://c/')];
  const second = [
    article('d', '2026-01-02T00:00:00Z'),
    article('e', null, 'https://c/'),
    article('f', '2026-01-01T00:00:00Z'),
  ];
  expect(titles(merged([first, second]))).toBe('d b f a c');
});

test('an answer that is too long keeps the first articles, and skips one that does not fit', () => {
  const bytes = Buffer.byteLength(JSON.stringify(article('x'))) + 1;
  const list = [article('a'), article('€'.repeat(1000)), article('b'), article('c')];
  expect(titles(withinBytes(list, 2 * bytes))).toBe('a b');
  expect(withinBytes(list, 1_000_000)).toEqual(list);
  // A character of three bytes.
  expect(withinBytes([article('€')], bytes + 1)).toEqual([]);
  expect(withinBytes([article('€')], bytes + 2)).toHaveLength(1);
});
