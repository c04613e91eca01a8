import { Tokenizer } from 'htmlparser2';

/** What HTML says to a reader. */
export interface HtmlText {
  /** Text without tags, scripts and styles, its entities decoded and its white space folded. */
  readonly text: string;
  /** The sources of the first `<img>` elements, as written. */
  readonly images: readonly string[];
}

const MAX_IMAGES = 10;

/** Some feeds escape twice. What is still HTML after so many readings is shown as text. */
const MAX_READINGS = 4;

/** Elements that may stand within a word. All others part words. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del em font i ins kbd label mark q s script small span strike strong style sub sup template tt u var wbr'.split(
    ' ',
  ),
);

/** Elements whose content is not for a reader. */
const UNSHOWN = new Set(['script', 'style', 'template']);

/**
 * Reads HTML, also where it is escaped once more, in time that grows with its length only.
 * `text` holds no tag, whatever the HTML is: a `<` in it is never followed by what could make it one.
 */
export function htmlText(html: string): HtmlText {
  const images: string[] = [];
  let text = html;
  for (let reading = 0; reading < MAX_READINGS && /[<&]/.test(text); reading++) {
    const read = readOnce(text);
    images.push(...read.images);
    if (read.text === text) break;
    text = read.text;
  }
  return { text: folded(text), images: images.slice(0, MAX_IMAGES) };
}

/** Control characters that are no white space, halves of characters, what turns the direction of writing, and what shows nothing. */
const INVISIBLE =
  /(?![\s\u0085])\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\u00ad\u200b\u2060\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** Text on one line: white space as single blanks, no invisible characters, and behind a `<` nothing that makes it a tag. */
export function folded(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .trim();
}

/** Names of HTML, by which a tag is told from a text such as `<Rp100`; of SVG and MathML the outermost. */
const HTML_NAMES =
  'a|abbr|acronym|address|area|article|aside|audio|b|base|bdi|bdo|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|math|menu|meta|meter|nav|noscript|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp|script|section|select|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr';

/** A `<` before a word that is neither a name of HTML, nor all of a tag, nor has a prefix. */
const LONE_LESS_THAN = new RegExp(
  `<(?=[a-z])(?!(?:${HTML_NAMES})(?![a-z\\d])|[a-z][a-z\\d]{0,20} ?/?>|[a-z\\d]{1,20}[:-])`,
  'gi',
);

function readOnce(written: string): HtmlText {
  const html = written.replace(LONE_LESS_THAN, '&lt;');
  const pieces: string[] = [];
  const images: string[] = [];
  let tag = '';
  let attribute = '';
  let source = '';
  let hasSource = false;
  let unshown = '';
  const write = (piece: string) => {
    if (unshown === '') pieces.push(piece);
  };
  const endTag = () => {
    if (tag === 'img' && hasSource && unshown === '' && images.length < MAX_IMAGES) images.push(source);
    source = '';
    hasSource = false;
    if (unshown === '' && UNSHOWN.has(tag)) unshown = tag;
  };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => write(html.slice(start, end)),
      ontextentity: (codepoint) => write(String.fromCodePoint(codepoint)),
      oncdata: (start, end, offset) => write(html.slice(start, end - offset)),
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        if (!INLINE.has(tag)) write(' ');
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
      },
      onattribdata(start, end) {
        if (attribute === 'src' && !hasSource) source += html.slice(start, end);
      },
      onattribentity(codepoint) {
        if (attribute === 'src' && !hasSource) source += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (attribute === 'src') hasSource = true;
      },
      onopentagend: endTag,
      // HTML has no such thing for an element that may have content.
      onselfclosingtag: endTag,
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === unshown) unshown = '';
        if (!INLINE.has(name)) write(' ');
      },
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { text: pieces.join(''), images };
}
