import type { FilledColumn, Value } from './table.ts';

/** Shares of a lot, the trading unit of the exchange. */
const LOT_SHARES = 100;

/** The column of names beside a column of codes. */
const NAME_OF: Readonly<Record<string, string>> = {
  code: 'name',
  broker: 'name',
  buyer: 'buyer_name',
  seller: 'seller_name',
  ticker: 'company',
};

/** Adds what people read in a spreadsheet: names beside codes; at the end net volumes and values, and volumes in lots. */
export function withPeopleColumns(
  columns: readonly FilledColumn[],
  names: ReadonlyMap<string, string>,
): FilledColumn[] {
  const valuesOf = (name: string) => columns.find((column) => column.name === name)?.values;
  const hasNames = valuesOf('name') !== undefined;
  const named = columns.flatMap((column): FilledColumn[] => {
    const name = NAME_OF[column.name];
    if (name === undefined || hasNames) return [column];
    const values = Array.from(column.values, (code) => names.get(String(code)) ?? null);
    return [column, { name, type: 'code', nullable: true, values }];
  });
  const net = ['volume', 'value'].flatMap((unit): FilledColumn[] => {
    const [bought, sold] = [valuesOf(`buy_${unit}`), valuesOf(`sell_${unit}`)];
    if (!bought || !sold) return [];
    const values = Array.from(bought, (each, row) => Number(each) - Number(sold[row]));
    return [{ name: `net_${unit}`, type: 'int64', values }];
  });
  const lots = [...columns, ...net].flatMap(({ name, values }): FilledColumn[] => {
    if (!/(^|_)(volume|position)$/.test(name)) return [];
    const inLots = (shares: Value) => (shares === null ? null : Number(shares) / LOT_SHARES);
    const lots_name = name === 'position' ? 'position_lots' : name.replace(/volume$/, 'lots');
    return [{ name: lots_name, type: 'float64', nullable: true, values: Array.from(values, inLots) }];
  });
  return [...named, ...net, ...lots];
}
