import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { diskUse } from '../../src/operations/doctor/disk-use.ts';
import { wholeDay } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

test('the files of the data folder by kind are those that find lists, each inode once', async ({ alir }) => {
  const { folders, manifest, clock } = alir.stores;
  await alir.publish([
    ['DT260129.csv', wholeDay('2026-01-29')],
    ['DT260130.csv', wholeDay('2026-01-30')],
    ['DT260130.csv', wholeDay('2026-01-30', 200)],
  ]);
  await mkdir(folders.rejected, { recursive: true });
  await writeFile(join(folders.inbox, 'DT260130.csv'), 'x'.repeat(777));
  await writeFile(join(folders.rejected, 'DT260131.csv.report.txt'), 'x'.repeat(55));
  await mkdir(join(folders.inbox, 'held'), { recursive: true });
  await writeFile(join(folders.inbox, 'held', 'DT260202.csv'), 'x'.repeat(44));
  const found = execFileSync('find', ['.', '-type', 'f', '-printf', '%i %s %P\n'], { cwd: folders.root });
  const files = found
    .toString()
    .trim()
    .split('\n')
    .map((each) => each.split(' '));
  const sumOf = (pattern: RegExp) => {
    const sizes = new Map(
      files.filter(([, , path = '']) => pattern.test(path)).map(([inode, size]) => [inode, Number(size)]),
    );
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  };
  const { bytes, growth_bytes, full_on, backup } = await diskUse(folders, manifest, clock);
  expect(bytes).toMatchObject({
    serving: sumOf(/^serving\//),
    ledger: sumOf(/^ledger\.sqlite/),
    inbox: 777,
    refused: 55 + 44,
  });
  expect(bytes.replaced).toBeGreaterThan(0);
  expect(bytes.lake + bytes.replaced).toBe(sumOf(/^(?:lake|delta)\//));
  expect(Object.values(bytes).reduce((sum, each) => sum + each, 0)).toBe(sumOf(/./));
  expect([growth_bytes === null, full_on, backup]).toEqual([false, null, null]);
});
