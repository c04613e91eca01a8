import { DataType, type Table, tableFromIPC, type Vector } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { arrowPieces } from '../../../src/market/sql-shell/arrow-pieces.ts';
import { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { afterThisFile, folderOfThisFile } from '../../support/alir.ts';
import { LIMITS, REFERENCE } from '../../support/analyst.ts';

let session: AnalystSession;
beforeAll(async () => {
  session = await AnalystSession.open({ lake: await folderOfThisFile(), reference: REFERENCE }, LIMITS);
  afterThisFile(() => session.close());
});

/** What `--format arrow` writes, read by Arrow's own reader. */
async function arrowOf(question: string): Promise<Table> {
  const { columns, chunks } = await session.askVectors(question);
  const pieces: Uint8Array[] = [];
  for await (const piece of await arrowPieces(columns, chunks)) pieces.push(piece);
  return tableFromIPC(pieces);
}

/** The cells of each row as `--format json` writes them, unparsed. */
async function jsonOf(question: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  for await (const chunk of (await session.ask(question, 'json')).chunks) {
    for (let row = 0; row < chunk.rows; row++) rows.push(chunk.columns.map((cells) => cells[row] ?? null));
  }
  return rows;
}

const isThird = (n: number) => n % 3 === 0;
const isFifth = (n: number) => n % 5 === 0;

const DAY_MS = 86_400_000;

function clock(microseconds: bigint): string {
  const [seconds, part] = [Number(microseconds / 1_000_000n), String(microseconds % 1_000_000n)];
  const fraction = part === '0' ? '' : `.${part.padStart(6, '0').replace(/0+$/, '')}`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

const dateOf = (days: number) => new Date(days * DAY_MS).toISOString().slice(0, 10);

function decimal(words: Uint32Array, scale: number): string {
  const unsigned = words.reduceRight((value, word) => (value << 32n) | BigInt(word), 0n);
  const value = BigInt.asIntN(128, unsigned);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const sign = value < 0n ? '-' : '';
  return sign + digits.slice(0, point) + (scale > 0 ? `.${digits.slice(point)}` : '');
}

/** JSON leaves zeros at the end of some decimals away. */
function padded(json: string | null, type: DataType): string | null {
  if (json === null || !DataType.isDecimal(type)) return json;
  const [whole = '', part = ''] = json.split('.');
  return type.scale === 0 ? whole : `${whole}.${part.padEnd(type.scale, '0')}`;
}

/** A cell as JSON, from the memory of the column, since its getters round. */
function cellOf(column: Vector, row: number): string | null {
  if (!column.isValid(row)) return null;
  const value = column.get(row);
  const raw = () => {
    let place = row;
    for (const { length, values } of column.data) {
      if (place < length) return values[place];
      place -= length;
    }
  };
  const type = String(column.type);
  if (type.startsWith('Decimal')) return decimal(value, column.type.scale);
  if (type.startsWith('Date')) return `"${dateOf(raw())}"`;
  if (type.startsWith('Time64')) return `"${clock(raw())}"`;
  if (type.startsWith('Timestamp')) {
    const days = Number(raw() / BigInt(DAY_MS * 1000)) - (raw() < 0n ? 1 : 0);
    return `"${dateOf(days)} ${clock(raw() - BigInt(days) * BigInt(DAY_MS * 1000))}"`;
  }
  return type === 'Utf8' ? JSON.stringify(value) : String(value);
}

const isFloat = (column: Vector) => String(column.type).startsWith('Float');

/** The same number, however its digits are written. */
function sameFloat(column: Vector, row: number, json: string | null): boolean {
  if (json === null || !column.isValid(row)) return json === null && !column.isValid(row);
  const words: Record<string, number> = { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, '-inf': -Infinity };
  const number = words[json.replaceAll('"', '')] ?? Number(json);
  return Object.is(column.get(row), String(column.type) === 'Float32' ? Math.fround(number) : number);
}

async function expectEqualsJson(question: string): Promise<Table> {
  const table = await arrowOf(question);
  const rows = await jsonOf(question);
  expect(table.numRows).toBe(rows.length);
  for (const [place, field] of table.schema.fields.entries()) {
    const column = table.getChildAt(place);
    if (!column) throw new Error('no column');
    const wrong = rows.findIndex((row, at) =>
      isFloat(column)
        ? !sameFloat(column, at, row[place] ?? null)
        : cellOf(column, at) !== padded(row[place] ?? null, column.type),
    );
    const found = wrong === -1 ? null : [cellOf(column, wrong), rows[wrong]?.[place]];
    expect([field.name, wrong, found]).toEqual([field.name, -1, null]);
  }
  return table;
}

const typesOf = ({ schema }: Table) =>
  Object.fromEntries(schema.fields.map(({ name, type }) => [name, String(type)]));

describe('an Arrow stream', () => {
  test('has the minimum, the maximum and NULL of each type, equal to JSON', async () => {
    const table =
      await expectEqualsJson(`SELECT bool, tinyint, smallint, "int", bigint, utinyint, usmallint, "uint", ubigint, "float", "double",
         dec_4_1, dec_9_4, dec_18_6, dec38_10, varchar, "time"
       FROM test_all_types()`);
    expect(typesOf(table)).toEqual({
      bool: 'Bool',
      tinyint: 'Int8',
      smallint: 'Int16',
      int: 'Int32',
      bigint: 'Int64',
      utinyint: 'Uint8',
      usmallint: 'Uint16',
      uint: 'Uint32',
      ubigint: 'Uint64',
      float: 'Float32',
      double: 'Float64',
      dec_4_1: 'Decimal[4e+1]',
      dec_9_4: 'Decimal[9e+4]',
      dec_18_6: 'Decimal[18e+6]',
      dec38_10: 'Decimal[38e+10]',
      varchar: 'Utf8',
      time: 'Time64<MICROSECOND>',
    });
    expect(table.schema.fields.every(({ nullable }) => nullable)).toBe(true);
  });

  test('has sums, dates and timestamps exactly', async () => {
    const table = await expectEqualsJson(`SELECT * FROM (VALUES
         (9007199254740993, 99999999999999999999999999999999999999::HUGEINT, '18446744073709551616'::UHUGEINT, DATE '2026-01-05',
          TIME '08:58:00.000001', TIMESTAMP '2026-01-05 08:58:00.123456', 'nan'::DOUBLE, ''),
         (-9007199254740993, -99999999999999999999999999999999999999::HUGEINT, 0, DATE '1969-12-31',
          TIME '23:59:59', TIMESTAMP '1969-12-31 23:59:59.9', '-inf'::DOUBLE, 'héé 😀'),
         (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
       ) t(big, huge, unsigned, "day", "time", moment, part, "text")`);
    expect(typesOf(table)).toMatchObject({
      huge: 'Decimal[38e0]',
      unsigned: 'Decimal[38e0]',
      day: 'Date32<DAY>',
      moment: 'Timestamp<MICROSECOND>',
    });
  });

  test('has all other types as text, and distinct names for columns of the same name', async () => {
    const question = `SELECT [1, NULL] AS list, {'a': 1} AS struct, INTERVAL 3 DAYS AS a, 'x'::ENUM ('x', 'y') AS a,
      '\\xAA'::BLOB AS bytes, TIMESTAMPTZ '2026-01-05 08:58:00+07' AS moment, NULL AS nothing`;
    const table = await arrowOf(question);
    const { nothing, ...cells } = table.get(0)?.toJSON() ?? {};
    expect(nothing).toBe(null);
    expect(cells).toEqual({
      list: '[1, NULL]',
      struct: "{'a': 1}",
      a: '3 days',
      a_1: 'x',
      bytes: '\\xAA',
      moment: '2026-01-05 01:58:00+00',
    });
  });

  test('has NULLs at any position over many batches', async () => {
    const table = await arrowOf(
      `SELECT CASE WHEN range % 7 < 3 THEN NULL ELSE range * 3 END AS number, nullif(range % 3 = 0, range % 5 = 0) AS yes,
         CASE WHEN range % 11 > 4 THEN 'é' || range END AS "text"
       FROM range(70000)`,
    );
    expect([table.numRows, table.batches.length]).toEqual([70_000, 2]);
    const isWrong = {
      number: (cell: unknown, n: number) => cell !== (n % 7 < 3 ? null : BigInt(n * 3)),
      yes: (cell: unknown, n: number) => cell !== (isFifth(n) === isThird(n) ? null : isThird(n)),
      text: (cell: unknown, n: number) => cell !== (n % 11 > 4 ? `é${n}` : null),
    };
    for (const [name, isWrongAt] of Object.entries(isWrong)) {
      const cells = [...(table.getChild(name) ?? [])];
      expect([name, cells.length, cells.findIndex(isWrongAt)]).toEqual([name, 70_000, -1]);
    }
    // The memory under a NULL has no values of other rows.
    const [first] = table.getChild('number')?.data ?? [];
    const underNulls = [...(first?.values ?? [])].filter((_, row) => !first?.getValid(row));
    expect(underNulls.length).toBeGreaterThan(1000);
    expect(new Set(underNulls)).toEqual(new Set([0n]));
  });

  test('has smaller batches for long texts', async () => {
    const table = await arrowOf(`SELECT repeat('x', 10000) || range AS "text" FROM range(3000)`);
    expect([table.numRows, table.batches.length]).toEqual([3000, 2]);
    expect(table.getChildAt(0)?.get(2999)).toBe(`${'x'.repeat(10_000)}2999`);
  });

  test('without rows has the columns', async () => {
    const table = await arrowOf("SELECT 1 AS n, 'x' AS t WHERE false");
    expect([table.numRows, typesOf(table)]).toEqual([0, { n: 'Int32', t: 'Utf8' }]);
  });

  test.for([
    ['SELECT 170141183460469231731687303715884105727::HUGEINT AS n', 'DECIMAL(38,0)'],
    ['EXPLAIN SELECT 1', 'The result of EXPLAIN cannot be written in this format. Use the default format.'],
    ['SELECT nothing', 'LINE 1: SELECT nothing'],
  ] as const)('%s is refused', async ([question, message]) => {
    await expect(arrowOf(question)).rejects.toThrow(message);
  });
});
