import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../src/core/package-files.ts';
import { CanonicalLines } from '../../../src/market/ingest/canonical/canonical-lines.ts';
import { Duck, type DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { COLUMNS, csv, DATE, HEADER, type Line, line } from '../../support/daily-files.ts';

const CHARACTERS = [...'0159AFNGRTZIDaez-+._ ,"\'\u00e9\t'];
const CELLS = [
  '',
  ...CHARACTERS,
  ...CHARACTERS.flatMap((first) => CHARACTERS.map((second) => first + second)),
  ...[
    'BRMS',
    '<null>',
    'BRMS-W',
    '-BRMS',
    '0007',
    '1e3',
    '1E3',
    '0x1F',
    '0b11',
    '+100',
    '-100',
    '100.0',
    '1_000',
    ' 100',
    '100 ',
  ],
  ...['RGX', 'RG ', 'rg', DATE, `${DATE} `, '2026-01-18', '20260119', '85800', '085800', '0085800'],
  ...[12, 13, 15, 16, 18, 19].flatMap((length) => ['1', '9', '0', 'A'].map((each) => each.repeat(length))),
];

let duck: Duck;
let connection: DuckConnection;
beforeAll(async () => {
  duck = await Duck.open({ folders: [], memory_limit_mb: 500, threads: 1 });
  connection = await duck.connect();
  await connection.run('SET VARIABLE trade_date = $trade_date', { trade_date: DATE });
  await connection.run(sql('lake/cell_rules'));
});
afterAll(() => duck.close());

function accepts(text: string): boolean {
  const lines = new CanonicalLines(HEADER, DATE);
  lines.next(Buffer.from(text));
  return lines.areCanonical;
}

const lineOf = (cells: Line) => csv([cells]).split('\n')[1] ?? '';

describe('the automaton accepts the cells that the SQL rule accepts', () => {
  test.each(COLUMNS.filter((column) => column !== 'TRX_TIME'))('%s', async (column) => {
    const rows = await connection.rows(
      `SELECT cell FROM (SELECT unnest($cells) AS cell) WHERE is_${column.toLowerCase()}(cell)`,
      { cells: CELLS },
    );
    const right = rows.map(({ cell }) => cell);
    expect(right.length).toBeGreaterThan(0);
    expect(CELLS.filter((cell) => accepts(`${lineOf({ ...line(), [column]: cell })}\n`))).toEqual(right);
  });

  test('TRX_TIME, which may also be a number that is no time of day', () => {
    const accepted = CELLS.filter((cell) => accepts(`${lineOf({ ...line(), TRX_TIME: cell })}\n`));
    expect(accepted).toEqual(CELLS.filter((cell) => /^[0-9]{1,6}$/.test(cell)));
  });
});

describe('the automaton rejects', () => {
  const right = `${lineOf(line())}\n`;
  test.each([
    { what: 'a cell too few', text: right.slice(right.indexOf(';') + 1) },
    { what: 'a cell too many', text: right.replace('\n', ';1\n') },
    { what: 'an empty last cell', text: right.replace('\n', ';\n') },
    { what: 'an incomplete last line', text: right.slice(0, -1) },
    { what: 'a wrong line between right ones', text: `${right}1\n${right}` },
  ])('$what', ({ text }) => {
    expect(accepts(right)).toBe(true);
    expect(accepts(text)).toBe(false);
  });

  test.each([
    { what: 'a missing column', header: HEADER.replace('TRX_TIME', 'TIME') },
    { what: 'a repeated column', header: `${HEADER};TRX_TIME` },
  ])('a header with $what', ({ header }) => {
    expect(new CanonicalLines(header, DATE).areCanonical).toBe(false);
  });
});

test('columns may have any order, other columns any cells, and lines may come in any number of chunks', () => {
  const columns = ['NOTE', ...COLUMNS.toReversed(), 'END'];
  const cells = [
    { NOTE: '', END: '"\u00e9' },
    { NOTE: 'a b', END: '' },
    { NOTE: '0', END: '0' },
  ];
  const [header = '', ...lines] = csv(
    cells.map((each) => ({ ...line(), ...each })),
    columns,
  ).split('\n');
  for (const chunks of [[3], [1, 2], [2, 1], [1, 1, 1]]) {
    const canonical = new CanonicalLines(header, DATE);
    let start = 0;
    for (const count of chunks) {
      canonical.next(Buffer.from(`${lines.slice(start, start + count).join('\n')}\n`));
      start += count;
    }
    expect(canonical.areCanonical).toBe(true);
  }
});

test('one wrong line is found at any place of a chunk', () => {
  const right = lineOf(line());
  for (let place = 0; place < 9; place++) {
    const lines = Array.from({ length: 9 }, (_, each) =>
      each === place ? right.replace('100', '1e2') : right,
    );
    expect(accepts(`${lines.join('\n')}\n`)).toBe(false);
  }
});
