import { Tokenizer } from 'htmlparser2';
import { FeedError } from './feed-error.ts';

/**
 * Replaces `<` in the text of a clean feed, because rss-parser takes quadratic time in the number of `<`. A private-use character, which
 * is removed from the input.
 */
export const LESS_THAN = '\ue000';

/** Prefix of date elements: rss-parser rejects a whole Atom feed for one invalid date, and ignores elements with other names. */
export const DATE_OF = 'date-of-';

const MAX_ITEMS = 500;
/** Limits of each item; further fields and media are ignored. */
const MAX_FIELDS = 50;
const MAX_MEDIA = 30;
/** Limits of one element; longer text is truncated. */
const MAX_CHARACTERS = 50_000;
const MAX_ATTRIBUTE_CHARACTERS = 4000;
const MAX_DEPTH = 64;

/** Elements that are read, by kind. All others are skipped with their content. */
const KINDS = {
  root: ['rss', 'rdf:RDF', 'feed'],
  channel: ['channel'],
  item: ['item', 'entry'],
  /** Tags inside these elements are part of the text. */
  text: [
    ...['title', 'description', 'summary', 'content', 'content:encoded', 'guid', 'id', 'link', 'thumbnail'],
    // Not used, but listed so that one of them without an end tag does not swallow the following elements.
    ...['category', 'author', 'dc:creator', 'comments'],
  ],
  date: ['pubDate', 'dc:date', 'published', 'updated'],
  media: ['media:group', 'media:content'],
  /** Elements without content. */
  void: ['media:thumbnail', 'enclosure'],
} as const;

type Kind = keyof typeof KINDS;

interface Element {
  readonly name: string;
  readonly kind: Kind;
}

const ELEMENTS: ReadonlyMap<string, Element> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.map((name) => [name.toLowerCase(), { name, kind: kind as Kind }]),
  ),
);

const ATTRIBUTES = new Set(['url', 'href', 'rel', 'type', 'medium', 'rdf:about', 'isPermaLink']);

/**
 * Rewrites a feed as well-formed XML with only the elements that articles need. Repairs a bare `&`, unknown entities, missing end tags
 * and text before the first tag; drops an item that is cut off at the end. Takes linear time.
 * @throws FeedError `not_a_feed`
 */
export function cleanFeed(xml: string): string {
  const feed = new CleanFeed();
  let tag = '';
  let tag_start = 0;
  let attribute = '';
  let attributes = new Map<string, string>();
  let value = '';
  const open = (end: number, isEmpty: boolean) => {
    feed.open(tag, attributes, xml.slice(tag_start, end + 1), isEmpty);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: (start, end) => feed.text(xml.slice(start, end)),
      ontextentity: (codepoint) => feed.text(String.fromCodePoint(codepoint)),
      oncdata: (start, end, offset) => feed.text(xml.slice(start, end - offset)),
      onopentagname(start, end) {
        tag = xml.slice(start, end);
        tag_start = start - 1;
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = xml.slice(start, end);
        value = '';
      },
      onattribdata(start, end) {
        value += xml.slice(start, Math.min(end, start + MAX_ATTRIBUTE_CHARACTERS - value.length));
      },
      onattribentity(codepoint) {
        if (value.length < MAX_ATTRIBUTE_CHARACTERS) value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (ATTRIBUTES.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: (end) => open(end, false),
      onselfclosingtag: (end) => open(end, true),
      onclosetag: (start, end) => feed.close(xml.slice(start, end)),
      ondeclaration(start, end) {
        const declaration = xml.slice(start, end);
        if (/^doctype\b/i.test(declaration) && declaration.includes('[')) {
          throw new FeedError('not_a_feed', 'it declares entities, which are not allowed');
        }
      },
      oncomment() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
  return feed.end();
}

/** Writes elements as they are opened and closed, and repairs their nesting. */
class CleanFeed {
  readonly #out: string[] = [];
  /** Open elements that were written. */
  readonly #open: Element[] = [];
  /** Names of open elements that are skipped, all inside the last open written element. */
  #skipped: string[] = [];
  /** Text of the last open element so far. */
  #text = '';
  #items = 0;
  #item_start = 0;
  #fields = 0;
  #media = 0;
  #hasChannel = false;

  open(tag: string, attributes: ReadonlyMap<string, string>, source: string, isEmpty: boolean): void {
    const element = ELEMENTS.get(tag.toLowerCase());
    // Ignore everything after the end of the feed.
    if (this.#open.length === 0 && this.#out.length > 0) return;
    if (this.#open.length === 0 && element?.kind !== 'root') {
      throw new FeedError('not_a_feed', `it starts with <${tag.slice(0, 32)}>`);
    }
    if (element?.kind === 'item') this.#startItem();
    // The start of a field ends the previous one, even without an end tag.
    else if (element && this.#isInText()) this.#closeTop();
    if (this.#isInText()) this.text(source);
    else if (element && this.#isRead(element)) {
      this.#push(this.#open, element);
      this.#out.push(startTag(element, attributes));
      if (element.kind === 'channel' || element.name === 'feed') this.#hasChannel = true;
      if (isEmpty || element.kind === 'void') this.#closeTop();
    } else if (!isEmpty) this.#push(this.#skipped, tag);
  }

  close(tag: string): void {
    const element = ELEMENTS.get(tag.toLowerCase());
    const isContainer = element?.kind === 'item' || element?.kind === 'channel' || element?.kind === 'root';
    if (isContainer) {
      if (this.#open.includes(element)) {
        while (this.#top() !== element) this.#closeTop();
        this.#closeTop();
      }
    } else if (this.#skipped.length > 0) {
      const place = this.#skipped.lastIndexOf(tag);
      if (place !== -1) this.#skipped.length = place;
    } else if (element && element === this.#top()) {
      this.#closeTop();
    } else if (this.#isInText()) {
      this.text(`</${tag}>`);
    }
  }

  text(text: string): void {
    if (this.#isInText()) this.#text += text.slice(0, MAX_CHARACTERS - this.#text.length);
  }

  end(): string {
    if (this.#open.some(({ kind }) => kind === 'item')) {
      this.#out.length = this.#item_start;
      while (this.#top()?.kind !== 'item') this.#open.pop();
      this.#open.pop();
    }
    while (this.#open.length > 0) this.#closeTop();
    if (this.#out.length === 0) throw new FeedError('not_a_feed', 'it has no element');
    if (!this.#hasChannel) throw new FeedError('not_a_feed', 'it has no channel');
    return this.#out.join('');
  }

  #top(): Element | undefined {
    return this.#open.at(-1);
  }

  #isInText(): boolean {
    const kind = this.#top()?.kind;
    return this.#skipped.length === 0 && (kind === 'text' || kind === 'date');
  }

  /** The start of an item ends the previous one. */
  #startItem(): void {
    this.#skipped = [];
    while (!['channel', 'root'].includes(this.#top()?.kind ?? 'root')) this.#closeTop();
    this.#items += 1;
    this.#item_start = this.#out.length;
    this.#fields = 0;
    this.#media = 0;
  }

  #isRead(element: Element): boolean {
    if (this.#skipped.length > 0 || !this.#hasPlaceFor(element)) return false;
    if (this.#items > MAX_ITEMS) return false;
    if (element.kind === 'media' || element.kind === 'void') return ++this.#media <= MAX_MEDIA;
    return ++this.#fields <= MAX_FIELDS;
  }

  #hasPlaceFor({ kind }: Element): boolean {
    switch (this.#top()?.kind) {
      case undefined:
        return kind === 'root';
      case 'root':
        return kind === 'channel' || kind === 'item';
      case 'channel':
        return kind === 'item';
      case 'item':
        return kind === 'text' || kind === 'date' || kind === 'media' || kind === 'void';
      case 'media':
        return kind === 'media' || kind === 'void';
      default:
        return false;
    }
  }

  #closeTop(): void {
    const element = this.#open.pop();
    if (element) this.#out.push(escaped(this.#text).replaceAll('<', LESS_THAN), `</${nameOf(element)}>`);
    this.#text = '';
    this.#skipped = [];
  }

  #push<Item>(stack: Item[], item: Item): void {
    stack.push(item);
    if (this.#open.length + this.#skipped.length > MAX_DEPTH) {
      throw new FeedError('not_a_feed', `its elements are nested more than ${MAX_DEPTH} deep`);
    }
  }
}

function nameOf({ name, kind }: Element): string {
  return kind === 'date' ? DATE_OF + name : name;
}

function startTag(element: Element, found: ReadonlyMap<string, string>): string {
  const attributes = new Map(found);
  // rss-parser requires these defaults to be explicit.
  if (element.name === 'rss') attributes.set('version', '2.0');
  if (element.name === 'link' && !attributes.has('rel')) attributes.set('rel', 'alternate');
  const written = [...attributes].map(
    ([name, value]) => ` ${name}="${escaped(value).replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`,
  );
  return `<${nameOf(element)}${written.join('')}>`;
}

function escaped(text: string): string {
  return text.replaceAll(LESS_THAN, '').replaceAll('&', '&amp;');
}
