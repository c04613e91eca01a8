import { expect, test } from 'vitest';
import { EXPLORER } from '../../../src/console/texts/explorer.ts';
import { MEASURE_TEXTS } from '../../../src/console/texts/measures.ts';
import { CATALOGUE, textsOf } from '../../../src/console/texts/texts.ts';
import { DateFormat } from '../../../src/console/texts/written-dates.ts';
import { measureDefinition } from '../../../src/console/texts/written-measures.ts';
import { written } from '../../../src/core/catalogue.ts';
import { MEASURES } from '../../../src/core/market/measure-list.ts';

const [en, id] = [textsOf('en'), textsOf('id')];
const [explorerEn, explorerId] = [written(EXPLORER, 'en'), written(EXPLORER, 'id')];

type Text = (...values: unknown[]) => string;

/** What stands for a parameter: its place in a text, also where the text uses one of its properties. */
const mark = (place: number): object =>
  new Proxy(
    {},
    { get: (_, name) => (typeof name === 'symbol' ? () => `<${place}>` : `<${place}.${String(name)}>`) },
  );

const marksOf = (text: string) => [...new Set(text.match(/<[^>]+>/g))].sort();

/** The number of the parameters of a text. Those of a catalogue in both languages are declared there. */
function lengthOf({ length }: { readonly length: number }, path: string): number {
  const declared = path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((part, name) => part?.[name as never], {
      ...CATALOGUE,
      explorer: EXPLORER,
      measures: MEASURE_TEXTS,
    });
  return typeof declared === 'function' ? declared.length : length;
}

/** Differences between a text and its translation: missing texts, and parameters that one of them does not have. */
function* differences(english: unknown, indonesian: unknown, path: string): Generator<string> {
  // The reasons why a file is held depend on the values of their parameters, and have tests of their own.
  if (path === '.causes') return;
  // The English definitions are those of the API. Each measure has another text in Indonesian: see below.
  if (path === '.measures.definitions') return;
  if (typeof english === 'function' && typeof indonesian === 'function') {
    const marks = Array.from({ length: lengthOf(english, path) }, (_, place) => mark(place));
    const text = (english as Text)(...marks);
    const [all, translated] = [marksOf(text), marksOf((indonesian as Text)(...marks))];
    if (all.join() !== translated.join()) yield `${path}: ${all} and ${translated}`;
    for (const place of marks.keys()) {
      if (all.some((each) => each.startsWith(`<${place}`))) continue;
      // Only the choice between singular and plural is not written.
      const other = (english as Text)(...marks.map((each, index) => (index === place ? false : each)));
      if (other === text) yield `${path} does not use the parameter ${place}`;
    }
  } else if (typeof english === 'object' && typeof indonesian === 'object' && english && indonesian) {
    for (const key of new Set([...Object.keys(english), ...Object.keys(indonesian)])) {
      yield* differences(english[key as never], indonesian[key as never], `${path}.${key}`);
    }
  } else if (typeof english !== 'string' || typeof indonesian !== 'string' || !english || !indonesian) {
    yield `${path}: ${english} and ${indonesian}`;
  }
}

test('every text is there in both languages, with the same parameters', () => {
  expect([...differences(en, id, ''), ...differences(explorerEn, explorerId, 'explorer')]).toEqual([]);
});

/** Each text with its path, in both languages; parameters are marks. */
function* pairs(english: unknown, indonesian: unknown, path: string): Generator<string> {
  if (path === 'causes') return;
  if (typeof english === 'object' && english !== null) {
    for (const [key, text] of Object.entries(english)) {
      yield* pairs(text, (indonesian as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`);
    }
    return;
  }
  const written = (text: unknown) =>
    typeof text === 'function'
      ? (text as Text)(...Array.from({ length: lengthOf(text, path) }, (_, place) => mark(place)))
      : String(text);
  yield `${path}\n  ${written(english)}\n  ${written(indonesian)}\n`;
}

test('the texts are those that were reviewed, side by side in both languages', async () => {
  const all = [...pairs(en, id, ''), ...pairs(explorerEn, explorerId, 'explorer')];
  await expect(all.join('')).toMatchFileSnapshot('texts.txt');
});

test('dates and times are written as each language does', () => {
  const date = '2026-01-30';
  // Commas and the spaces around a dash depend on the version of Node.
  const written = (dates: DateFormat) =>
    [
      ...[dates.long(date), dates.day(date), dates.short(date), dates.axis(date), dates.month(date)],
      ...[dates.range('2025-12-31', date), dates.range(date, date), dates.range('2026-01-05', date)],
      ...[dates.time('2026-01-30T17:05:00Z'), dates.weekdays.join(' ')],
    ].map((text) => text.replaceAll(',', '').replaceAll(/\s*–\s*/g, '–'));
  expect(written(new DateFormat('en'))).toEqual([
    ...['Friday 30 January 2026', 'Fri 30 Jan 2026', '30 Jan 2026', '30 Jan', 'January 2026'],
    ...['31 Dec 2025–30 Jan 2026', '30 Jan 2026', '5–30 Jan 2026'],
    ...['31 Jan 2026 00:05 WIB', 'Mon Tue Wed Thu Fri Sat Sun'],
  ]);
  expect(written(new DateFormat('id'))).toEqual([
    ...['Jumat 30 Januari 2026', 'Jum 30 Jan 2026', '30 Jan 2026', '30 Jan', 'Januari 2026'],
    ...['31 Des 2025–30 Jan 2026', '30 Jan 2026', '5–30 Jan 2026'],
    ...['31 Jan 2026 00.05 WIB', 'Sen Sel Rab Kam Jum Sab Min'],
  ]);
});

test('each measure has an Indonesian definition with its numbers', () => {
  for (const measure of MEASURES) {
    const text = measureDefinition(measure, id.measures);
    expect(text, measure.name).not.toBe(measure.definition);
    expect(text, measure.name).not.toMatch(/[#%]/);
    const top = /_top(\d+)_/.exec(measure.name)?.[1] ?? '';
    expect(text, measure.name).toContain(top);
    if (measure.days > 1) expect(text, measure.name).toContain(String(measure.days));
  }
});
