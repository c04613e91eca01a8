import { Tokenizer } from 'htmlparser2';

export interface HtmlText {
  /** Text without tags, scripts and styles, with entities decoded and white space collapsed. */
  readonly text: string;
  /** The sources of the first `<img>` elements, as written. */
  readonly images: readonly string[];
}

const MAX_IMAGES = 10;

/** Some feeds escape HTML more than once. After this many passes, remaining HTML is treated as text. */
const MAX_PASSES = 4;

/** Elements that may occur inside a word. All others separate words. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del em font i ins kbd label mark q s script small span strike strong style sub sup template tt u var wbr'.split(
    ' ',
  ),
);

/** Elements whose content is not shown. */
const HIDDEN = new Set(['script', 'style', 'template']);

/**
 * Extracts text and images from HTML, also from HTML that is escaped more than once. Takes linear time.
 * `text` never contains a tag, whatever the input: no `<` in it is followed by a letter, `/`, `!` or `?`.
 */
export function htmlText(html: string): HtmlText {
  const images: string[] = [];
  let text = html;
  for (let pass = 0; pass < MAX_PASSES && /[<&]/.test(text); pass++) {
    const read = readOnce(text);
    images.push(...read.images);
    if (read.text === text) break;
    text = read.text;
  }
  return { text: folded(text), images: images.slice(0, MAX_IMAGES) };
}

/** Control characters except white space, lone surrogates, private-use characters, bidirectional controls and invisible characters. */
const INVISIBLE =
  /(?![\s\u0085])\p{Cc}|\p{Cs}|\p{Co}|\p{Bidi_Control}|[\u00ad\u200b\u2060\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** One line of text: white space collapsed, invisible characters removed, and `<` separated from what would make it a tag. */
export function folded(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .trim();
}

/** Element names of HTML, which distinguish a tag from text such as `<Rp100`. Of SVG and MathML only the root elements. */
const HTML_NAMES =
  'a|abbr|acronym|address|area|article|aside|audio|b|base|bdi|bdo|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|math|menu|meta|meter|nav|noscript|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp|script|section|select|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr';

/** A `<` before a word that is not an HTML element name, not a complete tag and has no namespace prefix. */
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
  let hidden = '';
  const write = (piece: string) => {
    if (hidden === '') pieces.push(piece);
  };
  const endTag = () => {
    if (tag === 'img' && hasSource && hidden === '' && images.length < MAX_IMAGES) images.push(source);
    source = '';
    hasSource = false;
    if (hidden === '' && HIDDEN.has(tag)) hidden = tag;
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
      // HTML ignores the slash of a self-closing tag.
      onselfclosingtag: endTag,
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === hidden) hidden = '';
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
