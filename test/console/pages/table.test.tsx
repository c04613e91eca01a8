import { render } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import {
  type Column,
  DataTable,
  type Sorting,
  sortingOf,
} from '../../../src/console/pages/components/data-table.tsx';
import { type View, ViewContext } from '../../../src/console/pages/components/view.ts';

interface Row {
  readonly name: string;
  readonly units: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Name', sort: 'name', cell: ({ name }) => name },
  { title: 'Units', sort: 'units', isNumber: true, cell: ({ units }) => units },
  { title: 'Note', cell: () => '-' },
];

/** The title of each column, with its order and where its link leads to. */
function headersWith(sorting: Sorting | undefined) {
  const html = render(
    <ViewContext.Provider value={{ url: '/list?plan=free&sort=x' } as View}>
      <DataTable
        caption="Rows"
        columns={COLUMNS}
        rows={[{ name: 'A', units: 1 }]}
        {...(sorting && { sorting })}
      />
    </ViewContext.Provider>,
  );
  return [...html.matchAll(/<th [^>]*scope="col"[^>]*>.*?<\/th>/gs)].map(([header = '']) => [
    /aria-sort="(\w+)"/.exec(header)?.[1],
    /href="([^"]*)"/.exec(header)?.[1]?.replaceAll('&amp;', '&'),
  ]);
}

describe('a table that can be sorted', () => {
  test('begins with the largest number or the first text', () => {
    expect(headersWith(undefined)).toEqual([
      [undefined, '/list?plan=free&sort=name'],
      [undefined, '/list?plan=free&sort=-units'],
      [undefined, undefined],
    ]);
  });

  test('names the order of the sorted column only, and its link reverses it', () => {
    expect(headersWith({ key: 'units', isDescending: true })).toEqual([
      [undefined, '/list?plan=free&sort=name'],
      ['descending', '/list?plan=free&sort=units'],
      [undefined, undefined],
    ]);
    expect(headersWith({ key: 'name', isDescending: false })).toEqual([
      ['ascending', '/list?plan=free&sort=-name'],
      [undefined, '/list?plan=free&sort=-units'],
      [undefined, undefined],
    ]);
  });

  test.each([
    ['units', { key: 'units', isDescending: false }],
    ['-units', { key: 'units', isDescending: true }],
    [undefined, undefined],
  ])('has the order of sort=%s', (sort, sorting) => {
    expect(sortingOf(sort, ['name', 'units'])).toEqual(sorting);
  });

  test.each(['--units', 'other', ''])('refuses sort=%s', (sort) => {
    expect(() => sortingOf(sort, ['name', 'units'])).toThrow('sort must be one of name, units');
  });
});
