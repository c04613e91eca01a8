import { Marked, type Token, type Tokens } from 'marked';
import type { Guide } from '../../../api/openapi/guides.ts';

/** HTML that this file made: it contains no markup of its sources. */
export type Html = string & { readonly made_by: 'guide' };

/** A part of a guide: a heading and the text below it, up to the next heading. */
export interface GuideSection {
  /** The id of the heading on the page of the guide; empty for the title. */
  readonly id: string;
  readonly heading: string;
  readonly depth: number;
  /** Plain text. */
  readonly text: string;
}

export interface RenderedGuide {
  /** File name without `.md`. */
  readonly name: string;
  readonly title: string;
  readonly html: Html;
  readonly sections: readonly GuideSection[];
}

/** The texts of copy buttons, in the language of the page. */
export interface CopyTexts {
  readonly copy: string;
  readonly copied: string;
}

/**
 * Renders a guide. Headings have the ids that GitHub gives them, so that links between guides work.
 * @param isGuide whether a file of docs/ has a page
 */
export function renderGuide(
  { name, title, text }: Guide,
  texts: CopyTexts,
  isGuide: (file: string) => boolean,
): RenderedGuide {
  const marked = markdownOf(texts, isGuide, new Ids());
  return {
    name: name.replace(/\.md$/, ''),
    title,
    html: marked.parse(text, { async: false }) as Html,
    sections: sectionsOf(marked.lexer(text)),
  };
}

/** Markdown of the OpenAPI document, rendered as that of the guides. */
export class DocumentMarkdown {
  readonly #marked: Marked;

  constructor(texts: CopyTexts, isGuide: (file: string) => boolean) {
    this.#marked = markdownOf(texts, isGuide, null);
  }

  /** Paragraphs, lists and code blocks. */
  blocks(text: string): Html {
    return this.#marked.parse(text, { async: false }) as Html;
  }

  /** One line, without a paragraph around it. */
  line(text: string): Html {
    return this.#marked.parseInline(text, { async: false }) as Html;
  }

  plainText(text: string): string {
    return plain(this.#marked.lexer(text));
  }
}

/** Shows HTML in the Markdown as text. @param ids those of the headings; null for headings without ids */
function markdownOf(texts: CopyTexts, isGuide: (file: string) => boolean, ids: Ids | null): Marked {
  return new Marked({
    renderer: {
      html: ({ text: html }: Tokens.HTML | Tokens.Tag) => escaped(html),
      heading({ tokens, depth, text: heading }) {
        const id = depth === 1 || ids === null ? '' : ` id="${ids.next(heading)}"`;
        return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: (code: Tokens.Code) => codeBlock(code, texts),
      codespan: ({ text: code }) => `<code>${escaped(code)}</code>`,
      link({ href, tokens }) {
        const target = linkTarget(href, isGuide);
        const content = this.parser.parseInline(tokens);
        return target === null
          ? content
          : `<a href="${escaped(target)}"${/^https?:/.test(target) ? ' rel="noopener noreferrer"' : ''}>${content}</a>`;
      },
      image: ({ text: description }) => escaped(description),
      table(table) {
        const header = table.header
          .map(({ tokens }) => `<th>${this.parser.parseInline(tokens)}</th>`)
          .join('');
        // On a narrow screen, each value follows the title of its column.
        const titles = table.header.map(({ tokens }) => escaped(capitalized(plain(tokens))));
        const cell = ({ tokens }: Tokens.TableCell, place: number) =>
          `<td${titles[place] ? ` data-title="${titles[place]}"` : ''}>${this.parser.parseInline(tokens)}</td>`;
        const rows = table.rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');
        return `<div class="scroll" tabindex="0"><table><thead><tr>${header}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
}

/** The commands of a block with a prompt are copied without the prompt and the output. */
export function codeBlock(
  { text, lang }: { readonly text: string; readonly lang?: string | undefined },
  { copy, copied }: CopyTexts,
): Html {
  const isConsole = lang === 'console';
  const commands = isConsole ? commandsOf(text) : [];
  const shown = isConsole
    ? text
        .split('\n')
        .map((line) =>
          commands.some(({ lines }) => lines.includes(line))
            ? withPlaces(escaped(line))
            : `<span class="out">${escaped(line)}</span>`,
        )
        .join('\n')
    : withPlaces(escaped(text));
  const copiedText = commands.map(({ command }) => command).join('\n');
  return `<div class="code"><pre tabindex="0"${isConsole ? ' class="console"' : ''}><code>${shown}</code></pre><button type="button" class="copy" data-copy="${escaped(copiedText)}" data-copied="${escaped(copied)}" hidden>${escaped(copy)}</button></div>\n` as Html;
}

/** What the examples of the guides have in place of a key: in a shell, TypeScript, Python, and settings. */
const PLACES =
  /\$KEY\b|\$\{process\.env\.KEY\}|\{os\.environ\['KEY'\]\}|(?<=KEY=|Bearer )alir_live_\.\.\.|(?<code>process\.env\.KEY\b|os\.environ\[&quot;KEY&quot;\])/g;

/** Marks the places of the key, so that a script can show the reader's own one. */
function withPlaces(html: string): string {
  return html.replaceAll(
    PLACES,
    (place, code?: string) => `<span data-key${code === undefined ? '' : '="quoted"'}>${place}</span>`,
  );
}

/** The commands after the prompt `$ `; a line that ends with a backslash continues on the next one. */
function commandsOf(text: string): { readonly command: string; readonly lines: readonly string[] }[] {
  return [...text.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([whole, command = '']) => ({
    command,
    lines: whole.split('\n'),
  }));
}

/** A link to another guide leads to its page, a link to a file without a page to nothing. */
function linkTarget(href: string, isGuide: (file: string) => boolean): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  // The OpenAPI document names the guides from the root of the server.
  const [file = '', id] = href.replace(/^docs\//, '').split('#', 2);
  if (!isGuide(file)) return null;
  const path = `/docs/${file.replace(/\.md$/, '')}`;
  return id === undefined ? path : `${path}#${id}`;
}

function sectionsOf(tokens: readonly Token[]): GuideSection[] {
  const ids = new Ids();
  const sections: { id: string; heading: string; depth: number; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading;
      const id = depth === 1 ? '' : ids.next(text);
      sections.push({ id, heading: plain([token]), depth, text: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${plain([token])}`.trim();
  }
  return sections;
}

/** The text of tokens without markup. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (isTable(token)) {
        return [token.header, ...token.rows]
          .flat()
          .map((cell) => plain(cell.tokens))
          .filter((cell) => cell !== '')
          .join(' · ');
      }
      if (isList(token)) return token.items.map((item) => plain(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens) return plain(token.tokens);
      return 'text' in token ? String(token.text) : ' ';
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trimEnd();
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

/** The ids of the headings of one guide, as GitHub makes them. */
class Ids {
  readonly #counts = new Map<string, number>();

  next(heading: string): string {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = this.#counts.get(id) ?? 0;
    this.#counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  }
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
