import type { ForeignFormat } from './file-causes.ts';

/** Formats by their first bytes, as Latin-1. */
const FORMATS: readonly (readonly [begins: readonly string[] | RegExp, format: ForeignFormat])[] = [
  [['PK\x03\x04', 'PK\x05\x06'], 'zip_or_xlsx'],
  [['\x1f\x8b'], 'gzip'],
  [['\xd0\xcf\x11\xe0'], 'xls'],
  [['PAR1'], 'parquet'],
  [['%PDF'], 'pdf'],
  [['\xff\xfe', '\xfe\xff'], 'utf16'],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|\?xml)/i, 'html'],
  [/^(?:\xef\xbb\xbf)?\s*[{[]/, 'json'],
];

/** Line feed, carriage return, tab and form feed are valid in text. */
const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte);

/**
 * Detects by its first bytes that a file cannot be a daily file.
 * @returns its format; undefined if the file may be a daily file
 */
export function foreignFormat(first_bytes: Uint8Array): ForeignFormat | undefined {
  const text = Buffer.from(first_bytes.subarray(0, 512)).toString('latin1');
  const known = FORMATS.find(([begins]) =>
    begins instanceof RegExp ? begins.test(text) : begins.some((bytes) => text.startsWith(bytes)),
  );
  if (known) return known[1];
  const line = text.split('\n', 1)[0] ?? '';
  return [...Buffer.from(line, 'latin1')].some(isControl) ? 'binary' : undefined;
}

const SEPARATORS: readonly (readonly [separator: string, format: ForeignFormat])[] = [
  [',', 'commas'],
  ['\t', 'tabs'],
  ['|', 'bars'],
];

/**
 * Detects by its header that a file cannot be a daily file.
 * @param columns the column names of a daily file
 * @returns its format; undefined if the file may be a daily file
 */
export function foreignHeader(header: string, columns: readonly string[]): ForeignFormat | undefined {
  const names = new Set(columns);
  const known = (cells: string[]) => cells.filter((cell) => names.has(cell)).length;
  if (known(header.split(';')) > 0) return undefined;
  if (known(header.replaceAll('"', '').split(';')) > 0) return 'quoted';
  for (const [separator, format] of SEPARATORS) {
    if (known(header.replaceAll('"', '').split(separator)) > 1) return format;
  }
  return known(header.toUpperCase().split(';')) > 0 ? undefined : 'no_header';
}
