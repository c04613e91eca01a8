import Parser from 'rss-parser';
import { decoded } from './charset.ts';
import { cleanFeed, FIELD } from './clean-feed.ts';
import { FeedError } from './feed-error.ts';
import { folded, htmlText } from './html-text.ts';
import type { FeedArticle } from './merge-articles.ts';
import { publishedDate } from './published-date.ts';

export interface FeedDocument {
  /** URL of the response, after redirects. */
  readonly url: string;
  readonly content_type: string;
  readonly bytes: Uint8Array;
}

/** Limit of a URL and of a guid; longer ones are ignored. */
const MAX_CHARACTERS = 4000;
const MAX_TITLE_CHARACTERS = 500;
const MAX_DESCRIPTION_CHARACTERS = 5000;

/** A URL of allowed characters, which is used as written. */
const URL_CHARACTERS = /^https?:\/\/[\w!#$%&'()*+,./:;=?@[\]~-]+$/i;
/** A URL with a host, or a path from the root of the feed's host. A backslash is not allowed, since parsers read it as `/`. */
const ADDRESS = /^(?:(?:https?:)?\/\/[^/\\]|\/(?!\/))[^\\]*$/i;
const IMAGE_NAME = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

/** An element as rss-parser returns it: text, text with attributes, or elements by name. */
type Node = string | { readonly _?: string; readonly $?: Attributes; readonly [name: string]: unknown };
type Attributes = Readonly<Record<string, string>>;
type Item = Readonly<Record<string, unknown>>;

/** Elements that may hold the description, best first. */
const HTML_ELEMENTS = ['description', 'summary', 'content', 'content:encoded'];
const DATE_ELEMENTS = ['pubdate', 'dc:date', 'published', 'updated'];
const ELEMENTS = [
  ...['title', 'link', 'guid', 'id', 'thumbnail', 'enclosure'],
  ...['media:content', 'media:thumbnail', 'media:group'],
  ...HTML_ELEMENTS,
  ...DATE_ELEMENTS,
];

const parser = new Parser<unknown, Item>({
  // All elements with a name, because the first may be empty.
  customFields: { item: ELEMENTS.map((name) => [FIELD + name, name, { keepArray: true }]) as never },
});

/**
 * Parses a feed in RSS 2.0, Atom or RDF. Keeps the order of its articles.
 * @param time_zone of dates without one
 * @throws FeedError `not_a_feed`, `empty`
 */
export async function readFeed(feed: FeedDocument, time_zone: string): Promise<FeedArticle[]> {
  const { items } = await parsed(cleanFeed(decoded(feed.bytes, feed.content_type)));
  const articles = items
    .map((item) => articleOf(item, feed.url, time_zone))
    .filter(({ title, link }) => title !== '' || link !== '');
  if (articles.length === 0) throw new FeedError('empty', 'it has no articles');
  return articles;
}

async function parsed(xml: string): Promise<{ readonly items: readonly Item[] }> {
  try {
    return await parser.parseString(xml);
  } catch (error) {
    throw new FeedError('not_a_feed', `it cannot be parsed: ${(error as Error).message}`);
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

/** The first text and the first image of the HTML elements. Later elements often hold whole articles and are parsed only if needed. */
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
  const nodes = item[name];
  return Array.isArray(nodes) ? nodes : [];
}

function textsOf(item: Item, name: string): string[] {
  return nodesOf(item, name).map(textOf);
}

function textOf(node: Node): string {
  return typeof node === 'string' ? node : (node._ ?? '');
}

function attributesOf(node: Node): Attributes {
  return typeof node === 'string' ? {} : (node.$ ?? {});
}

/** Atom has the URL in an attribute, and may have links to other things than the article. */
function linksOf(item: Item): string[] {
  const links = nodesOf(item, 'link').filter(
    (link) => (attributesOf(link).rel ?? 'alternate') === 'alternate',
  );
  return links.map((link) => textOf(link) || (attributesOf(link).href ?? ''));
}

/** In RSS 2.0 a guid is a URL unless isPermaLink is false. */
function permalinkOf(item: Item): string {
  const [guid = ''] = nodesOf(item, 'guid');
  return attributesOf(guid).isPermaLink === 'false' ? '' : textOf(guid);
}

/** The guid of RSS, the id of Atom or the rdf:about of RDF. */
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

/** URLs of candidate images of an item, best first. */
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
    const inner = typeof node === 'string' ? [] : node[FIELD + name];
    return Array.isArray(inner) ? inner : [];
  });
}

/** Some publishers give images no type, or text/html: then the file extension decides. */
function isImage({ medium = '', type = '', url = '' }: Attributes): boolean {
  if (/^image(?:\/|$)/i.test(type) || /^image$/i.test(medium)) return true;
  return medium === '' && !/^(?:video|audio)\//i.test(type) && IMAGE_NAME.test(url);
}

/** The first candidate that is an http or https URL, normalized if needed; '' if there is none. Never contains `<`, `>` or `"`. */
function httpUrl(candidates: readonly string[], base: string): string {
  for (const candidate of candidates) {
    // Some feeds escape twice.
    const text = candidate.trim().replaceAll('&amp;', '&');
    if (text.length > MAX_CHARACTERS || !ADDRESS.test(text) || !URL.canParse(text, base)) continue;
    return URL_CHARACTERS.test(text) ? text : new URL(text, base).href;
  }
  return '';
}

/** Truncates text without splitting a surrogate pair. */
function cut(text: string, max_characters: number): string {
  return text.length <= max_characters ? text : text.slice(0, max_characters).replace(/[\ud800-\udbff]$/, '');
}
