import { createHash } from 'node:crypto';
import fs, { utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { FileDamaged, VerifiedFiles } from '../../../src/market/serving/verified-files.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

const CONTENT = 'what was built';
const LATER = new Date('2026-02-02T12:00:00Z');

async function builtFile(folder: string) {
  const path = join(folder, 'file');
  await writeFile(path, CONTENT);
  return { path, sha256: createHash('sha256').update(CONTENT).digest('hex') };
}

describe('a file', () => {
  test('has the same identity at two checks only if it was not written in between', async ({ folder }) => {
    const files = new VerifiedFiles();
    const file = await builtFile(folder);
    const first = await files.check(file);
    expect(await files.check(file)).toBe(first);
    await utimes(file.path, LATER, LATER);
    const second = await files.check(file);
    await writeFile(file.path, 'other content!');
    await writeFile(file.path, CONTENT);
    await utimes(file.path, LATER, LATER);
    expect(new Set([first, second, await files.check(file)]).size).toBe(3);
  });

  test('that is written while it is first read is an error, then right', async ({ folder }) => {
    const file = await builtFile(folder);
    const { stat } = fs;
    let looks = 0;
    // The second look at the file follows the read.
    const spy = vi.spyOn(fs, 'stat').mockImplementation((async (...looked: Parameters<typeof stat>) => {
      looks += 1;
      if (looks === 2) await utimes(file.path, LATER, LATER);
      return stat(...looked);
    }) as typeof stat);
    syncBuiltinESMExports();
    afterThisTest(async () => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    const files = new VerifiedFiles();
    await expect(files.check(file)).rejects.toThrow(`${file.path} was changed while it was read`);
    await files.check(file);
    expect(looks).toBe(4);
  });

  test('that was changed gives an error at each check, until it is restored', async ({ folder }) => {
    const files = new VerifiedFiles();
    const file = await builtFile(folder);
    await files.check(file);
    await writeFile(file.path, 'other content!');
    for (let check = 0; check < 2; check++) await expect(files.check(file)).rejects.toThrow(FileDamaged);
    await expect(files.checkIfUsed(file)).rejects.toThrow('was changed after it was built');
    await writeFile(file.path, CONTENT);
    await files.check(file);
    files.keepOnly([]);
    await writeFile(file.path, 'other content!');
    // It counts as not used, so only its presence is checked.
    await files.checkIfUsed(file);
  });
});
