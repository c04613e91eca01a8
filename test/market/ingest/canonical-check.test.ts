import { describe, expect, test } from 'vitest';
import { CanonicalCheck } from '../../../src/market/ingest/canonical/canonical-check.ts';
import { unpack } from '../../../src/market/ingest/sources/unpack.ts';
import { afterThisTest, temporaryFolder } from '../../support/alir.ts';
import { csv, DATE, HEADER, type Line, line, writeTo } from '../../support/daily-files.ts';

/** 16 are checked before the worker thread starts. More wait for it than may at the same time. */
const PARTS = 40;
const textOf = (cells: Line) => csv([line(cells)]).slice(HEADER.length + 1);
const RIGHT = textOf({});
const WRONG = textOf({ STK_VOLM: '7.5' });

async function areCanonical(parts: readonly string[]): Promise<boolean> {
  const check = new CanonicalCheck(HEADER, DATE);
  afterThisTest(async () => check.close());
  for (const part of parts) await check.next(Buffer.from(part));
  return check.end();
}

describe('the check of a daily file in parts', () => {
  test('accepts right lines in any number of parts', async () => {
    for (const count of [0, 1, 16, 17, PARTS])
      expect(await areCanonical(Array(count).fill(RIGHT))).toBe(true);
  });

  test.each([0, 15, 16, PARTS - 1])('finds a wrong cell in part %i', async (wrong) => {
    const parts = Array.from({ length: PARTS }, (_, part) => (part === wrong ? WRONG : RIGHT));
    expect(await areCanonical(parts)).toBe(false);
  });

  test.each([
    ['accepts a file of several megabytes', '', true],
    ['finds a wrong cell at the end of a file of several megabytes', WRONG, false],
  ])('%s', async (_, end, expected) => {
    const folder = await temporaryFolder();
    const path = await writeTo(folder, 'large.csv', `${HEADER}\n${RIGHT.repeat(40_000)}${end}`);
    const { is_canonical } = await unpack(path, `${folder}/unpacked.csv`, DATE);
    expect(is_canonical).toBe(expected);
  });
});
