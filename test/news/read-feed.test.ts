import { describe, expect, test } from 'vitest';
import { cleanFeed } from '../../src/news/clean-feed.ts';
import type { FeedArticle } from '../../src/news/merge-articles.ts';
import { readFeed } from '../../src/news/read-feed.ts';
import fc from '../support/properties.ts';
import { item, rss } from '../support/publishers.ts';

const FEED = 'https://news.example/rss';

function articlesOf(feed: string | Buffer, content_type = ''): Promise<FeedArticle[]> {
  const bytes = typeof feed === 'string' ? Buffer.from(feed) : feed;
  return readFeed({ url: FEED, content_type, bytes }, 'Asia/Jakarta');
}

async function articleOf(fields: string): Promise<FeedArticle | undefined> {
  return (await articlesOf(rss(`<item><title>T</title>${fields}</item>`)))[0];
}

const BARE: FeedArticle = {
  title: 'T',
  description: '',
  link: '',
  image_url: '',
  guid: null,
  published_date: null,
};

describe('the forms of feeds', () => {
  const expected: FeedArticle = {
    title: 'IHSG & rupiah',
    description: 'Naik tajam',
    link: 'https://news.example/1?a=1&b=2',
    image_url: 'https://img.example/1.jpg',
    guid: 'tag:1',
    published_date: '2026-01-05T01:00:00Z',
  };

  test('RSS 2.0', async () => {
    const feed = rss(`<item>
      <title>IHSG &amp; rupiah</title><link>https://news.example/1?a=1&amp;b=2</link>
      <description><![CDATA[<img src="https://img.example/1.jpg" border=0> Naik <b>tajam</b>]]></description>
      <guid isPermaLink="false">tag:1</guid><pubDate>Mon, 05 Jan 2026 08:00:00 +0700</pubDate>
      <category>Market</category><idnews>123</idnews></item>`);
    expect(await articlesOf(feed)).toEqual([expected]);
  });

  test('Atom', async () => {
    const feed = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><link rel="self" href="https://news.example/atom"/>
      <entry><title type="html">IHSG &amp;amp; rupiah</title>
        <link rel="self" href="https://news.example/self"/><link href="https://news.example/1?a=1&amp;b=2"/>
        <id>tag:1</id><published>2026-01-05T08:00:00+07:00</published><updated>not a date</updated>
        <source><title>Another</title><id>other</id></source>
        <summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Naik <b>tajam</b></div></summary>
        <content type="html">&lt;img src="https://img.example/1.jpg"&gt; long</content></entry></feed>`;
    expect(await articlesOf(feed)).toEqual([expected]);
  });

  test('RDF', async () => {
    const feed = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="https://news.example"><title>F</title><items><rdf:Seq><rdf:li rdf:resource="tag:1"/></rdf:Seq></items></channel>
      <item rdf:about="tag:1"><title>IHSG &amp; rupiah</title><link>https://news.example/1?a=1&amp;b=2</link>
        <description>&lt;p&gt;Naik tajam&lt;img src='https://img.example/1.jpg'/&gt;&lt;/p&gt;</description>
        <dc:date>2026-01-05T08:00:00+07:00</dc:date></item></rdf:RDF>`;
    expect(await articlesOf(feed)).toEqual([expected]);
  });
});

describe('repaired feeds', () => {
  const whole = rss(item({ title: 'One', link: 'https://a/1' }), item({ title: 'Two', link: 'https://a/2' }));
  const titles = async (feed: string | Buffer) => (await articlesOf(feed)).map(({ title }) => title);

  test.each([
    ['a byte order mark', `\ufeff${whole}`],
    ['a leading line', `\n \t${whole}`],
    ['what stands before the prolog', `Warning: something\n${whole}`],
    ['a feed without its end', whole.replace('</channel></rss>', '')],
    ['an item without its end', whole.replace('</item>', '')],
    ['a link without its end', whole.replace('https://a/1</link>', 'https://a/1')],
    ['a title without its end', whole.replace('One</title>', 'One')],
    ['an end too many', whole.replace('</item>', '</b></item></item>')],
    ['an attribute without quotes', whole.replace('<item>', '<item id=1 x>')],
    ['an entity of HTML', whole.replace('One', 'O&shy;ne')],
    ['tags in capitals', whole.replace('<item><title>', '<ITEM><Title>').replace('</title>', '</Title>')],
    ['a comment', whole.replace('<item>', '<!-- <item><title>No</title></item> --><item>')],
    ['a DOCTYPE', whole.replace('<rss', '<!DOCTYPE rss PUBLIC "x" "http://127.0.0.1/rss.dtd"><rss')],
    ['a processing instruction', whole.replace('<rss', '<?xml-stylesheet href="x"?><rss')],
    ['a category without its end', whole.replace('<title>One', '<category>Market<title>One')],
    [
      'an empty element without its end',
      whole.replace('<title>One', '<enclosure url="https://i/1.mp3"><title>One'),
    ],
    ['what stands behind the feed', `${whole}<script>x</script><div>y`],
    ['a conditional comment', whole.replace('<item>', '<![if !supportLists]><item>')],
    ['a declaration in small letters', whole.replace('<item>', '<!doctype rss><item>')],
    [
      'sixty pictures',
      whole.replace('<title>One', `${'<media:content url="https://i/1.jpg"/>'.repeat(60)}<title>One`),
    ],
    ['an empty title before the right one', whole.replace('<title>One', '<title/><title>One')],
    ['UTF-8 that says it is UTF-16', whole.replace('UTF-8', 'utf-16')],
    ['a control character', whole.replace('One', 'O\u0001ne')],
  ])('%s', async (_what, feed) => {
    expect(await titles(feed)).toEqual(['One', 'Two']);
  });

  test('the limits of an item count again in the next item', async () => {
    const image = '<enclosure url="https://i/2.jpg" type="image/jpeg"/>';
    for (const many of ['<media:content url="https://i/1.jpg"/>', '<guid>x</guid>']) {
      const feed = whole
        .replace('One</title>', `One</title>${many.repeat(60)}`)
        .replace('Two</title>', `Two</title>${image}`);
      expect((await articlesOf(feed)).at(-1)).toMatchObject({ title: 'Two', image_url: 'https://i/2.jpg' });
    }
  });

  test('a bare & and an unknown entity are text', async () => {
    expect(await titles(whole.replace('One', 'A & B&C &foo; &'))).toEqual(['A & B&C &foo; &', 'Two']);
    expect(await titles(whole.replace('One', 'A&#x110000;&#0;'))).toEqual(['A\ufffd\ufffd', 'Two']);
    const [article] = await articlesOf(whole.replace('https://a/1', 'https://a/?x=1&y=2'));
    expect(article?.link).toBe('https://a/?x=1&y=2');
  });

  test('a truncated item is omitted, because its last field may be incomplete', async () => {
    expect(await titles(whole.slice(0, whole.indexOf('Two') + 2))).toEqual(['One']);
    expect(await titles(`${whole.slice(0, whole.indexOf('</link></item></channel>'))}`)).toEqual(['One']);
  });

  test('an unknown element without an end removes its item only', async () => {
    expect(await titles(whole.replace('<title>One', '<idnews><title>One'))).toEqual(['Two']);
  });

  test('a feed that is truncated anywhere gives only complete articles', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (length) => {
        const found = await titles(whole.slice(0, length)).catch(() => []);
        expect(['One', 'Two'].slice(0, found.length)).toEqual(found);
      }),
    );
  });

  test('a title within media metadata is not the title', async () => {
    const fields =
      '<media:content url="https://i/1.jpg" medium="image"><title>Photo</title><media:title>P</media:title></media:content>';
    const [article] = await articlesOf(rss(`<item>${fields}<title>T</title></item>`));
    expect(article).toEqual({ ...BARE, image_url: 'https://i/1.jpg' });
  });
});

describe('a text that is not a feed', () => {
  const entities = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
  test.each([
    ['nothing', ''],
    ['a single byte', '\n'],
    ['HTML', '<!DOCTYPE html><html><head><title>T</title></head><body><br>Hello<p>you</body></html>'],
    ['JSON', '{"items": []}'],
    ['other XML', '<?xml version="1.0"?><urlset><url><loc>https://a</loc></url></urlset>'],
    ['declared entities', `${entities}${rss(item({ title: '&b;', link: 'https://a/1' }))}`],
    ['depth', rss('<a>'.repeat(100))],
    ['no channel', '<rss version="2.0"></rss>'],
    ['items without a channel', '<rss version="2.0"><item><title>T</title></item></rss>'],
    ['bytes', Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7919) % 256))],
  ])('%s', async (_what, feed) => {
    await expect(articlesOf(feed)).rejects.toMatchObject({ reason: 'not_a_feed' });
  });

  test('a feed without articles is empty', async () => {
    await expect(articlesOf(rss())).rejects.toMatchObject({ reason: 'empty' });
    await expect(articlesOf(rss('<item/>'.repeat(1000)))).rejects.toMatchObject({ reason: 'empty' });
  });
});

describe('a description', () => {
  test.each([
    ['<description>Satu</description><content:encoded>Dua</content:encoded>', 'Satu'],
    ['<description> </description><content:encoded><![CDATA[<p>Dua</p>]]></content:encoded>', 'Dua'],
    ['<description>&amp;lt;p&amp;gt;Dua kali&amp;lt;/p&amp;gt;</description>', 'Dua kali'],
    ['<description>Satu <b>dua</b> <i>tiga</i></description>', 'Satu dua tiga'],
    ['<description><![CDATA[a]]> & <![CDATA[<b>b</b>]]></description>', 'a & b'],
    ['<description>x<![CDATA[<script>alert(1)</script>]]>y</description>', 'xy'],
    ['<description type="html"/>', ''],
  ])('of %s', async (fields, description) => {
    expect(await articleOf(fields)).toEqual({ ...BARE, description });
  });
});

describe('the limits of a feed', () => {
  test('keep only the first 500 articles', async () => {
    const items = Array.from({ length: 502 }, (_, n) => item({ title: `${n}` }));
    const titles = (await articlesOf(rss(...items))).map(({ title }) => title);
    expect([titles.length, titles.at(-1)]).toEqual([500, '499']);
  });

  test('are 50 fields and 30 media of an article', async () => {
    const fields = (count: number) => `${'<category>x</category>'.repeat(count)}<guid>last</guid>`;
    expect((await articleOf(fields(48)))?.guid).toBe('last');
    expect((await articleOf(fields(49)))?.guid).toBeNull();
    const media = (count: number) =>
      `${'<media:content url="https://i/a.mp4"/>'.repeat(count)}<media:content url="https://i/last.jpg"/>`;
    expect((await articleOf(media(29)))?.image_url).toBe('https://i/last.jpg');
    expect((await articleOf(media(30)))?.image_url).toBe('');
  });

  test('are 100 levels, the channel and its parent included', async () => {
    await expect(articlesOf(rss('<a>'.repeat(98)))).rejects.toMatchObject({ reason: 'empty' });
    await expect(articlesOf(rss('<a>'.repeat(99)))).rejects.toThrow('nested more than 100 levels');
  });

  test('are 50,000 characters of an element, in all of its pieces', () => {
    const feed = rss(item({ title: `${'x'.repeat(49_990)}&amp;${'y'.repeat(100)}` }));
    expect(cleanFeed(feed)).toContain(`<![CDATA[${'x'.repeat(49_990)}&${'y'.repeat(9)}]]>`);
  });

  test('are 4000 characters of a link and of a guid', async () => {
    const link = `https://a/${'x'.repeat(3990)}`;
    expect(await articleOf(`<link>${link}</link><guid>${link}</guid>`)).toMatchObject({ link, guid: link });
    const longer = await articleOf(`<link>${link}x</link><guid isPermaLink="false">${link}x</guid>`);
    expect(longer).toMatchObject({ link: '', guid: null });
  });
});

test('the end of CDATA and the characters of XML are kept in texts and attributes', async () => {
  const fields =
    '<guid>a]]&gt;b]]&gt;c</guid><media:content medium="image" url="https://i/?a=1&amp;b=%3C&lt;&quot;"/>';
  expect(await articleOf(fields)).toMatchObject({
    guid: 'a]]>b]]>c',
    image_url: 'https://i/?a=1&b=%3C%3C%22',
  });
});

test('a title of 500 characters and a description of 5,000 at most', async () => {
  const [article] = await articlesOf(
    rss(item({ title: '€'.repeat(600), description: `${'x'.repeat(4999)}😀` })),
  );
  expect(article).toMatchObject({ title: '€'.repeat(500), description: 'x'.repeat(4999) });
});

describe('a link', () => {
  test.each([
    ['<link> https://a.example/x </link>', 'https://a.example/x'],
    ['<link><![CDATA[https://a.example/x?a=1&b=2]]></link>', 'https://a.example/x?a=1&b=2'],
    ['<link/><link>https://a.example/second</link>', 'https://a.example/second'],
    ['<link>https://a.example/?a=1&amp;amp;b=2</link>', 'https://a.example/?a=1&b=2'],
    ['<link>//a.example/x</link>', 'https://a.example/x'],
    ['<link>/berita/1</link>', 'https://news.example/berita/1'],
    ['<link>https://a.example/"&gt;&lt;script&gt;</link>', 'https://a.example/%22%3E%3Cscript%3E'],
    ['<link>https://a.example/saham é</link>', 'https://a.example/saham%20%C3%A9'],
    ['<link>javascript:alert(1)</link>', ''],
    ['<link>data:text/html,x</link>', ''],
    ['<link>n/a</link>', ''],
    ['<link>https:///x</link>', ''],
    ['<link>/\\evil.example/x</link>', ''],
    ['<atom:link href="https://a.example/self"/>', ''],
    [`<link>https://a.example/${'x'.repeat(5000)}</link>`, ''],
  ])('of %s', async (fields, link) => {
    expect(await articleOf(fields)).toEqual({ ...BARE, link });
  });

  test('falls back to the guid of RSS, unless isPermaLink is false', async () => {
    expect(await articleOf('<guid>https://a.example/1</guid>')).toMatchObject({
      link: 'https://a.example/1',
    });
    const not = '<guid isPermaLink="false">https://a.example/1</guid>';
    expect(await articleOf(not)).toMatchObject({ link: '', guid: 'https://a.example/1' });
  });

  test('or a title is enough for an article', async () => {
    const feed = rss(item({ description: 'Alone' }), item({ link: 'https://a/1' }), item({ title: 'T' }));
    expect((await articlesOf(feed)).map(({ title, link }) => title || link)).toEqual(['https://a/1', 'T']);
  });
});

describe('a guid', () => {
  test.each([
    ['<guid>1</guid>', '1'],
    ['<guid isPermaLink="false"> 1\n</guid>', '1'],
    ['<guid>?a=1&amp;reg=2</guid>', '?a=1&reg=2'],
    ['<id>2</id><guid isPermaLink="false">1</guid>', '1'],
    ['<guid></guid>', null],
    ['<guid isPermaLink="true"/>', null],
    ['', null],
    [`<guid>${'x'.repeat(5000)}</guid>`, null],
  ])('of %j', async (fields, guid) => {
    expect(await articleOf(fields)).toEqual({ ...BARE, guid });
  });
});

describe('an image', () => {
  const all = [
    '<media:content url="https://i/content.jpg" type="image/jpeg"/>',
    '<media:thumbnail url="https://i/media-thumbnail.jpg"/>',
    '<thumbnail>https://i/thumbnail.jpg</thumbnail>',
    '<enclosure url="https://i/enclosure.jpg" length="1" type="image/jpeg"/>',
    '<description><![CDATA[<img src="https://i/description.jpg">]]></description>',
    '<content:encoded><![CDATA[<img src="https://i/content-encoded.jpg">]]></content:encoded>',
  ];
  test.each([
    ['content', 0],
    ['media-thumbnail', 1],
    ['thumbnail', 2],
    ['enclosure', 3],
    ['description', 4],
    ['content-encoded', 5],
  ])('falls back to %s', async (name, place) => {
    const fields = all.slice(place).toReversed().join('');
    expect((await articleOf(fields))?.image_url).toBe(`https://i/${name}.jpg`);
  });

  test.each([
    [
      '<media:content url="https://i/1.mp4" type="video/mp4"/><media:content url="https://i/2.jpg"/>',
      'https://i/2.jpg',
    ],
    [
      '<media:content url="https://i/1" medium="video"/><thumbnail url="https://i/2.jpg"/>',
      'https://i/2.jpg',
    ],
    ['<media:content url="https://i/pic?id=1" medium="image"/>', 'https://i/pic?id=1'],
    ['<media:group><media:content url="https://i/3.jpg"/></media:group>', 'https://i/3.jpg'],
    [
      '<media:content type="video/mp4" url="https://i/1.mp4"><media:thumbnail url="https://i/4.jpg"/></media:content>',
      'https://i/4.jpg',
    ],
    ['<enclosure url="https://i/5.jpg" type="text/html"/>', 'https://i/5.jpg'],
    ['<media:content url="https://i/6.jpg" type="text/html"/>', 'https://i/6.jpg'],
    ['<media:content url="https://i/7" type="IMAGE/JPEG"/>', 'https://i/7'],
    ['<media:content url="https://i/8" medium="Image"/>', 'https://i/8'],
    ['<media:content url="https://i/9.mp4?x=1"/>', ''],
    ['<media:content url="https://i/10.jpg" medium="video"/>', ''],
    ['<media:content url="https://i/11.jpg" type="audio/mpeg"/>', ''],
    ['<enclosure url="https://i/5.png?w=1"/>', 'https://i/5.png?w=1'],
    ['<enclosure url="https://i/5.mp3" type="audio/mpeg"/>', ''],
    [
      '<enclosure url="https://i/a.mp3" type="audio/mpeg"/><enclosure url="https://i/b" type="image/webp"/>',
      'https://i/b',
    ],
    [
      '<description><![CDATA[ <img align=left border=0 src=https://i/6.jpg>x]]></description>',
      'https://i/6.jpg',
    ],
    [
      '<description><![CDATA[<img src="data:image/png;base64,AA"><img src="/7.jpg">]]></description>',
      'https://news.example/7.jpg',
    ],
    ['<thumbnail>javascript:alert(1)</thumbnail>', ''],
    ['<thumbnail>https://i/"onerror="x</thumbnail>', 'https://i/%22onerror=%22x'],
  ])('of %s', async (fields, image_url) => {
    expect((await articleOf(fields))?.image_url).toBe(image_url);
  });
});

describe('a date', () => {
  test('is that of the publication; one that cannot be read is skipped for the next date, else null', async () => {
    expect(await articleOf('<pubDate>soon</pubDate>')).toEqual(BARE);
    const two = '<pubDate>soon</pubDate><dc:date>2026-01-05T08:00:00Z</dc:date>';
    expect(await articleOf(two)).toEqual({ ...BARE, published_date: '2026-01-05T08:00:00Z' });
    const both = '<updated>2026-01-06T08:00:00Z</updated><published>2026-01-05T08:00:00Z</published>';
    expect(await articleOf(both)).toEqual({ ...BARE, published_date: '2026-01-05T08:00:00Z' });
  });

  test('without a zone is in the time zone of the source', async () => {
    const fields = '<pubDate>2026-01-05 08:00:00</pubDate>';
    expect(await articleOf(fields)).toEqual({ ...BARE, published_date: '2026-01-05T01:00:00Z' });
  });
});

describe('a charset', () => {
  const feed = (encoding: string) =>
    rss(item({ title: 'Café – €' })).replace('encoding="UTF-8"', encoding && `encoding="${encoding}"`);
  const windows = (text: string) =>
    Buffer.from(
      [...text].map((character) => ({ '–': 0x96, '€': 0x80 })[character] ?? character.codePointAt(0) ?? 0),
    );

  test.each([
    ['of the header', windows(feed('')), 'text/xml; charset=windows-1252'],
    ['of the header, before that of the prolog', windows(feed('utf-8')), 'text/xml; charset="ISO-8859-1"'],
    ['of the prolog', windows(feed('windows-1252')), 'text/xml'],
    [
      'of the prolog, where that of the header is unknown',
      windows(feed('windows-1252')),
      'text/xml; charset=none',
    ],
    ['UTF-8 where nothing tells', Buffer.from(feed('')), ''],
    ['UTF-8 where its mark stands', Buffer.from(`\ufeff${feed('')}`), 'text/xml; charset=iso-8859-1'],
    ['UTF-16', Buffer.from(`\ufeff${feed('UTF-16')}`, 'utf16le'), ''],
    ['UTF-16, the other way round', Buffer.from(`\ufeff${feed('UTF-16')}`, 'utf16le').swap16(), ''],
  ])('%s', async (_what, bytes, content_type) => {
    expect((await articlesOf(bytes, content_type))[0]?.title).toBe('Café – €');
  });
});

const scraps = fc.constantFrom(
  ...[
    '<item>',
    '</item>',
    '<title>',
    '</title>',
    '<description>',
    '</description>',
    '<link>',
    '</link>',
    '<guid>',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?',
    '?>',
    '<',
    '>',
    '&',
    ';',
    '&lt;',
    '&amp;lt;',
    'script',
    '<script>',
  ],
  ...[
    '<img src="https://i/',
    '.jpg"',
    '>',
    'https://a/',
    '"',
    "'",
    '\ue000',
    '\ue000b>',
    '<media:content url="',
  ],
  ...[
    '<content:encoded>',
    '<thumbnail>',
    '<pubDate>',
    '</pubDate>',
    'x',
    ' ',
    '/>',
    '<channel>',
    '</channel>',
    '\0',
  ],
  ...['<__proto__>', '<constructor>', '<toString>', '<entry>', '<b>', '</b>', '</rss>'],
);

test('any input gives articles of seven fields without HTML, or an error', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(scraps, { maxLength: 50 }), async (soup) => {
      const feed = rss(item({ title: 'First' }), soup.join(''));
      const articles = await articlesOf(feed).catch((error) => {
        expect(['not_a_feed', 'empty']).toContain(error.reason);
        return [];
      });
      read += articles.length;
      for (const article of articles) {
        expect(Object.keys(article)).toEqual(Object.keys(BARE));
        const { title, description, guid, link, image_url } = article;
        for (const text of [title, description, guid ?? '']) expect(text).not.toMatch(/<[a-zA-Z/!?]|\ue000/);
        for (const url of [link, image_url]) expect(url).toMatch(/^$|^https?:\/\/[^<>"\s]+$/);
      }
    }),
    { numRuns: 5000 },
  );
  expect(read).toBeGreaterThan(4000);
});
