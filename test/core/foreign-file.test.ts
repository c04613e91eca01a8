import { describe, expect, test } from 'vitest';
import { DAILY_FILE_COLUMNS } from '../../src/core/market/daily-file.ts';
import { cause, causeText } from '../../src/core/market/file-causes.ts';
import { foreignFormat, foreignHeader } from '../../src/core/market/foreign-file.ts';

const HEADER = DAILY_FILE_COLUMNS.join(';');
const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('a file that is not a daily trade file is recognised by its first bytes', () => {
  test.each([
    ['PK\x03\x04\x14\x00\x06\x00[Content_Types].xml', 'a ZIP archive or an Excel workbook (.xlsx)'],
    ['PK\x05\x06\x00\x00', 'a ZIP archive or an Excel workbook (.xlsx)'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Excel workbook (.xls)'],
    ['\x1f\x8b\x08\x00', 'gzip data'],
    ['PAR1\x15\x04', 'a Parquet file'],
    ['%PDF-1.7\n', 'a PDF document'],
    [`\xff\xfe${HEADER.split('').join('\0')}`, 'UTF-16 text'],
    ['\xfe\xff\0T\0R\0X', 'UTF-16 text'],
    ['<!DOCTYPE html>\n<html>', 'an HTML or XML page'],
    ['\xef\xbb\xbf\n <html lang="id">', 'an HTML or XML page'],
    ['<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code>', 'an HTML or XML page'],
    ['{"error":"not found"}', 'JSON'],
    ['\x07\x07\x07', 'binary data'],
  ])('%j', (text, what) => {
    const format = foreignFormat(bytes(text));
    expect(format && causeText(cause('foreign_format', format))).toMatch(
      new RegExp(
        `^it is ${what.replaceAll(/[().]/g, '\\$&')}, but a daily trade file is text with semicolons between the cells`,
      ),
    );
  });

  test.each([HEADER, `\xef\xbb\xbf${HEADER}\r\n`, '', 'x', 'TRX_CODE\tTRX_SESS\f\r\n'])(
    '%j may be a daily file',
    (text) => {
      expect(foreignFormat(bytes(text))).toBeUndefined();
    },
  );
});

describe('a header that is not one of a daily trade file is recognised', () => {
  test.each([
    [HEADER.replaceAll(';', ','), 'text with commas between the cells'],
    [HEADER.replaceAll(';', '\t'), 'text with tabs between the cells'],
    [HEADER.replaceAll(';', '|'), 'text with vertical bars between the cells'],
    [DAILY_FILE_COLUMNS.map((name) => `"${name}"`).join(';'), 'text with quotation marks around its cells'],
    [DAILY_FILE_COLUMNS.map((name) => `"${name}"`).join(','), 'text with commas between the cells'],
    ['Dear operator', 'text without the header of a daily trade file'],
    ['STK_CODE,open,high,low,close', 'text without the header of a daily trade file'],
    ['date;open;high;low;close', 'text without the header of a daily trade file'],
    ['', 'text without the header of a daily trade file'],
  ])('%j', (header, what) => {
    const format = foreignHeader(header, DAILY_FILE_COLUMNS);
    const said = format && causeText(cause('foreign_format', format));
    expect(said).toContain(`it is ${what}, but a daily trade file is text with semicolons between the cells`);
    expect(said).toContain('TRX_CODE;TRX_SESS;TRX_TYPE');
  });

  test('a header with missing or lower-case columns is left to the check of columns', () => {
    for (const header of [HEADER, HEADER.toLowerCase(), 'STK_CODE;x']) {
      expect(foreignHeader(header, DAILY_FILE_COLUMNS)).toBeUndefined();
    }
  });
});
