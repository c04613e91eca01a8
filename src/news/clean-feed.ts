import { Parser } from 'htmlparser2';
import { FeedError } from './feed-error.ts';

/**
 * Prefix of the written elements. rss-parser knows the names without it: it would take quadratic time for HTML in some, and reject a
 * whole Atom feed for one invalid date.
 */
export const FIELD = 'field:';

const MAX_ITEMS = 500;
/** Limits of each item; further fields and media are ignored. */
const MAX_FIELDS = 50;
const MAX_MEDIA = 30;
/** Limit of the text of one element; longer text is truncated. */
const MAX_CHARACTERS = 50_000;
const MAX_DEPTH = 100;

const ROOTS = ['rss', 'rdf:rdf', 'feed'];
const CHANNELS = ['channel', 'feed'];
const ITEMS = ['item', 'entry'];

type Kind = 'text' | 'media' | 'void';

/** The elements of an item that are read. Others are skipped with their content. */
const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    /** Other tags inside these elements are part of the text. */
    text: [
      ...['title', 'description', 'summary', 'content', 'content:encoded', 'guid', 'id', 'link', 'thumbnail'],
      ...['pubdate', 'dc:date', 'published', 'updated'],
      // Not used, but listed so that one of them without an end tag does not swallow the following elements.
      ...['category', 'author', 'dc:creator', 'comments'],
    ],
    media: ['media:group', 'media:content'],
    /** Elements without content. */
    void: ['media:thumbnail', 'enclosure'],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const)),
);

const ATTRIBUTES = new Set(['url', 'href', 'rel', 'type', 'medium', 'rdf:about', 'isPermaLink']);
type Attributes = Readonly<Record<string, string>>;

/**
 * Rewrites a feed in RSS 2.0, Atom or RDF as well-formed RSS 2.0 with only the elements that articles need. Repairs a bare `&`, unknown
 * entities, missing end tags and text before the first tag; drops an item that is cut off at the end. Takes linear time.
 * @throws FeedError `not_a_feed`
 */
export function cleanFeed(xml: string): string {
  const items = new Items();
  let depth = 0;
  let isFeed = false;
  let hasChannel = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw notAFeed(`its elements are nested more than ${MAX_DEPTH} levels deep`);
        isFeed ||= ROOTS.includes(name);
        if (!isFeed)
          throw notAFeed(
            `it starts with <${name.slice(0, 32)}>, which is not the start of an RSS or Atom feed`,
          );
        hasChannel ||= CHANNELS.includes(name);
        if (ITEMS.includes(name)) items.start(depth, attributes);
        else items.open(name, depth, attributes, xml.slice(parser.startIndex, parser.endIndex + 1));
      },
      ontext: (text) => items.text(text),
      onclosetag(name, isImplied) {
        items.close(depth, isImplied ? '' : `</${name}>`);
        depth -= 1;
      },
      onprocessinginstruction(_name, declaration) {
        if (/^!doctype\b/i.test(declaration) && declaration.includes('[')) {
          throw notAFeed('it declares XML entities, which are not allowed');
        }
      },
    },
    { xmlMode: true, lowerCaseTags: true },
  );
  // Without `end`, which would close an item that is cut off.
  parser.write(xml);
  if (!isFeed) throw notAFeed('it has no element');
  if (!hasChannel) throw notAFeed('it has no channel');
  return `<rss version="2.0"><channel>${items.written}</channel></rss>`;
}

interface OpenElement {
  readonly name: string;
  readonly kind: Kind | 'item';
  readonly depth: number;
}

/** Writes the items, and repairs the nesting of their elements. The depth of an element says what it is. */
class Items {
  /** The items that are complete. */
  written = '';
  #items = 0;
  #item = '';
  /** The open elements that were written, from the item inwards. */
  readonly #open: OpenElement[] = [];
  /** The depth of the element that is skipped. */
  #skipped: number | undefined;
  /** The text of the last open element so far. */
  #text = '';
  #fields = 0;
  #media = 0;

  /** The start of an item ends the previous one. */
  start(depth: number, attributes: Attributes): void {
    this.#closeFrom(0);
    if (++this.#items > MAX_ITEMS) return;
    this.#item = '';
    this.#fields = 0;
    this.#media = 0;
    this.#start('item', 'item', depth, attributes);
  }

  /** @param source the tag as it is written in the feed */
  open(name: string, depth: number, attributes: Attributes, source: string): void {
    const kind = KINDS.get(name);
    // The start of a field ends the previous one, even without an end tag.
    if (kind && this.#isInText()) this.#closeFrom(this.#open.at(-1)?.depth ?? 0);
    if (this.#isInText()) this.text(source);
    else if (this.#open.length > 0 && this.#skipped === undefined) {
      if (kind && this.#isRead(kind)) this.#start(FIELD + name, kind, depth, attributes);
      else this.#skipped = depth;
    }
  }

  text(text: string): void {
    if (this.#isInText()) this.#text += text.slice(0, MAX_CHARACTERS - this.#text.length);
  }

  /** @param source the tag as it is written in the feed; empty if there is none */
  close(depth: number, source: string): void {
    if (depth === this.#skipped) this.#skipped = undefined;
    else if (depth <= (this.#open.at(-1)?.depth ?? 0)) this.#closeFrom(depth);
    else this.text(source);
  }

  #start(name: string, kind: Kind | 'item', depth: number, attributes: Attributes): void {
    this.#item += startTag(name, attributes);
    this.#open.push({ name, kind, depth });
    if (kind === 'void') this.#closeFrom(depth);
  }

  #isInText(): boolean {
    return this.#skipped === undefined && this.#open.at(-1)?.kind === 'text';
  }

  #isRead(kind: Kind): boolean {
    if (kind === 'text') return this.#open.at(-1)?.kind === 'item' && ++this.#fields <= MAX_FIELDS;
    return ++this.#media <= MAX_MEDIA;
  }

  /** Closes the elements of this depth and below. */
  #closeFrom(depth: number): void {
    this.#skipped = undefined;
    for (let last = this.#open.at(-1); last && last.depth >= depth; last = this.#open.at(-1)) {
      this.#open.pop();
      this.#item += `${cdata(this.#text)}</${last.name}>`;
      this.#text = '';
      if (last.kind === 'item') this.written += this.#item;
    }
  }
}

function startTag(name: string, attributes: Attributes): string {
  const read = Object.entries(attributes).filter(([attribute]) => ATTRIBUTES.has(attribute));
  return `<${[name, ...read.map(([attribute, value]) => `${attribute}="${escaped(value)}"`)].join(' ')}>`;
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Text as CDATA: an entity for each `<` would take several times as long to parse. */
function cdata(text: string): string {
  return text === '' ? '' : `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function notAFeed(problem: string): FeedError {
  return new FeedError('not_a_feed', problem);
}
