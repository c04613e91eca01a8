import { join } from 'node:path';
import { expect } from 'vitest';
import { decoded } from './html.ts';

/** The reviewed outlines of the pages. */
export const OUTLINES = join(import.meta.dirname, '../console/pages/outlines');

/**
 * What a page shows and does, as text: one line for each block of its content, from its title to its end.
 *
 *     # Title, ## title of a card      (warn) a tag or a notice      Name: a fact      a cell | a numeric cell
 *     [link](/address)                 [the current one](/address)*  <button>          {name of a field, its attributes}
 *     -- 7 #id                         POST /address                 hidden name=value + a part that opens, ++ that is open
 */
export function outlineOf(html: string, names: Readonly<Record<string, string>> = {}): string {
  const main = /<div class="head">[\s\S]*<\/main>/.exec(html)?.[0] ?? /<main[\s\S]*<\/main>/.exec(html)?.[0];
  if (main === undefined) throw new Error('The page has no content');
  const lines: string[] = [];
  const open: { readonly end: string; readonly join?: string | undefined; readonly isHidden: boolean }[] = [];
  let line = '';
  const isHidden = () => open.some((each) => each.isHidden);
  const flush = () => {
    const join = open.findLast((each) => each.join !== undefined)?.join;
    if (join !== undefined) line = `${line.trimEnd()}${/(?:^|[/|:])\s*$/.test(line) ? ' ' : join}`;
    if (join !== undefined || line.trim() === '') return;
    lines.push(
      line
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^\| | \/$/g, ''),
    );
    line = '';
  };
  for (const [token, closing, tag = '', rest = ''] of named(main, names).matchAll(TOKEN)) {
    if (tag === '') {
      if (!isHidden()) line += decoded(token);
    } else if (closing === '/') {
      const closed = open.pop();
      if (!isHidden()) line += closed?.end ?? '';
      if (BLOCKS.has(tag) && tag !== 'dt' && !closed?.isHidden) flush();
    } else {
      const attributes = attributesIn(rest);
      const { id = '', class: style = '', lang, role } = attributes;
      const [start, end] = markOf(tag, attributes);
      if (BLOCKS.has(tag) && tag !== 'dd' && tag !== 'caption') flush();
      if (!isHidden()) {
        const width = /\bc(\d+)\b/.exec(style)?.[1];
        line += [
          width && `-- ${width} `,
          id !== '' && !OWN_IDS.test(id) && `#${id} `,
          start,
          lang && `‹${lang}› `,
        ]
          .filter(Boolean)
          .join('');
      }
      const join = /^(?:field|notice|code)\b/.test(style)
        ? ' '
        : JOINED[/\baction\b/.test(style) ? 'form' : tag];
      if (!VOID.has(tag) && !token.endsWith('/>')) {
        open.push({ end, join, isHidden: tag === 'svg' || role === 'img' });
      }
    }
  }
  flush();
  return lines.join('\n').replaceAll(/^(-- \d+(?: #\S+)?)\n(?=#)/gm, '$1 ');
}

const TOKEN = /<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi;
const VOID = new Set(['input', 'br', 'wbr', 'img', 'link', 'meta', 'hr']);
const BLOCKS = new Set(
  'article aside caption dd details div dl dt fieldset footer form h1 h2 h3 h4 header li nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Their content is one line, with this text between its blocks. */
const JOINED: Readonly<Record<string, string>> = {
  ...{ tr: ' ', li: ' ', nav: ' ', summary: ' ' },
  ...{ form: ' / ', dl: ' / ', header: ' / ', pre: ' ' },
};
/** The ids that tie a field to its label and its hint, and a table to its caption. */
const OWN_IDS = /^(?:field|problem|hint|day)-|-caption$/;

type Attributes = Readonly<Record<string, string>>;

function attributesIn(text: string): Attributes {
  const found = [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decoded(value)]));
}

/** The marks before and after the content of an element. */
function markOf(tag: string, all: Attributes): readonly [string, string] {
  const { class: style = '' } = all;
  const kind = /\b(primary|danger)\b/.exec(style)?.[0];
  const more = (names: readonly string[]) =>
    names.flatMap((name) => (name in all ? [all[name] === '' ? name : `${name}=${all[name]}`] : []));
  const suffix = [kind, ...more(['name', 'value', 'rel'])].filter(Boolean).join(' ');
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
      return [`${'#'.repeat(Number(tag[1]))} `, ''];
    case 'dd':
      return [': ', ''];
    case 'small':
      return [' ', ''];
    case 'br':
      return [' / ', ''];
    case 'th':
    case 'td':
      return [' | ', all.scope === 'col' && style.split(' ').includes('r') ? ' #' : ''];
    case 'a':
      return ['[', `](${[all.href, suffix].filter(Boolean).join(' ')})${all['aria-current'] ? '*' : ''}`];
    case 'button':
      return [' <', `${suffix === '' ? '' : ` ${suffix}`}>`];
    case 'form':
      return [`${(all.method ?? 'get').toUpperCase()} ${all.action}`, ''];
    case 'details':
      return ['open' in all ? '++' : '+', ''];
    case 'option':
      return [` {${all.value}: `, `}${'selected' in all ? '*' : ''}`];
    case 'select':
      return [` {${all.name}`, '}'];
    case 'textarea':
    case 'input':
      return [` ${inputMark(tag, all)}`, tag === 'textarea' ? '}' : ''];
    case 'svg':
    case 'div':
      if (all.role === 'img' || tag === 'svg') return [` ${all['aria-label'] ?? ''} `, ''];
      return [/^notice /.test(style) ? `!${style.split(' ')[1]} ` : '', ''];
    default:
      return [/^tag /.test(style) ? `(${style.split(' ')[1]}) ` : '', ''];
  }
}

function inputMark(tag: string, all: Attributes): string {
  const { type, name, value = '' } = all;
  if (type === 'hidden') return name === '_csrf' || name === 'form_id' ? '' : `hidden ${name}=${value}`;
  const shown = Object.entries(all).filter(([each]) => !/^(?:id|class|name|aria-describedby)$/.test(each));
  const texts = shown.map(([each, text]) => (text === '' || text === 'true' ? each : `${each}=${text}`));
  return tag === 'textarea' ? `{${[name, ...texts].join(' ')}: ` : `{${[name, ...texts].join(' ')}}`;
}

/** Names the ids of the test, and hides what is random. A short id is that of an order or an offer. */
function named(html: string, names: Readonly<Record<string, string>>): string {
  let text = html;
  for (const [name, id] of Object.entries(names)) {
    text = text.replaceAll(id, name.toUpperCase()).replaceAll(id.slice(0, 8), name);
  }
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replaceAll(/alir_live_\w+/g, 'KEY')
    .replaceAll(/\balir\.\.\.\w{4}/g, 'MASKED')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'ORIGIN');
}

/** Collects the pages that a test sees in its states, to compare them with the reviewed ones. */
export function seenPages() {
  const states: string[] = [];
  return {
    see(state: string, ...outlines: string[]): void {
      states.push(`=== ${state}\n${outlines.join('\n')}\n`);
    },
    async areReviewed(name: string): Promise<void> {
      await expect(states.join('\n')).toMatchFileSnapshot(join(OUTLINES, `${name}.txt`));
    },
  };
}

/** The lines of an outline from one that begins with a text to the line before another one. */
export function partOf(outline: string, first: string, end = '-- '): string {
  const all = outline.split('\n');
  const from = all.findIndex((each) => each.startsWith(first));
  if (from === -1) throw new Error(`No line begins with ${first}`);
  const length = all.slice(from + 1).findIndex((each) => each.startsWith(end));
  return all.slice(from, length === -1 ? undefined : from + 1 + length).join('\n');
}
