import { zip } from './zip.ts';

export type SheetCell = string | number | null;

/** An `.xlsx` file as Excel writes it: texts are shared, numbers are plain. */
export function workbook(
  rows: readonly (readonly SheetCell[])[],
  { members = {}, date1904 = false }: { members?: Record<string, string>; date1904?: boolean } = {},
): Buffer {
  const shared = textsOf(rows);
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return zip({
    '[Content_Types].xml': `${head}<Types/>`,
    'xl/workbook.xml': `${head}<workbook xmlns:r="r"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets><sheet name="Cover" sheetId="1" r:id="rId1"/><sheet name="Ringkasan" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="rId2" Target="worksheets/sheet2.xml"/><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet><sheetData/></worksheet>`,
    'xl/worksheets/sheet2.xml': sheetXml(rows).toString(),
    'xl/sharedStrings.xml': `${head}<sst>${shared.map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
    ...members,
  });
}

/** The member with the cells. */
export function sheetXml(rows: readonly (readonly SheetCell[])[]): Buffer {
  const shared = textsOf(rows);
  const cells = (row: readonly SheetCell[], number: number) =>
    row.map((cell, column) => {
      const place = `${columnName(column)}${number}`;
      if (cell === null) return '';
      return typeof cell === 'number'
        ? `<c r="${place}" s="1"><v>${cell}</v></c>`
        : `<c r="${place}" t="s"><v>${shared.indexOf(cell)}</v></c>`;
    });
  const lines = rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1).join('')}</row>`);
  return Buffer.from(`<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`);
}

function textsOf(rows: readonly (readonly SheetCell[])[]): string[] {
  return [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
}

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
