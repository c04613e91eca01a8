const EXPECTED =
  'a daily trade file is text with semicolons between the cells, and its header line starts with TRX_CODE;TRX_SESS;TRX_TYPE';

interface Format {
  readonly begins: readonly string[] | RegExp;
  readonly what: string;
  readonly fix?: string;
}

/** Formats by their first bytes, as Latin-1. */
const FORMATS: readonly Format[] = [
  {
    begins: ['PK\x03\x04', 'PK\x05\x06'],
    what: 'a ZIP archive or an Excel workbook (.xlsx)',
    fix: 'rename a ZIP archive to .csv.zip, or save a workbook as text',
  },
  { begins: ['\x1f\x8b'], what: 'gzip data', fix: 'rename the file to .csv.gz' },
  { begins: ['\xd0\xcf\x11\xe0'], what: 'an Excel workbook (.xls)', fix: 'save the sheet as text' },
  { begins: ['PAR1'], what: 'a Parquet file' },
  { begins: ['%PDF'], what: 'a PDF document' },
  { begins: ['\xff\xfe', '\xfe\xff'], what: 'UTF-16 text', fix: 'save the file as UTF-8' },
  {
    begins: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|\?xml)/i,
    what: 'an HTML or XML page',
    fix: 'download the file again: this may be an error page or a sign-in page',
  },
  { begins: /^(?:\xef\xbb\xbf)?\s*[{[]/, what: 'JSON' },
];

/** Line feed, carriage return, tab and form feed are valid in text. */
const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte);

/**
 * Detects by its first bytes that a file cannot be a daily file.
 * @returns its format, the expected format and how to fix it; undefined if the file may be a daily file
 */
export function foreignFormat(first_bytes: Uint8Array): string | undefined {
  const text = Buffer.from(first_bytes.subarray(0, 512)).toString('latin1');
  const known = FORMATS.find(({ begins }) =>
    begins instanceof RegExp ? begins.test(text) : begins.some((bytes) => text.startsWith(bytes)),
  );
  if (known) return message(known.what, known.fix);
  const line = text.split('\n', 1)[0] ?? '';
  return [...Buffer.from(line, 'latin1')].some(isControl) ? message('binary data') : undefined;
}

const SEPARATORS: readonly (readonly [separator: string, name: string])[] = [
  [',', 'commas'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
];

/**
 * Detects by its header that a file cannot be a daily file.
 * @param columns the column names of a daily file
 * @returns its format, the expected format and how to fix it; undefined if the file may be a daily file
 */
export function foreignHeader(header: string, columns: readonly string[]): string | undefined {
  const names = new Set(columns);
  const known = (cells: string[]) => cells.filter((cell) => names.has(cell)).length;
  if (known(header.split(';')) > 0) return undefined;
  if (known(header.replaceAll('"', '').split(';')) > 0) {
    return message('text with quotation marks around its cells', 'export it without quotation marks');
  }
  for (const [separator, name] of SEPARATORS) {
    if (known(header.replaceAll('"', '').split(separator)) > 1) {
      return message(`text with ${name} between the cells`, 'export it with semicolons');
    }
  }
  if (known(header.toUpperCase().split(';')) > 0) return undefined;
  return message('text without the header of a daily trade file');
}

function message(what: string, fix?: string): string {
  return `it is ${what}, but ${EXPECTED}${fix === undefined ? '' : `; ${fix}`}`;
}
