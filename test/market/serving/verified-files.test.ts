import { createHash } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { FileDamaged, VerifiedFiles } from '../../../src/market/serving/verified-files.ts';
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
