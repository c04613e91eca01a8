import { gzipSync } from 'node:zlib';
import { COLUMNS, csv, FILE_NAME, HEADER, line } from '../../support/daily-files.ts';
import { zip } from '../../support/zip.ts';

export const GOOD = csv([
  line(),
  line({ TRX_TYPE: 'NG', STK_VOLM: 77 }),
  line({ STK_CODE: 'BBCA', INV_TYP2: 'F' }),
]);

/** A file with a right line on each side of the wrong one, which is line 3. */
export const around = (cells: Record<string, string | number>): string => csv([line(), line(cells), line()]);

interface BrokenFile {
  readonly what: string;
  readonly name?: string;
  readonly content: string | Buffer;
  readonly reason: string | RegExp;
  readonly reasons?: number;
}

/** Files whose bytes are wrong, so that no cell is read. */
export const BROKEN_BYTES: readonly BrokenFile[] = [
  {
    what: 'an empty cell too many',
    content: GOOD.replace(';85800\n', ';85800;\n'),
    reason: 'line 2: has more cells than the header',
  },
  {
    what: 'an endless line',
    content: `${GOOD}${'x'.repeat(200_000)}`,
    reason: 'line 5: is longer than 65,536 bytes',
  },
  {
    what: 'a blank line in the middle',
    content: GOOD.replace('85800\n', '85800\n\n'),
    reason: 'line 3: is blank, but is not the last line',
  },
  {
    what: 'a bare carriage return',
    content: GOOD.replace('85800\n', '85800\r'),
    reason: 'line 2: contains a carriage return',
  },
  { what: 'a NUL byte', content: GOOD.replace('BRMS', 'BR\0S'), reason: 'line 2: contains a NUL byte' },
  {
    what: 'a truncated last line',
    content: GOOD.slice(0, -3),
    reason: 'line 4: is the last line and does not end with a line break: the file is probably incomplete',
  },
  {
    what: 'no line end behind a whole last line',
    content: GOOD.trimEnd(),
    reason: 'line 4: is the last line and does not end with a line break',
  },
  {
    what: 'only half a header',
    content: HEADER.slice(0, 40),
    reason: 'is the last line and does not end with a line break',
  },
  { what: 'nothing in it', content: '', reason: 'it is empty' },
  { what: 'binary data', content: Buffer.alloc(10_000, 7), reason: 'it is binary data' },
  // archives
  {
    what: 'a gzip file that was cut short',
    name: 'DT260119.csv.gz',
    content: gzipSync(GOOD).subarray(0, -12),
    reason: 'its gz data is damaged or incomplete',
  },
  {
    what: 'a gzip file with a wrong checksum',
    name: 'DT260119.csv.gz',
    content: flipped(gzipSync(GOOD), -6),
    reason: 'its gz data is damaged or incomplete',
  },
  {
    what: 'something behind a gzip file',
    name: 'DT260119.csv.gz',
    content: Buffer.concat([gzipSync(GOOD), Buffer.from('more')]),
    reason: /after its gzip data|damaged/,
  },
  {
    what: 'zeros behind a gzip file',
    name: 'DT260119.csv.gz',
    content: Buffer.concat([gzipSync(GOOD), Buffer.alloc(9)]),
    reason: 'it contains other data after its gzip data',
  },
  {
    what: 'a plain file named .gz',
    name: 'DT260119.csv.gz',
    content: GOOD,
    reason: 'its name ends in .gz, but its content is not gz data',
  },
  {
    what: 'a zip file that was cut short',
    name: 'DT260119.csv.zip',
    content: zip({ [FILE_NAME]: GOOD }).subarray(0, -30),
    reason: 'its zip data is damaged or incomplete',
  },
  {
    what: 'a zip file with a wrong checksum',
    name: 'DT260119.csv.zip',
    content: zip({ [FILE_NAME]: GOOD }, { wrongChecksum: true }),
    reason: 'its zip data is damaged',
  },
  {
    what: 'a zip file with two members',
    name: 'DT260119.csv.zip',
    content: zip({ 'a.csv': GOOD, 'b.csv': GOOD }),
    reason: 'must contain exactly one file',
  },
  {
    what: 'an empty zip file',
    name: 'DT260119.csv.zip',
    content: zip({}),
    reason: 'must contain exactly one file',
  },
];

/** Every check of a daily file: what breaks just that, and what the report says of it. */
export const BROKEN: readonly BrokenFile[] = [
  ...BROKEN_BYTES,
  // the name
  { what: 'a name without a date', name: 'trades.csv', content: GOOD, reason: 'its name has no date' },
  {
    what: 'a name with a day that does not exist',
    name: 'DT260230.csv',
    content: GOOD,
    reason: 'its name has no date',
  },
  {
    what: 'the name of another day',
    name: 'DT260120.csv',
    content: GOOD,
    reason: /^line 2: TRX_DATE "2026-01-19" must be the date of the file, 2026-01-20/,
    reasons: 3,
  },

  // the header
  ...COLUMNS.map((column) => ({
    what: `no ${column}`,
    content: csv(
      [line()],
      COLUMNS.filter((other) => other !== column),
    ),
    reason: `line 1: ${column} is missing from the header`,
  })),
  {
    what: 'a column twice',
    content: csv([line()], [...COLUMNS, 'STK_VOLM']),
    reason: 'line 1: STK_VOLM appears 2 times in the header',
  },
  {
    what: 'a column in small letters',
    content: csv([line()]).replace('TRX_CODE', 'trx_code'),
    reason: 'TRX_CODE is missing',
  },
  {
    what: 'another separator',
    content: csv([line()]).replaceAll(';', ','),
    reason:
      'it is text with commas between the cells, but a daily trade file is text with semicolons between the cells',
  },

  // each cell
  {
    what: 'a trade number with a letter',
    content: around({ TRX_CODE: '12a' }),
    reason: 'line 3: TRX_CODE "12a" must be a trade number',
  },
  { what: 'no trade number', content: around({ TRX_CODE: '' }), reason: 'line 3: TRX_CODE "" must be' },
  { what: 'a session that is none', content: around({ TRX_SESS: 'x' }), reason: 'line 3: TRX_SESS "x"' },
  {
    what: 'a market that is none',
    content: around({ TRX_TYPE: 'XX' }),
    reason: 'line 3: TRX_TYPE "XX" must be a market: RG, NG or TN',
  },
  { what: 'a market in small letters', content: around({ TRX_TYPE: 'rg' }), reason: 'line 3: TRX_TYPE "rg"' },
  {
    what: 'a seller that is none',
    content: around({ BRK_COD2: 'X' }),
    reason: 'line 3: BRK_COD2 "X" must be a broker code',
  },
  {
    what: 'a buyer that is none',
    content: around({ BRK_COD1: 'xl' }),
    reason: 'line 3: BRK_COD1 "xl" must be a broker code',
  },
  {
    what: "a seller's investor type that is none",
    content: around({ INV_TYP2: 'X' }),
    reason: 'line 3: INV_TYP2 "X"',
  },
  {
    what: "a buyer's investor type that is none",
    content: around({ INV_TYP1: '' }),
    reason: 'line 3: INV_TYP1 ""',
  },
  {
    what: 'a ticker that is none',
    content: around({ STK_CODE: 'BR MS' }),
    reason: 'line 3: STK_CODE "BR MS" must be a ticker',
  },
  {
    what: 'a fraction of a share',
    content: around({ STK_VOLM: '9750000.7' }),
    reason: 'line 3: STK_VOLM "9750000.7"',
  },
  { what: 'a negative volume', content: around({ STK_VOLM: '-100' }), reason: 'line 3: STK_VOLM "-100"' },
  { what: 'a volume of zero', content: around({ STK_VOLM: '0' }), reason: 'line 3: STK_VOLM "0"' },
  { what: 'a volume with a space', content: around({ STK_VOLM: ' 100' }), reason: 'line 3: STK_VOLM " 100"' },
  {
    what: 'a volume in quotes',
    content: around({ STK_VOLM: '"100"' }),
    reason: String.raw`line 3: STK_VOLM "\"100\""`,
  },
  {
    what: 'a price with an exponent',
    content: around({ STK_PRIC: '1e3' }),
    reason: 'line 3: STK_PRIC "1e3"',
  },
  {
    what: 'a price with a thousands separator',
    content: around({ STK_PRIC: '1,260' }),
    reason: 'line 3: STK_PRIC "1,260"',
  },
  {
    what: 'a second date',
    content: around({ TRX_DATE: '2026-01-20' }),
    reason: 'line 3: TRX_DATE "2026-01-20" must be the date of the file',
  },
  {
    what: 'a date written otherwise',
    content: around({ TRX_DATE: '19/01/2026' }),
    reason: 'line 3: TRX_DATE "19/01/2026"',
  },
  {
    what: "a seller's order number that is none",
    content: around({ TRX_ORD2: 'x' }),
    reason: 'line 3: TRX_ORD2 "x"',
  },
  {
    what: "a buyer's order number that is none",
    content: around({ TRX_ORD1: '-1' }),
    reason: 'line 3: TRX_ORD1 "-1"',
  },
  {
    what: 'a time after midnight',
    content: around({ TRX_TIME: '240000' }),
    reason: 'line 3: TRX_TIME "240000" must be a time of day',
  },
  {
    what: 'a time with 60 minutes',
    content: around({ TRX_TIME: '96000' }),
    reason: 'line 3: TRX_TIME "96000"',
  },
  {
    what: 'a time with too many digits',
    content: around({ TRX_TIME: '0085800' }),
    reason: 'line 3: TRX_TIME "0085800"',
  },
  {
    what: 'a total value beyond 64 bits',
    content: around({ STK_VOLM: '9'.repeat(15), STK_PRIC: '99999' }),
    reason: 'above 2^54 IDR',
  },

  ...COLUMNS.map((column) => ({
    what: `an empty ${column}`,
    content: around({ [column]: '' }),
    reason: `line 3: ${column} "" must be`,
  })),
  ...COLUMNS.map((column) => ({
    what: `no value at all in ${column}`,
    content: around({ [column]: '<null>' }),
    reason: `line 3: ${column} "<null>" must be`,
  })),

  // lines
  {
    what: 'a cell too few',
    content: GOOD.replace(';85800\n', '\n'),
    reason: /^line 2: ".*" has fewer cells than the header/,
  },
  {
    what: 'a cell too many',
    content: GOOD.replace(';85800\n', ';85800;1\n'),
    reason: /^line 2: ".*" has more cells than the header/,
  },
  {
    what: 'a trailer line',
    content: `${GOOD}EOF\n`,
    reason: 'line 5: "EOF" has fewer cells than the header',
  },
  {
    what: 'a byte that is not UTF-8',
    content: Buffer.from(GOOD.replace('BRMS', 'BR\xe9S'), 'latin1'),
    reason: /^line 2: .* is not UTF-8/,
  },
  { what: 'a header and no trade', content: csv([]), reason: 'it has a header but no trades' },

  // trade numbers
  {
    what: 'a trade number with two contents',
    content: csv([line({ TRX_CODE: 5 }), line(), line({ TRX_CODE: 5, STK_VOLM: 200 })]),
    reason: 'line 4: TRX_CODE "5" has the same trade number as line 2, but the rest of the line differs',
  },
];

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const place = copy.length + at;
  copy[place] = (copy[place] ?? 0) ^ 0xff;
  return copy;
}
