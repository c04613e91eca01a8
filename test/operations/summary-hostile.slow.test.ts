import { beforeEach, describe, expect, test } from 'vitest';
import { Random } from '../../src/cli/demo/random.ts';
import { AlirError } from '../../src/core/errors.ts';
import { readStockSummary } from '../../src/operations/official/stock-summary.ts';
import { sized } from '../support/size.ts';
import { dailyFileText, smallMarket } from '../support/small-market.ts';
import {
  csvOf,
  exchangeRows,
  grouped,
  INDONESIAN,
  inWords,
  summaryJson,
  tableOf,
} from '../support/stock-summary.ts';
import { sheetXml, workbook } from '../support/workbook.ts';

const ROWS = exchangeRows(dailyFileText(smallMarket(), '2026-01-05'));

describe('a workbook is refused', () => {
  test.each<[string, Buffer]>([
    [
      'that unpacks to many times its size',
      workbook([['a']], { members: { 'xl/sharedStrings.xml': ' '.repeat(70_000_000) } }),
    ],
    [
      'with elements in elements without end',
      workbook([['a']], { members: { 'xl/worksheets/sheet2.xml': '<a>'.repeat(1_000_000) } }),
    ],
    [
      'with endless rows',
      workbook([['a']], {
        members: { 'xl/worksheets/sheet2.xml': '<row><c><v>1</v></c></row>'.repeat(100_002) },
      }),
    ],
  ])('%s', async (_title, content) => {
    await expect(readStockSummary(content, 'a.xlsx')).rejects.toMatchObject({
      code: 'bad_official_file',
      message: expect.stringMatching(/^is an unusually large Excel file/),
    });
  });
});

describe('a damaged file gives an error with a code, never a crash', () => {
  let random: Random;
  beforeEach(() => {
    random = new Random('2612');
  });
  const below = (limit: number) => random.below(limit);
  const TOKENS = [
    '"',
    ';',
    ',',
    '\n',
    '\t',
    '.',
    '-',
    '0',
    '9',
    '\0',
    '<',
    '{',
    ']',
    'é',
    '\ufeff',
    '1e9',
    '/',
  ];
  const damages: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes.subarray(0, below(bytes.length)),
    (bytes) => {
      const copy = Buffer.from(bytes);
      const place = below(copy.length);
      copy[place] = (copy[place] ?? 0) ^ (1 << below(8));
      return copy;
    },
    (bytes) => {
      const [from, to] = [below(bytes.length), below(bytes.length)].toSorted((a, b) => a - b);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    },
    (bytes) => {
      const place = below(bytes.length);
      const token = TOKENS[below(TOKENS.length)] ?? '';
      return Buffer.concat([bytes.subarray(0, place), Buffer.from(token), bytes.subarray(place)]);
    },
    (bytes) => {
      const [from, to] = [below(bytes.length), below(bytes.length)].toSorted((a, b) => a - b);
      return Buffer.concat([bytes, bytes.subarray(from, to)]);
    },
  ];
  const damaged = (bytes: Buffer) => {
    let result = bytes;
    for (let times = below(3); times >= 0; times -= 1) {
      result = damages[below(damages.length)]?.(result) ?? result;
    }
    return result;
  };
  const outcome = (bytes: Buffer) =>
    readStockSummary(bytes, 'Ringkasan Saham-20260105').then(
      (file) => file,
      (error) => {
        if (error instanceof AlirError && error.code === 'bad_official_file') return error.message;
        throw error;
      },
    );

  test.each<[string, Buffer]>([
    ['JSON', Buffer.from(summaryJson(ROWS))],
    ['CSV', Buffer.from(csvOf(tableOf(ROWS, INDONESIAN, inWords, grouped('.')), ';'))],
    ['Excel', workbook(tableOf(ROWS, INDONESIAN, inWords))],
  ])('%s', async (format, whole) => {
    const runs = sized(50, 400);
    const expected = await outcome(whole);
    const outcomes = { refused: 0, read: 0 };
    for (let run = 0; run < runs; run += 1) {
      const result = await outcome(damaged(whole));
      outcomes[typeof result === 'string' ? 'refused' : 'read'] += 1;
      // A digit of a text can change unnoticed. The checksums of a workbook exclude this.
      if (format === 'Excel' && typeof result !== 'string') expect(result).toEqual(expected);
    }
    expect(outcomes.refused).toBeGreaterThan(runs / 2);
  });

  test('Excel whose cells are damaged before they are packed', async () => {
    const table = tableOf(ROWS, INDONESIAN, inWords);
    const sheet = sheetXml(table);
    for (let run = 0; run < sized(30, 200); run += 1) {
      const member = damaged(sheet).toString('latin1');
      await outcome(workbook(table, { members: { 'xl/worksheets/sheet2.xml': member } }));
    }
  });
});
