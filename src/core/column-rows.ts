/** A column for each field of a row. */
type ColumnsOf<Row> = { readonly [Name in keyof Row]: ArrayLike<Row[Name]> };

/** Rows in columns: to make thousands of objects takes several times as long. JSON.stringify writes them as an array of objects. */
export class ColumnRows<Row> {
  readonly length: number;
  readonly columns: ColumnsOf<Row>;
  readonly #row: (place: number) => Row;

  /** @param row makes the object of a row */
  constructor(length: number, columns: ColumnsOf<Row>, row: (place: number) => Row) {
    this.length = length;
    this.columns = columns;
    this.#row = row;
  }

  toJSON(): Row[] {
    return Array.from({ length: this.length }, (_, place) => this.#row(place));
  }
}
