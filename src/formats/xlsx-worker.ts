import { parentPort } from 'node:worker_threads';
import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { MEASURES } from '../core/market/measure-list.ts';
import { type FilledColumn, rowCount, type Value } from './table.ts';

/** The units of columns, by their names in the contract. Columns without one are codes, dates and counts of something that their name says. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_p\d+$|percent|^share$|^premium$|_top\d$/, 'percent'],
  [/(^|_)volume$|^position$/, 'shares'],
  [/(^|_)value$|^(net_)?foreign(_buy|_sell)?$|^result$/, 'IDR'],
  [/(^|_)lots$/, 'lots'],
  [/^(open|high|low|close|average|average_cost)$|_avg$/, 'IDR per share'],
  [/(^|_)freq$/, 'trades'],
];
const MEASURE_UNITS = new Map(MEASURES.map(({ name, unit }) => [name, unit]));

const FORMATS: Partial<Record<FilledColumn['type'], string>> = {
  count: '#,##0',
  int64: '#,##0',
  float64: '#,##0.00',
};

/** `buy_value (IDR)` */
function titled(name: string): string {
  const known = MEASURE_UNITS.get(name) ?? UNITS.find(([names]) => names.test(name))?.[1];
  const unit = known?.replace('idr', 'IDR').replaceAll('_', ' ');
  return unit === undefined ? name : `${name} (${unit})`;
}

/** A text is a text, also if it looks like a formula. */
function cellOf(type: FilledColumn['type'], value: Value | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'date') return { type: Date, value: new Date(String(value)), format: 'yyyy-mm-dd' };
  const format = FORMATS[type];
  return format === undefined
    ? typeof value === 'boolean'
      ? { type: Boolean, value }
      : { type: String, value: String(value) }
    : { type: Number, value: Number(value), format };
}

async function workbook(columns: readonly FilledColumn[]): Promise<Uint8Array> {
  const titles = columns.map(({ name }) => titled(name));
  const rows = Array.from({ length: rowCount(columns) }, (_, row) =>
    columns.map(({ type, values }) => cellOf(type, values[row])),
  );
  const head = titles.map((value): Cell => ({ type: String, value, fontWeight: 'bold' }));
  return await writeWorkbook([head, ...rows], {
    sheet: 'Alir',
    stickyRowsCount: 1,
    columns: titles.map(({ length }) => ({ width: Math.max(12, length + 2) })),
  }).toBuffer();
}

// Runs in a worker thread, which ends if it fails.
parentPort?.on('message', async (columns: readonly FilledColumn[]) => {
  parentPort?.postMessage(await workbook(columns));
});
