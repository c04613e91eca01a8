/** The method of an operation: `brokerSummary` for `get_broker_summary`. */
export function methodOf(operation: string): string {
  return operation.replace(/^get_/, '').replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase());
}

/** Rows of JSON or of Arrow, as JSON has them. */
export function rowsOf(table: Iterable<any>): unknown[] {
  return [...table].map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(name, value)])),
  );
}

function plain(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  const is_day = (name === 'date' || name.endsWith('_day')) && typeof value === 'number';
  return is_day ? new Date(value).toISOString().slice(0, 10) : value;
}
