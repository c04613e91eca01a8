import { TextDecoder } from 'node:util';

/** Decodes a feed. The charset comes from the byte order mark, else the content type, else the XML prolog, else it is UTF-8. */
export function decoded(bytes: Uint8Array, content_type: string): string {
  const labels = [charsetOfMark(bytes), charsetOfHeader(content_type), charsetOfProlog(bytes), 'utf-8'];
  const decoder = labels.map(decoderFor).find((known) => known !== null);
  if (!decoder) return '';
  // Without `stream`, Node 20 decodes windows-1252 as Latin-1 and loses its quotation marks and dashes.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** A byte order mark overrides everything else, as in browsers. */
function charsetOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function charsetOfHeader(content_type: string): string | undefined {
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(content_type)?.[1];
}

function charsetOfProlog(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const label = /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(start)?.[1];
  // A prolog that can be read as single bytes is not UTF-16: the program that wrote it used UTF-8.
  return label && /^(?:utf-?16|ucs-?2)/i.test(label) ? 'utf-8' : label;
}

/** @returns null for a missing or unknown charset label */
function decoderFor(label: string | undefined): TextDecoder | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
