/** A column for each field of a row. */
type ColumnsOf<Row> = { readonly [Name in keyof Row]: ArrayLike<Row[Name]> };

/** Rows in columns: to make thousands of objects takes several times as long. JSON.stringify writes them as an array of objects. */
export class ColumnRows<Row> {
  readonly length: number;
  readonly columns: ColumnsOf<Row>;

  /** @param columns at least one, all of the same length */
  constructor(columns: ColumnsOf<Row>) {
    const [first] = Object.values(columns as Readonly<Record<string, ArrayLike<unknown>>>);
    this.length = first?.length ?? 0;
    this.columns = columns;
  }

  toJSON(): Row[] {
    const columns = Object.entries(this.columns as Readonly<Record<string, ArrayLike<unknown>>>);
    return Array.from({ length: this.length }, (_, place) => {
      const row: Record<string, unknown> = {};
      for (const [name, values] of columns) row[name] = values[place];
      return row as Row;
    });
  }
}
