import { describe, expect, test, vi } from 'vitest';
import { FeedReader } from '../../src/news/feed-reader.ts';
import { afterThisTest } from '../support/alir.ts';
import { item, rss } from '../support/publishers.ts';

function readerOf(timeout_ms?: number): FeedReader {
  const reader = new FeedReader(timeout_ms);
  afterThisTest(() => reader.close());
  return reader;
}

const feedOf = (text: string) => ({
  url: 'https://a.example/rss',
  content_type: '',
  bytes: Buffer.from(text),
});
const small = (title: string) => feedOf(rss(item({ title })));

describe('the reader of feeds', () => {
  test('reads in its own thread, and reports errors', async () => {
    const reader = readerOf();
    expect(await reader.read(small('One'), 'UTC')).toMatchObject([{ title: 'One' }]);
    await expect(reader.read(feedOf('<html>'), 'UTC')).rejects.toMatchObject({ reason: 'not_a_feed' });
    await expect(reader.read(feedOf(rss()), 'UTC')).rejects.toMatchObject({ reason: 'empty' });
  });

  test('reads a feed whose buffer shares memory with others, and does not detach it', async () => {
    const reader = readerOf();
    const feed = small('Pooled');
    expect(feed.bytes.buffer.byteLength).toBeGreaterThan(feed.bytes.length);
    expect(await reader.read(feed, 'UTC')).toMatchObject([{ title: 'Pooled' }]);
    expect(feed.bytes.toString()).toContain('Pooled');
  });

  test('ends a feed that takes too long, replaces its thread, and reads the others', async () => {
    const reader = readerOf(500);
    const title = '&amp;'.repeat(20_000);
    const long = rss(...Array.from({ length: 100 }, () => item({ title, description: title })));
    const given_up = expect(reader.read(feedOf(long), 'UTC')).rejects.toMatchObject({ reason: 'unreadable' });
    await given_up;
    expect(await reader.read(small('Two'), 'UTC')).toMatchObject([{ title: 'Two' }]);
  });

  test('gives a feed a second, and ends its time with its answer, so that it does not end the next one', async () => {
    const [started, ended] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    const reader = readerOf();
    await reader.read(small('One'), 'UTC');
    const timer = started.mock.calls.findIndex(([, ms]) => ms === 1000);
    expect(ended).toHaveBeenCalledWith(started.mock.results[timer]?.value);
  });

  test('reads the shortest feed first', async () => {
    const reader = readerOf();
    const order: string[] = [];
    const reading = ['a'.repeat(3000), 'b'.repeat(30), 'c'.repeat(300)].map((title) =>
      reader.read(small(title), 'UTC').then(() => order.push(title.slice(0, 1))),
    );
    await Promise.all(reading);
    expect(order.join('')).toBe('bca');
  });

  test('rejects waiting reads when it is closed', async () => {
    const reader = new FeedReader();
    const unread = [small('One'), small('Two')].map((feed) =>
      expect(reader.read(feed, 'UTC')).rejects.toMatchObject({ reason: 'late' }),
    );
    await reader.close();
    await Promise.all(unread);
    await expect(reader.read(small('Three'), 'UTC')).rejects.toMatchObject({ reason: 'late' });
  });
});
