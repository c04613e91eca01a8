import { fromBufferPromise } from 'yauzl';

/** A digit of a longer number could be lost as a number: it stays a text. */
type Value = string | number | boolean | null;

/** The cells of the first sheet of an Excel file, with their number formats, read without the code that writes or imports such files. */
export async function rowsOfWorkbook(bytes: Uint8Array) {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true });
  const members: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    members[entry.fileName] = Buffer.concat(chunks).toString();
  }
  const part = (name: string) => members[name] ?? '';
  const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)];
  const shared = all(/<t[^>]*>([^<]*)<\/t>/g, part('xl/sharedStrings.xml')).map(([, text = '']) =>
    plain(text),
  );
  const styles = part('xl/styles.xml');
  const codes = new Map(
    all(/numFmtId="(\d+)" formatCode="([^"]*)"/g, styles).map(([, id, code]) => [id, code]),
  );
  const cellStyles = all(/<xf([^>]*)>/g, styles.split('<cellXfs')[1] ?? '');
  const xml = part('xl/worksheets/sheet1.xml');
  const grid = all(/<row [^>]*>(.*?)<\/row>/g, xml).map(([, row = '']) => {
    const cells = new Map(
      all(/<c r="([A-Z])\d+"([^>]*?)(?:\/>|>(?:<v>([^<]*)<\/v>)?<\/c>)/g, row).map(
        ([, column = '', attributes = '', text]) => [column, { attributes, text }],
      ),
    );
    return Array.from({ length: all(/<c r="[A-Z]1"/g, xml).length }, (_, place) => {
      const { attributes = '', text } = cells.get(String.fromCharCode(65 + place)) ?? {};
      const style = cellStyles[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)]?.[1] ?? '';
      const format = codes.get(/numFmtId="(\d+)"/.exec(style)?.[1]) ?? null;
      return { format, value: cellValue(attributes, text, shared) };
    });
  });
  return {
    rows: grid.map((cells) => cells.map(({ value }) => value)),
    formats: grid.map((cells) => cells.map(({ format }) => format)),
    xml,
  };
}

function cellValue(attributes: string, text: string | undefined, shared: readonly string[]): Value {
  if (text === undefined) return null;
  if (attributes.includes('t="s"')) return shared[Number(text)] ?? null;
  if (attributes.includes('t="b"')) return text === '1';
  return text.length > 15 ? text : Number(text);
}

function plain(text: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? '');
}
