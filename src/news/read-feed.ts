import Parser from 'rss-parser';
import type { FeedArticle } from './article.ts';
import { decoded } from './charset.ts';
import { cleanFeed, DATE_OF, LESS_THAN } from './clean-feed.ts';
import { FeedAbsent } from './feed-absent.ts';
import { folded, htmlText } from './html-text.ts';
import { publishedDate } from './published-date.ts';

/** A feed as it was answered. */
export interface FeedDocument {
  /** Where it came from. */
  readonly url: string;
  readonly content_type: string;
  readonly bytes: Uint8Array;
}

/** Of an address, and of what identifies an article: a longer one is none. */
const MAX_CHARACTERS = 4000;

/** What rss-parser makes of an element: text, or text and attributes, or elements by their names. */
type Node = string | { readonly _?: string; readonly $?: Attributes; readonly [name: string]: unknown };
type Attributes = Readonly<Record<string, string>>;
type Item = Readonly<Record<string, unknown>>;

const all = (name: string) => [name, name, { keepArray: true }] as const;

const parser = new Parser<unknown, Item>({
  customFields: {
    item: [
      'description',
      'summary',
      'content',
      'content:encoded',
      'thumbnail',
      ...['pubDate', 'dc:date', 'published', 'updated'].map((name) => DATE_OF + name),
      ['guid', 'guids', { keepArray: true }],
      ['enclosure', 'enclosures', { keepArray: true }],
      all('media:content'),
      all('media:thumbnail'),
      all('media:group'),
    ] as never,
  },
});

/**
 * The articles of a feed in RSS 2.0, Atom or RDF, in its order.
 * @param time_zone where dates without a zone are meant
 * @throws FeedAbsent `not_a_feed`, `empty`
 */
export async function readFeed(feed: FeedDocument, time_zone: string): Promise<FeedArticle[]> {
  const { items } = await parsed(cleanFeed(decoded(feed.bytes, feed.content_type)));
  const articles = items
    .map((item) => articleOf(item, feed.url, time_zone))
    .filter(({ title, link }) => title !== '' || link !== '');
  if (articles.length === 0) throw new FeedAbsent('empty', 'there is no article in it');
  return articles;
}

async function parsed(xml: string): Promise<{ readonly items: readonly Item[] }> {
  try {
    return await parser.parseString(xml);
  } catch (error) {
    throw new FeedAbsent('not_a_feed', `it cannot be read: ${(error as Error).message}`);
  }
}

function articleOf(item: Item, feed_url: string, time_zone: string): FeedArticle {
  const html = ['description', 'summary', 'content', 'content:encoded'].map((name) =>
    htmlText(textOf(item[name])),
  );
  return {
    title: htmlText(textOf(item.title)).text,
    description: html.map(({ text }) => text).find(Boolean) ?? '',
    link: httpUrl([linkOf(item.link), permalinkOf(item)], feed_url),
    image_url: httpUrl([...imagesOf(item), ...html.flatMap(({ images }) => images)], feed_url),
    guid: guidOf(item),
    published_date: dateOf(item, time_zone),
  };
}

/** The text of an element, with its `<` again. */
function textOf(node: unknown): string {
  const text = typeof node === 'string' ? node : (node as { _?: unknown } | undefined)?._;
  return typeof text === 'string' ? text.replaceAll(LESS_THAN, '<') : '';
}

function nodesOf(nodes: unknown): readonly Node[] {
  return Array.isArray(nodes) ? nodes : [];
}

function attributesOf(node: unknown): Attributes {
  return (node as { $?: Attributes } | undefined)?.$ ?? {};
}

function linkOf(link: unknown): string {
  return textOf(link) || (attributesOf(link).href ?? '');
}

/** RSS 2.0: a guid is a link unless it says that it is not. */
function permalinkOf(item: Item): string {
  const [guid] = nodesOf(item.guids);
  return attributesOf(guid).isPermaLink === 'false' ? '' : textOf(guid);
}

/** RSS has a guid, Atom an id, RDF an address. */
function guidOf(item: Item): string | null {
  const [guid] = nodesOf(item.guids);
  const texts = [textOf(guid), textOf(item.id), textOf(item['rdf:about'])]
    .filter((text) => text.length <= MAX_CHARACTERS)
    .map((text) => folded(text));
  return texts.find(Boolean) ?? null;
}

function dateOf(item: Item, time_zone: string): string | null {
  const dates = ['pubDate', 'dc:date', 'published', 'updated'].map((name) =>
    publishedDate(textOf(item[DATE_OF + name]), time_zone),
  );
  return dates.find((date) => date !== null) ?? null;
}

/** Where pictures of an item may be, the best place first. */
function imagesOf(item: Item): string[] {
  const groups = nodesOf(item['media:group']);
  const contents = [...nodesOf(item['media:content']), ...within(groups, 'media:content')];
  const thumbnails = [
    ...nodesOf(item['media:thumbnail']),
    ...within([...groups, ...contents], 'media:thumbnail'),
  ];
  const { thumbnail } = item;
  return [
    ...contents.map(attributesOf).filter(isImageContent),
    ...thumbnails.map(attributesOf),
    { url: textOf(thumbnail) },
    attributesOf(thumbnail),
    ...nodesOf(item.enclosures).map(attributesOf).filter(isImageEnclosure),
  ].map(({ url = '' }) => url);
}

function within(nodes: readonly Node[], name: string): readonly Node[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : nodesOf(node[name])));
}

function isImageContent({ medium, type, url = '' }: Attributes): boolean {
  if (medium !== undefined) return medium === 'image';
  return type === undefined ? hasImageName(url) || !/\.\w{2,4}$/.test(url) : type.startsWith('image/');
}

/** Some publishers give their pictures no type, or that of a page. */
function isImageEnclosure({ type = '', url = '' }: Attributes): boolean {
  return type.startsWith('image/') || hasImageName(url);
}

function hasImageName(url: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i.test(url);
}

/** What a URL may be written with. */
const URL_CHARACTERS = /^https?:\/\/[\w!#$%&'()*+,./:;=?@[\]~-]+$/i;

/** The first that is an http or https address, as written if it is well written; '' where there is none. It has no `<`, `>` or `"`. */
function httpUrl(candidates: readonly string[], base: string): string {
  for (const candidate of candidates) {
    const text = candidate.trim();
    if (text.length > MAX_CHARACTERS) continue;
    if (!/^(?:https?:)?\/\/|^\/(?!\/)/i.test(text) || !URL.canParse(text, base)) continue;
    return URL_CHARACTERS.test(text) ? text : new URL(text, base).href;
  }
  return '';
}
