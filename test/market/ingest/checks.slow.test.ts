import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { LAKE_TABLES } from '../../../src/core/folders.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { BROKEN, GOOD } from './broken-files.ts';

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };

describe('a rejected daily file', () => {
  let lakeBefore: Record<string, string>;
  let answerBefore: unknown;

  test.beforeEach(async ({ alir }) => {
    expect(await alir.ingest(FILE_NAME, GOOD)).toMatchObject({ status: 'published', revision: 1, trades: 3 });
    lakeBefore = await alir.lakeFiles();
    answerBefore = (await alir.get('/stocks/broker-summary', QUESTION)).body;
    expect(Object.keys(lakeBefore)).toHaveLength(LAKE_TABLES.length);
  });

  test.for(BROKEN)(
    '$what',
    async ({ name = FILE_NAME, content, reason: expected, reasons = 1 }, { alir }) => {
      const result = await alir.ingest(name, content);

      expect(result).toMatchObject({ file: name, status: 'rejected', trades: 0, duplicates: 0 });
      const [reason = ''] = result.rejection?.reasons ?? [];
      expect(reason).toMatch(expected);
      expect(result.rejection?.reasons).toHaveLength(reasons);
      expect(readFileSync(result.rejection?.report ?? '', 'utf8')).toContain(lastWords(reason));
      expect(readFileSync(join(alir.stores.folders.rejected, name))).toEqual(Buffer.from(content));

      expect(await alir.lakeFiles()).toEqual(lakeBefore);
      expect((await alir.get('/stocks/broker-summary', QUESTION)).body).toEqual(answerBefore);
      expect(await readdir(alir.stores.folders.staging)).toEqual([]);
    },
  );

  test('a report names the first 1,000 problems by line, column, value and reason, and counts the rows', async ({
    alir,
  }) => {
    const lines = Array.from({ length: 1500 }, (_, place) => line({ STK_VOLM: `x${place}` }));
    const result = await alir.ingest(FILE_NAME, csv([...lines, line()]));
    expect(result).toMatchObject({ status: 'rejected', rejected_rows: 1500 });
    expect(result.rejection?.reasons).toEqual([...Array(5).fill(expect.any(String)), 'and 995 more']);
    const report = readFileSync(result.rejection?.report ?? '', 'utf8');
    const rows = report.split('\n').filter((row) => /^\d/.test(row));
    expect(rows).toHaveLength(1000);
    expect(rows[0]).toBe('2\tSTK_VOLM\t"x0"\tmust be a whole number of shares above 0, at most 15 digits');
    expect(rows[1]).toBe('3\tSTK_VOLM\t"x1"\tmust be a whole number of shares above 0, at most 15 digits');
    expect(report).toContain('Rows with a problem: 1,500; the first 1,000 problems:');
  });

  test('a problem of every row is reported once, with the number of its rows', async ({ alir }) => {
    const lines = Array.from({ length: 1500 }, (_, place) => line({ STK_VOLM: `x${place}`, STK_PRIC: '-1' }));
    const result = await alir.ingest('DT260120.csv', csv(lines));
    expect(result).toMatchObject({ status: 'rejected', rejected_rows: 1500 });
    expect(result.rejection?.reasons).toEqual([
      'line 2 and 1,499 other lines: STK_PRIC "-1" must be a whole price in IDR above 0, at most 15 digits',
      'line 2 and 1,499 other lines: STK_VOLM "x0" must be a whole number of shares above 0, at most 15 digits',
      'line 2 and 1,499 other lines: TRX_DATE "2026-01-19" must be the date of the file, 2026-01-20',
    ]);
    const report = readFileSync(result.rejection?.report ?? '', 'utf8');
    expect(report.split('\n').filter((row) => /^\d/.test(row))).toHaveLength(3);
  });

  test('a rejected file of the inbox is moved, so that it is not retried; other files are copied', async ({
    alir,
  }) => {
    const { inbox, rejected } = alir.stores.folders;
    const elsewhere = await alir.ingest(FILE_NAME, 'x\n');
    expect(elsewhere.status).toBe('rejected');
    expect(existsSync(join(alir.outside, FILE_NAME))).toBe(true);

    await alir.ingestPaths(await writeTo(inbox, 'DT260120.csv', 'x\n'));
    expect(existsSync(join(inbox, 'DT260120.csv'))).toBe(false);
    expect(await readdir(rejected)).toEqual([
      'DT260119.csv',
      'DT260119.csv.report.txt',
      'DT260120.csv',
      'DT260120.csv.report.txt',
    ]);
  });

  test('a folder or a pipe is refused', async ({ alir }) => {
    const { mkdir } = await import('node:fs/promises');
    const { execFileSync } = await import('node:child_process');
    const [folder, pipe, good] = ['DT260121.csv', 'DT260122.csv', 'DT260123.csv'].map((name) =>
      join(alir.outside, name),
    );
    await mkdir(folder ?? '');
    execFileSync('mkfifo', [pipe ?? '']);
    await writeTo(alir.outside, 'DT260123.csv', csv([line({ TRX_DATE: '2026-01-23' })]));
    const results = await alir.ingestPaths(folder ?? '', pipe ?? '', good ?? '');
    expect(results.map((result) => [result.status, result.rejection?.reasons])).toEqual([
      ['rejected', ['it is not a file']],
      ['rejected', ['it is not a file']],
      ['published', undefined],
    ]);
  });
});

function lastWords(reason: string): string {
  return reason.split(' ').slice(-3).join(' ');
}

test('a file that is still written stays in place, and nothing is reported', async ({ alir }) => {
  const { inbox, rejected } = alir.stores.folders;
  const { mkdir, appendFile } = await import('node:fs/promises');
  await mkdir(inbox, { recursive: true });
  const many = Array.from({ length: 40_000 }, () => line());
  const path = await writeTo(inbox, 'DT260119.csv', csv(many));
  const growing = setInterval(() => void appendFile(path, csv([line()]).split('\n')[1] ?? ''), 1);
  const [result] = await alir.ingestPaths(path);
  clearInterval(growing);
  expect(result).toMatchObject({
    status: 'rejected',
    rejection: { reasons: [expect.stringMatching(/still being written/)], report: null },
  });
  expect(existsSync(path)).toBe(true);
  expect(existsSync(join(rejected, 'DT260119.csv'))).toBe(false);
  expect(await alir.stores.manifest.published('2026-01-19')).toBeUndefined();
  expect(await alir.stores.sources.rejected()).toEqual([]);
});
