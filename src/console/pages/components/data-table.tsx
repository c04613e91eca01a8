import type { ComponentChildren } from 'preact';
import { invalidField } from '../../../core/errors.ts';
import { urlWith, useView, type View } from './view.ts';

/** What the cells of a column show. A missing number or time is a dash. `actions` are links and buttons, whose title is not visible. */
type Cells<Row> =
  | { readonly isNumber?: boolean; cell(row: Row): ComponentChildren }
  | { number(row: Row): number | null | undefined }
  | { time(row: Row): string | Date | null | undefined }
  | { actions(row: Row): ComponentChildren };

export type Column<Row> = Cells<Row> & {
  readonly title: ComponentChildren;
  /** The value of `sort=`, if the rows can be sorted by this column. */
  readonly sort?: string;
  /** In a compact table: only for wide screens, or only for narrow ones. */
  readonly only?: 'wide' | 'narrow';
};

/** The content of a cell. */
export function cellOf<Row>({ numbers, dates }: View, column: Column<Row>, row: Row): ComponentChildren {
  if ('cell' in column) return column.cell(row);
  if ('number' in column) {
    const value = column.number(row) ?? null;
    return value === null ? '–' : numbers.full(value);
  }
  if ('actions' in column) return <span class="row-actions">{column.actions(row)}</span>;
  const time = column.time(row);
  return time ? dates.time(time) : '–';
}

/** Numbers are aligned to the right. */
function isNumeric<Row>(column: Column<Row>): boolean {
  return 'number' in column || ('cell' in column && column.isNumber === true);
}

/** The order of the rows, from `sort=KEY` (ascending) or `sort=-KEY` (descending). */
export interface Sorting {
  readonly key: string;
  readonly isDescending: boolean;
}

interface TableProps<Row> {
  /** What the rows are, with their units. */
  readonly caption: ComponentChildren;
  readonly columns: readonly Column<NoInfer<Row>>[];
  readonly rows: readonly Row[];
  /** The current order. The links of the headers change `sort=` of the page. */
  readonly sorting?: Sorting;
  readonly id?: string;
  /**
   * On a narrow screen, each row of a stacked table (the default) is a block in which each value follows the title of its column. A row of
   * a compact one is a line of its first columns, with the others in its last column. Another table scrolls sideways.
   */
  readonly narrow?: 'stacked' | 'compact' | 'scroll';
  /** In place of a table without rows. */
  readonly empty?: ComponentChildren;
}

/** The order that `sort=` of the page asks for; undefined without one. @throws AlirError `invalid_request` for an unknown column */
export function sortingOf(sort: string | undefined, keys: readonly string[]): Sorting | undefined {
  if (sort === undefined) return undefined;
  const key = sort.replace(/^-/, '');
  if (!keys.includes(key))
    throw invalidField('sort', `must be one of ${keys.join(', ')}, or one with - before it`);
  return { key, isDescending: sort !== key };
}

const CLASSES = { stacked: 'stack', compact: 'compact', scroll: undefined } as const;

/** A table whose first column names each row. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  sorting,
  id,
  narrow = 'stacked',
  empty,
}: TableProps<Row>) {
  const view = useView();
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const alignment = (column: Column<Row>) =>
    [isNumeric(column) && 'r', column.only && `${column.only}-only`].filter(Boolean).join(' ') || undefined;
  return (
    <section class="scroll" tabIndex={0} aria-labelledby={id && `${id}-caption`}>
      <table id={id} class={CLASSES[narrow]}>
        <caption id={id && `${id}-caption`}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th
                key={place}
                scope="col"
                class={alignment(column)}
                aria-sort={sorting && sorting.key === column.sort ? direction(sorting) : undefined}
              >
                {column.sort !== undefined ? (
                  <SortLink column={column} sort={column.sort} sorting={sorting} />
                ) : 'actions' in column ? (
                  <span class="visually-hidden">{column.title}</span>
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {columns.map((column, place) =>
                place === 0 ? (
                  <th key={place} scope="row" class={alignment(column)}>
                    {cellOf(view, column, row)}
                  </th>
                ) : (
                  <td
                    key={place}
                    class={alignment(column)}
                    data-title={
                      typeof column.title === 'string' && !('actions' in column) ? column.title : undefined
                    }
                  >
                    {narrow === 'stacked' ? (
                      <div>{cellOf(view, column, row)}</div>
                    ) : (
                      cellOf(view, column, row)
                    )}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function direction({ isDescending }: Sorting): 'descending' | 'ascending' {
  return isDescending ? 'descending' : 'ascending';
}

/** Numbers are first sorted from the largest, texts from A. A second use reverses the order. */
function SortLink<Row>({
  column,
  sort,
  sorting,
}: {
  column: Column<Row>;
  sort: string;
  sorting: Sorting | undefined;
}) {
  const view = useView();
  const isCurrent = sorting?.key === sort;
  const isDescending = isCurrent ? !sorting.isDescending : isNumeric(column);
  return (
    <a href={urlWith(view.url, { sort: isDescending ? `-${sort}` : sort })}>
      {column.title}
      {isCurrent && <span aria-hidden="true">{sorting.isDescending ? ' ↓' : ' ↑'}</span>}
    </a>
  );
}

/** The text of a link or a button of a row. Screen readers also read which row it is of. */
export function OfRow({ text, row }: { text: string; row: string }) {
  return (
    <>
      {text}
      <span class="visually-hidden"> {row}</span>
    </>
  );
}
