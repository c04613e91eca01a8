import type { GuideSection, RenderedGuide } from './guide.ts';

export type Searched = Pick<RenderedGuide, 'name' | 'title' | 'sections'>;

/** A section that has every word of the query. */
export interface Hit {
  readonly guide: Searched;
  readonly section: GuideSection;
  /** The whole words around the first word, in parts: every second part is a word of the query. */
  readonly excerpt: readonly string[];
}

const MAX_HITS = 30;
const MAX_WORDS = 8;
const CHARACTERS_BEFORE = 80;
const EXCERPT_CHARACTERS = 220;

/** Weights of a word in a heading, in the title of a guide and in a text. */
const IN_HEADING = 20;
const IN_TITLE = 6;
const MAX_IN_TEXT = 5;

/** The sections of pages that contain every word of a query, best first. Words match from their start. */
export function searchGuides(guides: readonly Searched[], query: string): Hit[] {
  const words =
    query
      .toLowerCase()
      .match(/[\p{L}\p{N}_-]+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  if (words.length === 0) return [];
  const patterns = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'giu'));
  const scored = guides.flatMap((guide) =>
    guide.sections.map((section) => ({ guide, section, score: scoreOf(patterns, guide, section) })),
  );
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_HITS)
    .map(({ guide, section }) => ({ guide, section, excerpt: excerptOf(section.text, patterns) }));
}

/** 0 for a section that lacks a word. */
function scoreOf(patterns: readonly RegExp[], { title }: Searched, { heading, text }: GuideSection): number {
  let score = 0;
  for (const pattern of patterns) {
    const count = (within: string) => within.match(pattern)?.length ?? 0;
    const [in_heading, in_text] = [count(heading), count(text)];
    if (in_heading + in_text === 0) return 0;
    score += IN_HEADING * in_heading + IN_TITLE * count(title) + Math.min(MAX_IN_TEXT, in_text);
  }
  return score;
}

function excerptOf(text: string, patterns: readonly RegExp[]): string[] {
  const first = Math.max(
    0,
    Math.min(...patterns.map((pattern) => indexOf(text, pattern))) - CHARACTERS_BEFORE,
  );
  const start = first === 0 ? 0 : text.indexOf(' ', first) + 1;
  const limit = start + EXCERPT_CHARACTERS;
  const last_space = text.lastIndexOf(' ', limit);
  // A word that is longer than the excerpt is cut.
  const end = limit >= text.length ? text.length : last_space > start ? last_space : limit;
  const part = text.slice(start, end).replace(/[ ·]+$/, '');
  const words = new RegExp(`(${patterns.map(({ source }) => `${source}[\\p{L}\\p{N}]*`).join('|')})`, 'giu');
  const parts = part.split(words);
  const isCut = [start > 0, end < text.length];
  return parts.map(
    (each, place) =>
      `${place === 0 && isCut[0] ? '… ' : ''}${each}${place === parts.length - 1 && isCut[1] ? ' …' : ''}`,
  );
}

/** The index of the first match; the length of the text without one. */
function indexOf(text: string, pattern: RegExp): number {
  const index = text.search(pattern);
  return index === -1 ? text.length : index;
}
