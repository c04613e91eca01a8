import { existsSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { Network } from '../../src/network/public-addresses.ts';
import { readNewsSettings } from '../../src/news/sources.ts';
import { TestAlir } from '../support/alir.ts';
import { csv, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { item, newsSources, Publishers, rss, type TestSource } from '../support/publishers.ts';
import { sized } from '../support/size.ts';
import { ON_POSTGRES } from '../support/test-ledger.ts';

/** A limit in real time that a feed meets also on a busy machine. */
const AMPLE_MS = 5000;
const CALLS = ON_POSTGRES ? 100 : sized(200, 1000);

async function alirWith(publishers: Publishers, sources: TestSource[], settings = {}): Promise<TestAlir> {
  const environment = { ALIR_NEWS_SOURCES: await newsSources(sources, settings) };
  return TestAlir.open({ environment, network: publishers.network });
}

const one = (name: string, ...feeds: string[]): TestSource => ({ name, feeds });
const simple = (title: string, link = `https://a.example/${title}`) => item({ title, link });

describe('GET /news', () => {
  test('returns the articles of each source that is not disabled, in the order of the sources, with all seven fields', async () => {
    const publishers = await Publishers.start();
    publishers.serve(
      'b.example/rss',
      rss(
        item({ title: 'Older', link: 'https://b.example/1', pubDate: 'Mon, 05 Jan 2026 08:00:00 +0700' }),
        item({ title: 'Undated', link: 'https://b.example/2', description: 'Said <![CDATA[<b>so</b>]]>' }),
        item({
          title: 'Newer',
          link: 'https://b.example/3',
          guid: 'three',
          pubDate: 'Mon, 05 Jan 2026 09:00:00 +0700',
          thumbnail: 'https://b.example/3.jpg',
        }),
      ),
    );
    publishers.serve('a.example/1', rss(simple('One'), simple('Both')));
    publishers.serve('a.example/2', rss(simple('Both again', 'https://a.example/Both'), simple('Two')));
    const alir = await alirWith(publishers, [
      one('Beta', 'https://b.example/rss'),
      one('Alpha', 'https://a.example/1', 'https://a.example/2', 'https://a.example/gone'),
      { ...one('Gamma', 'https://c.example/rss'), on: false },
    ]);
    const { status, body } = await alir.request('/news');
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['Beta', 'Alpha']);
    const empty = { description: '', image_url: '', guid: null, published_date: null };
    expect(body).toEqual({
      success: true,
      data: {
        Beta: [
          {
            source: 'Beta',
            title: 'Newer',
            description: '',
            link: 'https://b.example/3',
            image_url: 'https://b.example/3.jpg',
            guid: 'three',
            published_date: '2026-01-05T02:00:00Z',
          },
          {
            ...empty,
            source: 'Beta',
            title: 'Older',
            link: 'https://b.example/1',
            published_date: '2026-01-05T01:00:00Z',
          },
          { ...empty, source: 'Beta', title: 'Undated', description: 'Said so', link: 'https://b.example/2' },
        ],
        // The articles of all feeds, each link once.
        Alpha: ['One', 'Both', 'Two'].map((title) => ({
          ...empty,
          source: 'Alpha',
          title,
          link: `https://a.example/${title}`,
        })),
      },
      error: null,
    });
    expect(publishers.requests.filter((place) => place.startsWith('c.example'))).toEqual([]);
    expect((await alir.request('/news?source=Alpha')).status).toBe(400);
    expect((await alir.request('/news', { headers: { authorization: 'Bearer none' } })).status).toBe(401);
  });

  test('is fetched once for simultaneous calls, each charged 1, and again after 30 seconds', async () => {
    const publishers = await Publishers.start();
    const sources = ['a', 'b', 'c'].map((name) => one(`Source-${name}`, `https://${name}.example/rss`));
    for (const name of ['a', 'b', 'c']) publishers.serve(`${name}.example/rss`, rss(simple(name)));
    const alir = await alirWith(publishers, sources);
    const account = await alir.stores.accounts.create('thousand@example.com', 'custom', 1, {
      units: 100_000,
      requests_per_minute: 100_000,
      keys: 1,
    });
    const headers = { authorization: `Bearer ${account.api_key}` };
    const round = async () => {
      const answers = await Promise.all(
        Array.from({ length: CALLS }, () => alir.request('/news', { headers })),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(answers.every((answer) => answer.headers.get('x-request-cost') === '1')).toBe(true);
      expect(Object.keys(answers[CALLS - 1]?.body.data)).toHaveLength(3);
    };
    await round();
    expect(publishers.requests).toHaveLength(3);
    alir.clock.elapsed_ms += 30_000;
    await round();
    expect(publishers.requests).toHaveLength(3);
    alir.clock.elapsed_ms += 1;
    await round();
    expect(publishers.requests).toHaveLength(6);
    expect(await alir.test_ledger.unitsOf(account.account.account_id)).toEqual({
      account: 3 * CALLS,
      keys: 3 * CALLS,
    });
  });

  test('uses the ETag of a publisher: an unchanged feed is not sent again, nor after a publication of a day', async () => {
    const publishers = await Publishers.start();
    publishers.serve('a.example/rss', (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"' }).end(rss(simple('One')));
    });
    const alir = await alirWith(publishers, [one('Alpha', 'https://a.example/rss')]);
    const first = (await alir.request('/news')).body;
    await alir.ingest(FILE_NAME, csv([line()]));
    expect((await alir.request('/news')).body).toEqual(first);
    expect(publishers.requests).toHaveLength(1);
    alir.clock.elapsed_ms += 30_001;
    expect((await alir.request('/news')).body).toEqual(first);
    expect(publishers.headers.map((headers) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
    expect(publishers.headers[0]).toMatchObject({
      'user-agent': expect.stringContaining('Alir/'),
      'accept-encoding': 'gzip, br',
    });
  });
});

test('a validator that the server refuses costs a feed one request', async ({ publishers }) => {
  publishers.serve('a.example/rss', (request, response) => {
    if (request.headers['if-none-match']) response.writeHead(400).end();
    else response.writeHead(200, { etag: '"odd"' }).end(rss(simple('One')));
  });
  publishers.serve('b.example/rss', rss(simple('Two')), { etag: `"${'x'.repeat(5000)}"` });
  const sources = [one('A', 'https://a.example/rss'), one('B', 'https://b.example/rss')];
  const alir = await alirWith(publishers, sources);
  const rounds: string[] = [];
  for (let round = 0; round < 3; round++) {
    rounds.push(Object.keys((await alir.request('/news')).body.data).join());
    alir.clock.elapsed_ms += 30_001;
  }
  expect(rounds).toEqual(['A,B', 'B', 'A,B']);
});

test('two sources with the same feed in different time zones each use their own', async ({ publishers }) => {
  publishers.serve('a.example/rss', (request, response) => {
    if (request.headers['if-none-match']) response.writeHead(304).end();
    else
      response.writeHead(200, { etag: '"1"' }).end(rss(item({ title: 'T', pubDate: '2026-01-05 08:00:00' })));
  });
  const alir = await alirWith(publishers, [
    one('U', 'https://a.example/rss'),
    { ...one('J', 'https://a.example/rss'), time_zone: 'Asia/Jakarta' },
  ]);
  for (let round = 0; round < 2; round++) {
    const { data } = (await alir.request('/news')).body;
    expect(data.U[0].published_date).toBe('2026-01-05T08:00:00Z');
    expect(data.J[0].published_date).toBe('2026-01-05T01:00:00Z');
    alir.clock.elapsed_ms += 30_001;
  }
});

describe('a source that cannot be read', () => {
  test('is absent, counted by its reason, and does not affect the other sources', async ({ publishers }) => {
    publishers.serve('good.example/rss', rss(simple('One')));
    publishers.serve('html.example/rss', '<!DOCTYPE html><html><body><p>Welcome</body></html>');
    publishers.serve('empty.example/rss', rss());
    publishers.serve('byte.example/rss', '\n');
    publishers.serve('large.example/rss', rss(simple('x'.repeat(3000))));
    publishers.serve('error.example/rss', (_request, response) => response.writeHead(500).end());
    publishers.serve('broken.example/rss', (_request, response) => response.destroy());
    publishers.serve('late.example/rss', () => {});
    const names = ['good', 'html', 'empty', 'byte', 'large', 'error', 'broken', 'late', 'nowhere'];
    publishers.resolveTo('nowhere.example');
    const alir = await alirWith(
      publishers,
      names.map((name) => one(name, `https://${name}.example/rss`)),
      { max_feed_bytes: 2000, feed_timeout_ms: AMPLE_MS },
    );
    const { status, body } = await alir.request('/news');
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['good']);
    const metrics = await (await fetch(`${await alir.url()}/metrics`)).text();
    const counted = [
      ...metrics.matchAll(/alir_news_feeds_absent_total\{source="(\w+)",reason="(\w+)"\} (\d+)/g),
    ];
    expect(
      Object.fromEntries(counted.map(([, source, reason, count]) => [source, `${reason} ${count}`])),
    ).toEqual({
      html: 'not_a_feed 1',
      empty: 'empty 1',
      byte: 'not_a_feed 1',
      large: 'too_large 1',
      error: 'bad_status 1',
      broken: 'unreachable 1',
      late: 'late 1',
      nowhere: 'unreachable 1',
    });
  });

  test('is not awaited after the deadline of the request, whatever it waits for', async ({ publishers }) => {
    publishers.serve('good.example/rss', rss(simple('One')));
    const { network } = publishers;
    const hanging: Network = {
      ...network,
      resolve: (host) => (host === 'hung.example' ? new Promise(() => {}) : network.resolve(host)),
    };
    const sources = [one('Good', 'https://good.example/rss'), one('Hung', 'https://hung.example/rss')];
    const alir = await TestAlir.open({
      environment: { ALIR_NEWS_SOURCES: await newsSources(sources, { deadline_ms: AMPLE_MS }) },
      network: hanging,
    });
    expect(Object.keys((await alir.request('/news')).body.data)).toEqual(['Good']);
  });

  test('gives an empty and charged answer if all sources fail', async ({ publishers }) => {
    const alir = await alirWith(publishers, [one('Alpha', 'https://a.example/rss')]);
    const { status, headers, body } = await alir.request('/news');
    expect([status, headers.get('x-request-cost'), body.data]).toEqual([200, '1', {}]);
  });
});

describe('the news settings', () => {
  test('of the package contain the seven feeds of the contract', async () => {
    const file = new URL('../../data/reference/news-sources.json', import.meta.url);
    const { sources } = readNewsSettings(readFileSync(file, 'utf8'), 'it');
    expect(sources.map(({ name, feeds }) => [name, feeds.length])).toEqual([
      ['CNBC-Indonesia', 1],
      ['Investing-Saham', 1],
      ['Investing-Ekonomi', 1],
      ['Antara', 4],
      ['Kontan', 1],
      ['Detik-Finance', 1],
      ['IDX-Channel', 1],
    ]);
    expect(sources.every(({ on }) => on)).toBe(true);
  });

  test.each([
    ['{', ': the file is not valid JSON'],
    ['{"deadline_ms": 5000}', ': feed_timeout_ms must be a whole number from 1 to 10000'],
    [
      JSON.stringify({ deadline_ms: 0, feed_timeout_ms: 1, max_feed_bytes: 1, sources: [] }),
      ': deadline_ms must be a whole number',
    ],
  ])('that are invalid prevent the start and name the field: %s', async (text, place) => {
    expect(() => readNewsSettings(text, 'my.json')).toThrow(`The news sources in my.json${place}`);
  });

  test('may not have a feed outside the hosts of its source or an unknown time zone', async () => {
    const publishers = await Publishers.start();
    const off = { ...one('Alpha', 'https://a.example/rss'), hosts: ['b.example'] };
    const nowhere = { ...one('Alpha', 'https://a.example/rss'), time_zone: 'Asia/Nowhere' };
    const started = async (source: TestSource) => (await alirWith(publishers, [source])).url();
    await expect(started(off)).rejects.toThrow(
      'sources.0.feeds.0 must be on one of the hosts of the same source',
    );
    const noAddress = { ...off, feeds: ['a.example/rss'] };
    const withPassword = { ...off, feeds: ['https://user:secret@b.example/rss'] };
    for (const wrong of [noAddress, withPassword]) {
      const path = 'sources.0.feeds.0 must be an http or https URL';
      const text = JSON.stringify({
        deadline_ms: 1,
        feed_timeout_ms: 1,
        max_feed_bytes: 1,
        sources: [{ on: true, time_zone: 'UTC', ...wrong }],
      });
      expect(() => readNewsSettings(text, 'it')).toThrow(path);
    }
    await expect(started(nowhere)).rejects.toThrow('sources.0.time_zone must be an IANA time zone');
  });
});

const REAL = new URL('../../../shared/data/rss/', import.meta.url);

describe.skipIf(!existsSync(REAL))('real feeds (skipped where ../shared/data is absent)', () => {
  test('give these articles', async ({ publishers }) => {
    for (const name of ['antara', 'investing', 'tempo-2025-09', 'tempo-2026-05', 'tempo-one-byte']) {
      publishers.serve(`${name}.example/rss`, readFileSync(new URL(`${name}.xml`, REAL)));
    }
    const alir = await alirWith(publishers, [
      { ...one('Antara', 'https://antara.example/rss'), time_zone: 'Asia/Jakarta' },
      one('Investing', 'https://investing.example/rss'),
      one('Tempo', 'https://tempo-2025-09.example/rss', 'https://tempo-2026-05.example/rss'),
      one('One-Byte', 'https://tempo-one-byte.example/rss'),
    ]);
    const { data } = (await alir.request('/news')).body;
    expect(Object.keys(data)).toEqual(['Antara', 'Investing', 'Tempo']);
    expect(data.Antara).toEqual(
      [
        'https://www.antaranews.com/berita/1357722/surabaya-belum-perlu-lockdown-antisipasi-covid-19-sebut-wali-kota',
        'https://www.antaranews.com/foto/1357714/pencegahan-wabah-covid-19-di-kalimantan-tengah',
      ].map((link) => ({
        source: 'Antara',
        title: 'Dummy Title',
        description: 'Dummy description',
        link,
        image_url: 'https://dummy.jpg',
        guid: link,
        published_date: '2020-03-15T08:51:04Z',
      })),
    );
    expect(data.Investing).toEqual(expectedOf('investing.xml', 'Investing'));
    const tempo = [...expectedOf('tempo-2026-05.xml', 'Tempo'), ...expectedOf('tempo-2025-09.xml', 'Tempo')];
    expect(data.Tempo).toEqual(tempo);
  });
});

/** Reads a plain feed by line and pattern, with no code of src: these have no CDATA, no HTML and no entities. */
function expectedOf(file: string, source: string) {
  const xml = readFileSync(new URL(file, REAL), 'utf8');
  return [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, fields = '']) => {
    const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(fields)?.[1];
    const date = field('pubDate') ?? '';
    const time = new Date(date.includes(',') ? date : `${date.replace(' ', 'T')}Z`);
    return {
      source,
      title: (field('title') ?? '').replace(/\u00a0/g, ' ').trim(),
      description: field('description') ?? '',
      link: field('link'),
      image_url: field('thumbnail') ?? /enclosure url="([^"]*)"/.exec(fields)?.[1] ?? '',
      guid: field('guid') ?? null,
      published_date: `${time.toISOString().slice(0, 19)}Z`,
    };
  });
}
