import { expect, test } from 'vitest';
import { previewSvg } from '../../../src/console/pages/snapshots/preview.ts';
import type { StillPicture } from '../../../src/console/pages/snapshots/still-picture.tsx';

/** The texts of the preview of a table, with their horizontal places. */
function textsOf(header: readonly string[], rows: readonly (readonly string[])[]) {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell, place) => `<${tag}${place > 0 ? ' class="r"' : ''}>${cell}</${tag}>`).join('')}</tr>`;
  const table = `<table>${row(header, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
  const picture = {
    ...{ heading: 'BBCA', title: 'Brokers', note: 'n'.repeat(101), selection: '5 to 9 Jan' },
    draw: () => '',
    table: () => table,
  };
  const svg = previewSvg(picture as unknown as StillPicture, 'alir.example.com');
  return [...svg.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*)</g)].map(([, x, text]) => ({
    x: Number(x),
    text,
  }));
}

test('the preview of a table has its header and first 8 rows', () => {
  const rows = Array.from({ length: 10 }, (_, place) => [`row ${place + 1}`, '&lt;1']);
  const shown = textsOf(['Name', 'Value'], rows).map(({ text }) => text);
  expect(shown).toContain('Name');
  expect(shown.filter((text) => text?.startsWith('row'))).toHaveLength(8);
  expect(shown).toContain('&lt;1');
  expect(shown).toContain(`${'n'.repeat(99)}…`);
});

test('the preview of a table has the columns that fit', () => {
  // A column of 24 letters is 324 px wide, and the frame 1104 px.
  const wide = 'x'.repeat(30);
  const columns = (count: number, last: string) =>
    textsOf([...Array.from({ length: count }, () => wide), last], []).filter(({ text }) =>
      text?.startsWith('x'),
    );
  expect(columns(2, wide).map(({ text, x }) => [text?.length, x])).toEqual([
    [24, 48],
    [24, 672],
    [24, 996],
  ]);
  // The last column may end with its margin at the edge of the frame.
  expect(columns(3, 'x'.repeat(10))).toHaveLength(4);
  expect(columns(3, 'x'.repeat(11))).toHaveLength(3);
});
