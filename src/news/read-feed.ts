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
const MAX_TITLE_CHARACTERS = 500;
const MAX_DESCRIPTION_CHARACTERS = 5000;

/** What a URL may be written with. */
const URL_CHARACTERS = /^https?:\/\/[\w!#$%&'()*+,./:;=?@[\]~-]+$/i;
/** With a host, or from the root of the feed's own; a `\\` would be read as `/`. */
const ADDRESS = /^(?:(?:https?:)?\/\/[^/\\]|\/(?!\/))[^\\]*$/i;
const IMAGE_NAME = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

/** What rss-parser makes of an element: text, or text and attributes, or elements by their names. */
type Node = string | { readonly _?: string; readonly $?: Attributes; readonly [name: string]: unknown };
type Attributes = Readonly<Record<string, string>>;
type Item = Readonly<Record<string, unknown>>;

/** Where a description may be, the best place first. */
const HTML_ELEMENTS = ['description', 'summary', 'content', 'content:encoded'];
const DATE_ELEMENTS = ['pubDate', 'dc:date', 'published', 'updated'].map((name) => DATE_OF + name);
const ELEMENTS = [
  ...[
    'title',
    'link',
    'guid',
    'id',
    'thumbnail',
    'media:content',
    'media:thumbnail',
    'media:group',
    'enclosure',
  ],
  ...HTML_ELEMENTS,
  ...DATE_ELEMENTS,
];

/** Every element of a name, since the first may be empty; rss-parser puts things of its own under the plain names. */
const all = (name: string) => `all ${name}`;

const parser = new Parser<unknown, Item>({
  customFields: { item: ELEMENTS.map((name) => [name, all(name), { keepArray: true }]) as never },
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
  const image_url = httpUrl(imagesOf(item), feed_url);
  const summary = summaryOf(item, feed_url, image_url === '');
  return {
    title: cut(titleOf(item), MAX_TITLE_CHARACTERS),
    description: cut(summary.text, MAX_DESCRIPTION_CHARACTERS),
    link: httpUrl([...linksOf(item), permalinkOf(item)], feed_url),
    image_url: image_url || summary.image_url,
    guid: guidOf(item),
    published_date: dateOf(item, time_zone),
  };
}

function titleOf(item: Item): string {
  const titles = textsOf(item, 'title').map((title) => htmlText(title).text);
  return titles.find(Boolean) ?? '';
}

/** The first text and the first image of the elements that hold HTML. The later ones are often whole articles: they are read as needed. */
function summaryOf(item: Item, feed_url: string, needsImage: boolean): { text: string; image_url: string } {
  const summary = { text: '', image_url: '' };
  for (const html of HTML_ELEMENTS.flatMap((name) => textsOf(item, name))) {
    const { text, images } = htmlText(html);
    summary.text ||= text;
    summary.image_url ||= httpUrl(images, feed_url);
    if (summary.text !== '' && (summary.image_url !== '' || !needsImage)) break;
  }
  return summary;
}

function nodesOf(item: Item, name: string): readonly Node[] {
  const nodes = item[all(name)];
  return Array.isArray(nodes) ? nodes : [];
}

function textsOf(item: Item, name: string): string[] {
  return nodesOf(item, name).map(textOf);
}

/** The text of an element, with its `<` again. */
function textOf(node: Node): string {
  const text = typeof node === 'string' ? node : (node._ ?? '');
  return text.replaceAll(LESS_THAN, '<');
}

function attributesOf(node: Node): Attributes {
  return typeof node === 'string' ? {} : (node.$ ?? {});
}

/** Atom has the address as an attribute, and others than that of the article too. */
function linksOf(item: Item): string[] {
  const links = nodesOf(item, 'link').filter((link) => attributesOf(link).rel === 'alternate');
  return links.map((link) => textOf(link) || (attributesOf(link).href ?? ''));
}

/** RSS 2.0: a guid is a link unless it says that it is not. */
function permalinkOf(item: Item): string {
  const [guid = ''] = nodesOf(item, 'guid');
  return attributesOf(guid).isPermaLink === 'false' ? '' : textOf(guid);
}

/** RSS has a guid, Atom an id, RDF an address. */
function guidOf(item: Item): string | null {
  const about = item['rdf:about'];
  const texts = [...textsOf(item, 'guid'), ...textsOf(item, 'id'), typeof about === 'string' ? about : '']
    .filter((text) => text.length <= MAX_CHARACTERS)
    .map((text) => folded(text));
  return texts.find(Boolean) ?? null;
}

function dateOf(item: Item, time_zone: string): string | null {
  const texts = DATE_ELEMENTS.flatMap((name) => textsOf(item, name));
  const dates = texts.map((text) => publishedDate(text, time_zone));
  return dates.find((date) => date !== null) ?? null;
}

/** Where pictures of an item may be, the best place first. */
function imagesOf(item: Item): string[] {
  const groups = nodesOf(item, 'media:group');
  const contents = [...nodesOf(item, 'media:content'), ...within(groups, 'media:content')];
  const media_thumbnails = [
    ...nodesOf(item, 'media:thumbnail'),
    ...within([...groups, ...contents], 'media:thumbnail'),
  ];
  const thumbnails = nodesOf(item, 'thumbnail');
  return [
    ...contents.map(attributesOf).filter(isImage),
    ...media_thumbnails.map(attributesOf),
    ...thumbnails.map((thumbnail) => ({ url: textOf(thumbnail) })),
    ...thumbnails.map(attributesOf),
    ...nodesOf(item, 'enclosure').map(attributesOf).filter(isImage),
  ].map(({ url = '' }) => url);
}

function within(nodes: readonly Node[], name: string): readonly Node[] {
  return nodes.flatMap((node) => {
    const inner = typeof node === 'string' ? [] : node[name];
    return Array.isArray(inner) ? inner : [];
  });
}

/** Some publishers give their pictures no type, or that of a page; the name tells then. */
function isImage({ medium = '', type = '', url = '' }: Attributes): boolean {
  if (/^image(?:\/|$)/i.test(type) || /^image$/i.test(medium)) return true;
  return medium === '' && !/^(?:video|audio)\//i.test(type) && IMAGE_NAME.test(url);
}

/** The first that is an http or https address, as written if it is well written; '' where there is none. It has no `<`, `>` or `"`. */
function httpUrl(candidates: readonly string[], base: string): string {
  for (const candidate of candidates) {
    // Some feeds escape twice.
    const text = candidate.trim().replaceAll('&amp;', '&');
    if (text.length > MAX_CHARACTERS || !ADDRESS.test(text) || !URL.canParse(text, base)) continue;
    return URL_CHARACTERS.test(text) ? text : new URL(text, base).href;
  }
  return '';
}

/** @returns no half of a character at its end */
function cut(text: string, max_characters: number): string {
  return text.length <= max_characters ? text : text.slice(0, max_characters).replace(/[\ud800-\udbff]$/, '');
}
