import { readFileSync } from 'node:fs';
import { escaped } from '../docs/guide.ts';
import { assetFile } from '../framework/assets.ts';
import type { StillPicture } from './still-picture.tsx';

/** The size that chats show without cropping. */
export const PREVIEW = { width: 1200, height: 630 };
const FRAME = { x: 48, y: 176, width: 1104, height: 388 };
/** Texts of a wider picture would be too small to read. */
const MAX_WIDTH = 1450;
const ROWS = 8;
const ROW_PX = 42;
const LETTER_PX = 12.5;

/** A picture as one SVG for a preview in a chat: its title, its days, and the picture or, if it is a table, its first rows. */
export function previewSvg(picture: StillPicture, footer: string): string {
  const { heading, title, note, selection } = picture;
  const { width, height } = PREVIEW;
  const head = shortened(`${heading} · ${title}`, 70);
  const text = (y: number, size: number, style: string, content: string) =>
    `<text x="${FRAME.x}" y="${y}" font-size="${size}" class="${style}">${content}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Inter">`,
    `<style>${stylesheet()}</style><rect class="paper" width="${width}" height="${height}"/>`,
    `<rect class="band" width="${width}" height="10"/>`,
    text(84, Math.min(46, (1.8 * FRAME.width) / head.length), 'head', escaped(head)),
    text(124, 25, 'sub', escaped(selection)),
    text(156, 20, 'sub', escaped(shortened(note, 100))),
    drawn(picture),
    text(604, 20, 'sub', escaped(footer)),
    '</svg>',
  ].join('');
}

function drawn(picture: StillPicture): string {
  const [first] = svgsIn(picture.draw(640, true));
  if (!first) return rowsOf(picture.table());
  // A width with which the picture has the shape of the frame.
  const ratio = FRAME.width / FRAME.height;
  const [fitted = first] = svgsIn(picture.draw(Math.round(Math.min(MAX_WIDTH, first.height * ratio)), true));
  const { x, y, width, height } = FRAME;
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${fitted.width} ${fitted.height}" preserveAspectRatio="xMinYMin" class="chart plot" font-size="11">${fitted.content}</svg>`;
}

function svgsIn(html: string) {
  const pattern = /<svg class="chart" width="(\d+)" height="([\d.]+)"[^>]*>(.*?)<\/svg>/gs;
  return [...html.matchAll(pattern)].map(([, width, height, content = '']) => ({
    width: Number(width),
    height: Number(height),
    content,
  }));
}

/** The first rows and columns of a table that fit. */
function rowsOf(html: string): string {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(0, ROWS + 1).map(([, row = '']) =>
    [...row.matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/gs)].map(([, attributes = '', cell = '']) => ({
      isNumber: /class="r"/.test(attributes),
      text: shortened(plain(cell.replaceAll(/<[^>]*>/g, '')), 24),
    })),
  );
  const widths = (rows[0] ?? []).map(
    (_, column) => LETTER_PX * Math.max(...rows.map((row) => row[column]?.text.length ?? 0)) + 24,
  );
  const ends = widths.map((_, column) => widths.slice(0, column + 1).reduce((sum, each) => sum + each, 0));
  return rows
    .flatMap((row, index) =>
      row.map(({ isNumber, text }, column) => {
        const end = ends[column] ?? 0;
        if (end > FRAME.width + 24) return '';
        const x = FRAME.x + (isNumber ? end - 24 : end - (widths[column] ?? 0));
        const y = FRAME.y + 32 + index * ROW_PX;
        const style = index === 0 ? 'sub' : column === 0 ? 'cell first' : 'cell';
        return `<text x="${x}" y="${y}" font-size="${index === 0 ? 19 : 23}" text-anchor="${isNumber ? 'end' : 'start'}" class="${style}">${escaped(text)}</text>`;
      }),
    )
    .join('');
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function plain(html: string): string {
  return html.replaceAll(/&(lt|gt|amp|quot);/g, (_, name: string) => CHARACTERS[name] ?? '');
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

let written: string | undefined;

/** The rules of the console for pictures, in the light theme. The renderer knows no custom properties, so each has its value. */
function stylesheet(): string {
  written ??= styleOf(readFileSync(assetFile('style.css'), 'utf8'));
  return written;
}

function styleOf(css: string): string {
  const light = css
    .replaceAll(/light-dark\(([^,()]+|rgb\([^)]*\)),[^()]*(?:\([^)]*\))?\)/g, '$1')
    // The font has two weights.
    .replaceAll(/font-weight:[5-9]\d\d/g, 'font-weight:700')
    // Rules of screens and papers of a size.
    .replaceAll(/@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const tokens = new Map([...light.matchAll(/--([\w-]+):([^;}]+)/g)].map(([, name, value]) => [name, value]));
  const token = (name: string) => tokens.get(name)?.trim() ?? '';
  const rules = [...light.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
    if (!/svg\.chart|\.plot|\.(line|bar|area|candle|pale|gauge)/.test(selector)) return [];
    // The tint of a box of the map depends on its class.
    if (body.includes('--tone')) return [];
    return [`${selector}{${body.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => token(name))}}`];
  });
  const boxes = [...light.matchAll(/([^{}]*\.tone-[\w-]+)\{--tone:([^;}]+)\}/g)].flatMap(
    ([, selector = '', tone = '']) =>
      selector
        .split(',')
        .flatMap((each) => [
          `svg.chart ${each.trim()} rect{fill:${tone}}`,
          `svg.chart ${each.trim()} text{fill:${token(/-3$/.test(each) ? 'card' : 'ink')}}`,
        ]),
  );
  return [
    ...rules,
    ...boxes,
    `.paper{fill:${token('card')}}.band{fill:${token('brand')}}.head{fill:${token('ink')};font-weight:700}`,
    `.sub{fill:${token('soft')}}.cell{fill:${token('ink')}}.first,.strong{font-weight:700}`,
  ].join('\n');
}
