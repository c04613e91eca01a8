import type { VNode } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { useLocale } from '../locale.ts';
import { FrozenPicture } from '../pictures/frozen.ts';
import type { Order, RowsColumn } from './table-columns.ts';

interface RowsTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly RowsColumn<Row>[];
  readonly rows: readonly Row[];
  /** The order at first; that of the answer by default. */
  readonly order?: Order | undefined;
}

/** Rows that a table shows before "Show all". They are all visible; a whole table scrolls in a box. */
export const ROWS_AT_FIRST = 15;

/** The text alternative of a picture: every row of the answer, sortable by each column. */
export function RowsTable<Row>({ caption, columns, rows, order: first }: RowsTableProps<Row>): VNode {
  const [order, setOrder] = useState(first);
  const [isWhole, setWhole] = useState(useContext(FrozenPicture) !== null);
  const { texts, numbers } = useLocale();
  const sorted = sortedRows(rows, columns, order);
  const shown = isWhole ? sorted : sorted.slice(0, ROWS_AT_FIRST);
  return (
    <div class="rows">
      <section class={isWhole ? 'scroll whole' : 'scroll'} aria-label={caption} tabIndex={0}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  class={classOf(column, rows)}
                  aria-sort={
                    order?.id !== column.id ? 'none' : order.is_descending ? 'descending' : 'ascending'
                  }
                >
                  <button
                    type="button"
                    title={texts.table.sort(column.title)}
                    onClick={() => setOrder(nextOrder(order, column.id, isNumeric(column, rows)))}
                  >
                    {column.title}
                    {column.unit && <small> {column.unit}</small>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.id} class={classOf(column, rows)}>
                    {cell(column, row, (value) => numbers.full(value))}
                  </td>
                ))}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length}>{texts.table.empty}</td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      {shown.length < rows.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {texts.table.more(numbers.full(rows.length))}
        </button>
      )}
    </div>
  );
}

function classOf<Row>(column: RowsColumn<Row>, rows: readonly Row[]): string | undefined {
  if (column.isWideOnly) return 'wide-only';
  return isNumeric(column, rows) ? 'r' : undefined;
}

function cell<Row>(column: RowsColumn<Row>, row: Row, writeNumber: (value: number) => string) {
  const value = column.value(row);
  if (value === null) return '–';
  const text = column.write?.(value) ?? (typeof value === 'number' ? writeNumber(value) : value);
  return column.href ? <a href={column.href(row)}>{text}</a> : text;
}

function isNumeric<Row>(column: RowsColumn<Row>, rows: readonly Row[]): boolean {
  for (const row of rows) {
    const value = column.value(row);
    if (value !== null) return typeof value === 'number';
  }
  return false;
}

/** Numbers are sorted from the largest first, texts from the first letter; the second click turns the order round. */
function nextOrder(order: Order | undefined, id: string, isNumber: boolean): Order {
  return { id, is_descending: order?.id === id ? !order.is_descending : isNumber };
}

/** The rows in an order; equal values keep the order of the answer. Null is last. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<RowsColumn<Row>, 'id' | 'value'>[],
  order: Order | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === order?.id);
  if (!column || !order) return rows;
  const sign = order.is_descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a < b ? -sign : a > b ? sign : 0;
  });
}
