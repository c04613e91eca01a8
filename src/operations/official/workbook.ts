import type { Entry, ZipFile } from 'yauzl';
import { AlirError } from '../../core/errors.ts';
import { memberBytes } from '../../market/ingest/sources/archives.ts';
import { type Cell, MAX_ROWS, printable, refused } from './table-values.ts';

/** Of all unpacked members together: a packed file may claim any size. A Stock Summary of one day has about 1 MB. */
const MAX_UNPACKED_BYTES = 64_000_000;
const MAX_MEMBERS = 1000;
const MAX_SHEETS = 10;
const MAX_COLUMNS = 256;
const MAX_CELLS = 3_000_000;

/**
 * The cells of the first sheet of an `.xlsx` file that has more than one row. A date is the number that Excel stores: see `dayOfSerial`.
 * @throws AlirError `bad_official_file` for a damaged or an unusually large file
 */
export async function readWorkbook(bytes: Buffer): Promise<Cell[][]> {
  const { fromBufferPromise } = await import('yauzl');
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    const members = await membersOf(zip);
    const budget = { bytes: MAX_UNPACKED_BYTES };
    const read = async (name: string) => {
      const entry = members.get(name.toLowerCase());
      return entry === undefined ? undefined : await unpacked(zip, entry, budget);
    };
    const workbook = await read('xl/workbook.xml');
    if (workbook === undefined) throw refused('is not an Excel workbook. Save it as .xlsx or as CSV.');
    const targets = await targetsOf((await read('xl/_rels/workbook.xml.rels')) ?? '');
    const shared = await sharedTexts((await read('xl/sharedStrings.xml')) ?? '');
    for (const sheet of (await sheetsOf(workbook)).slice(0, MAX_SHEETS)) {
      const xml = await read(memberName(targets.get(sheet) ?? ''));
      const rows = xml === undefined ? [] : await rowsOf(xml, shared);
      if (rows.length > 1) return rows;
    }
  } catch (error) {
    if (error instanceof AlirError) throw error;
    throw refused(
      `is a damaged Excel file (${printable((error as Error).message, 100)}). Download it again.`,
    );
  }
  throw refused('is an Excel workbook without rows. Download it again.');
}

async function membersOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const members = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    members.set(entry.fileName.toLowerCase(), entry);
    if (members.size > MAX_MEMBERS) throw refused(tooLarge());
  }
  return members;
}

/** Counts the bytes while it unpacks, because the size in the archive may be wrong. */
async function unpacked(zip: ZipFile, entry: Entry, budget: { bytes: number }): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of memberBytes(zip, entry, () => new Error('wrong checksum'))) {
    budget.bytes -= chunk.length;
    if (budget.bytes < 0) throw refused(tooLarge());
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The target of a relation is relative to the folder `xl`, or starts with a slash. */
function memberName(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

interface XmlEvents {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Of elements in elements; a cell has 7. The time of the parser grows with the square of the depth. */
const MAX_DEPTH = 100;

/** Element names without their namespace. Entities are not expanded except for the five of XML, so they cannot grow. */
async function parse(xml: string, { open, text, close }: XmlEvents): Promise<void> {
  const { Parser } = await import('htmlparser2');
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > MAX_DEPTH) throw refused(tooLarge());
        open?.(local(name), attributes);
      },
      ontext: (data) => text?.(data),
      onclosetag: (name) => {
        depth -= 1;
        close?.(local(name));
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
}

async function targetsOf(xml: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const open: XmlEvents['open'] = (name, { Id, Target }) => {
    if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
  };
  await parse(xml, { open });
  return targets;
}

/** The relations of the visible sheets, in order. */
async function sheetsOf(xml: string): Promise<string[]> {
  const sheets: string[] = [];
  await parse(xml, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) {
        throw refused('counts its dates from 1904. Save it as CSV.');
      }
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      if (name === 'sheet' && relation !== undefined && attributes.state === undefined) sheets.push(relation);
    },
  });
  return sheets;
}

/** Texts that several cells share. A text may be made of parts with different fonts; `rPh` has its pronunciation. */
async function sharedTexts(xml: string): Promise<string[]> {
  const texts: string[] = [];
  let path: string[] = [];
  let text = '';
  await parse(xml, {
    open: (name) => {
      path = name === 'si' ? ['si'] : [...path.slice(0, 8), name];
      if (name === 'si') text = '';
    },
    text: (part) => {
      if (path.at(-1) === 't' && !path.includes('rPh')) text += part;
    },
    close: (name) => {
      path = path.slice(0, -1);
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

async function rowsOf(xml: string, shared: readonly string[]): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let column = 0;
  let type = 'n';
  let value = '';
  let isValue = false;
  let cells = 0;
  await parse(xml, {
    open: (name, { r, t }) => {
      if (name === 'row') {
        row = [];
        column = -1;
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnOf(r);
        type = t ?? 'n';
        value = '';
        cells += 1;
        if (column >= MAX_COLUMNS || cells > MAX_CELLS) throw refused(tooLarge());
      }
      isValue = name === 'v' || name === 't';
    },
    text: (part) => {
      if (isValue) value += part;
    },
    close: (name) => {
      isValue = false;
      if (name === 'c') {
        while (row.length < column) row.push(null);
        row[column] = cellOf(type, value, shared);
      } else if (name === 'row' && row.some((cell) => cell !== null && cell !== '')) {
        rows.push(row);
        if (rows.length > MAX_ROWS) throw refused(tooLarge());
      }
    },
  });
  return rows;
}

/** The column of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === '') throw new Error(`cell ${reference.slice(0, 10)}`);
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf(type: string, value: string, shared: readonly string[]): Cell {
  if (type === 's') {
    const text = /^\d{1,7}$/.test(value) ? shared[Number(value)] : undefined;
    if (text === undefined) throw new Error('a shared text is missing');
    return text.trim();
  }
  if (type !== 'n') return value.trim();
  if (value === '') return null;
  const number = Number(value);
  if (!Number.isFinite(number)) throw new Error(`a number is ${value.slice(0, 20)}`);
  return number;
}

function tooLarge(): string {
  return 'is an unusually large Excel file. Save it as CSV, or split it.';
}
