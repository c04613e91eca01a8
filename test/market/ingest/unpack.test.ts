import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { reasonsOf } from '../../../src/market/ingest/report.ts';
import { PlainText } from '../../../src/market/ingest/sources/plain-text.ts';
import { unpack } from '../../../src/market/ingest/sources/unpack.ts';
import { csv, DATE, FILE_NAME, HEADER, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';
import { zip } from '../../support/zip.ts';

const GOOD = csv([line(), line({ TRX_TYPE: 'NG', STK_VOLM: 77 }), line({ STK_CODE: 'BBCA', INV_TYP2: 'F' })]);

interface BrokenFile {
  readonly what: string;
  readonly name?: string;
  readonly content: string | Buffer;
  readonly reason: string | RegExp;
}

/** Files whose bytes are wrong, so that no cell is read. */
const BROKEN_BYTES: readonly BrokenFile[] = [
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
  ...[0, 1].map((bytes) => ({
    what: `a gzip file with ${bytes} bytes`,
    name: 'DT260119.csv.gz',
    content: gzipSync(GOOD).subarray(0, bytes),
    reason: 'its gz data is damaged or incomplete',
  })),
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

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const place = copy.length + at;
  copy[place] = (copy[place] ?? 0) ^ 0xff;
  return copy;
}

async function unpacked(folder: string, name: string, content: string | Buffer, max_bytes?: number) {
  const place = join(folder, 'unpacked');
  const facts = await unpack(await writeTo(folder, name, content), place, DATE, max_bytes);
  return { ...facts, text: await readFile(place, 'utf8') };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const GOOD_FACTS = { sha256: sha256(GOOD), header: HEADER, data_lines: 3, is_canonical: true, text: GOOD };
const CRLF = GOOD.replaceAll('\n', '\r\n');
const reasonOf = (error: unknown) => reasonsOf(error as never).reasons[0];

test.for([
  { what: 'plain', name: FILE_NAME, content: GOOD, changed: {} },
  { what: 'gzip', name: 'DT260119.csv.gz', content: gzipSync(GOOD), changed: {} },
  {
    what: 'gzip of two members',
    name: 'DT260119.csv.GZ',
    content: Buffer.concat([gzipSync(GOOD.slice(0, 200)), gzipSync(GOOD.slice(200))]),
    changed: {},
  },
  { what: 'zip', name: 'DT260119.zip', content: zip({ 'other name.csv': GOOD }), changed: {} },
  {
    what: 'zip with a folder',
    name: 'DT260119.zip',
    content: zip({ 'x/': '', 'x/a.csv': GOOD }),
    changed: {},
  },
  {
    what: 'a byte order mark and CRLF',
    name: FILE_NAME,
    content: `\ufeff${CRLF}`,
    changed: { sha256: sha256(`\ufeff${CRLF}`) },
  },
  {
    what: 'blank last lines',
    name: FILE_NAME,
    content: `${GOOD}\n\r\n`,
    changed: { sha256: sha256(`${GOOD}\n\r\n`), text: `${GOOD}\n\n` },
  },
  {
    what: 'a wrong cell',
    name: FILE_NAME,
    content: csv([line(), line({ STK_VOLM: 'x' }), line()]),
    changed: { is_canonical: false, sha256: expect.any(String), text: expect.stringContaining(';x;') },
  },
])('unpacks $what', async ({ name, content, changed }, { folder }) => {
  expect(await unpacked(folder, name, content)).toEqual({ ...GOOD_FACTS, ...changed });
});

test.for(BROKEN_BYTES)('refuses $what', async ({ name = FILE_NAME, content, reason }, { folder }) => {
  const refusal = await unpacked(folder, name, content).catch(reasonOf);
  expect(refusal).toMatch(reason);
});

test.runIf(process.platform === 'linux')('a refused archive is closed', async ({ folder }) => {
  const name = 'DT260119.csv.zip';
  for (const wrong of [
    zip({ 'a.csv': GOOD, 'b.csv': GOOD }),
    zip({ [FILE_NAME]: GOOD }, { wrongChecksum: true }),
  ]) {
    await expect(unpacked(folder, name, wrong)).rejects.toThrow();
  }
  const openFiles = () =>
    readdirSync('/proc/self/fd').map((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        return '';
      }
    });
  // A file is closed by a thread.
  await until('the archives are closed', () => !openFiles().some((path) => path.startsWith(folder)));
});

test('only a file that ends too early is cut short, because it may be growing', async ({ folder }) => {
  const kindOf = (name: string, content: string | Buffer) =>
    unpacked(folder, name, content).then(
      () => 'unpacked',
      ({ kind }) => kind,
    );
  const packed = gzipSync(GOOD);
  for (const [name, content] of [
    [FILE_NAME, ''],
    [FILE_NAME, HEADER],
    [FILE_NAME, GOOD.slice(0, -1)],
    ['DT260119.csv.gz', packed.subarray(0, 0)],
    ['DT260119.csv.gz', packed.subarray(0, 1)],
    ['DT260119.csv.gz', packed.subarray(0, -1)],
  ] as const)
    expect(await kindOf(name, content)).toBe('cut short');
  for (const [name, content] of [
    [FILE_NAME, GOOD.replace('BRMS', 'BR\0S')],
    ['DT260119.csv.gz', GOOD],
    ['DT260119.csv.gz', Buffer.concat([packed, Buffer.alloc(9)])],
  ] as const)
    expect(await kindOf(name, content)).toBe('wrong');
});

test('a line may have 65,536 bytes', async ({ folder }) => {
  const begun = (bytes: number) => unpacked(folder, FILE_NAME, `${GOOD}${'x'.repeat(bytes)}`).catch(reasonOf);
  expect(await begun(65_536)).toMatch('is the last line and does not end with a line break');
  expect(await begun(65_537)).toBe('line 5: is longer than 65,536 bytes');
});

test('refuses a file that unpacks to more than the limit', async ({ folder }) => {
  const packed = gzipSync(GOOD);
  expect(await unpacked(folder, 'a.gz', packed, GOOD.length)).toMatchObject({ data_lines: 3 });
  const refusal = await unpacked(folder, 'a.gz', packed, GOOD.length - 1).catch(reasonOf);
  expect(refusal).toBe(`it unpacks to more than ${GOOD.length - 1} bytes`);
});

describe('text in two chunks', () => {
  function read(text: string, at: number): { text: string; header: string; data_lines: number } {
    const plain = new PlainText();
    const bytes = Buffer.from(text, 'latin1');
    const whole = Buffer.concat([plain.next(bytes.subarray(0, at)), plain.next(bytes.subarray(at))]);
    plain.end();
    return { text: whole.toString('latin1'), header: plain.header, data_lines: plain.data_lines };
  }
  const splits = (text: string) =>
    Array.from({ length: text.length - HEADER.length - 10 }, (_, n) => n + HEADER.length + 5);

  test('has the same lines wherever it is split', () => {
    for (const text of [CRLF, `\xef\xbb\xbf${CRLF}`]) {
      const results = new Set(splits(text).map((at) => JSON.stringify(read(text, at))));
      expect([...results]).toEqual([JSON.stringify({ text: GOOD, header: HEADER, data_lines: 3 })]);
    }
  });

  test.for([
    ['NUL', GOOD.replace('BBCA', 'BB\0A'), 'line 4: contains a NUL byte'],
    [
      'carriage return',
      GOOD.replace('BBCA', 'BB\rA'),
      'line 4: contains a carriage return in the middle of the line',
    ],
    ['blank line', GOOD.replace(/\n(?=[^\n]*BBCA)/, '\n\n'), 'line 4: is blank, but is not the last line'],
    ['cell too many', `${GOOD.slice(0, -1)};\n`, 'line 4: has more cells than the header'],
    [
      'last line without its end',
      GOOD.slice(0, -1),
      'line 4: is the last line and does not end with a line break: the file is probably incomplete',
    ],
  ] as const)('has the same line of a %s wherever it is split', ([, text, reason]) => {
    const reasons = new Set(
      splits(text).map((at) => {
        try {
          return read(text, at);
        } catch (error) {
          return reasonOf(error);
        }
      }),
    );
    expect([...reasons]).toEqual([reason]);
  });

  test('may have a line of 65,536 bytes that has not ended, and no longer one', () => {
    const plain = new PlainText();
    expect(plain.next(Buffer.from(`${HEADER}\n${'x'.repeat(65_536)}`)).toString()).toBe(`${HEADER}\n`);
    let refusal: unknown;
    try {
      plain.next(Buffer.from('x'));
    } catch (error) {
      refusal = reasonOf(error);
    }
    expect(refusal).toBe('line 2: is longer than 65,536 bytes');
  });
});
