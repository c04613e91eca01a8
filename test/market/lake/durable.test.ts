import { type FileHandle, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, vi } from 'vitest';
import {
  copyFileDurably,
  isSameFile,
  linkFile,
  makeFolder,
  replaceFile,
  sha256OfFile,
} from '../../../src/market/lake/durable.ts';
import { test } from '../../support/fixtures.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Records which of these paths below a folder are flushed, in order. */
async function watchFlushes(root: string, paths: readonly string[]): Promise<string[]> {
  const flushed: string[] = [];
  const handle = await open(root);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const sync = prototype.sync;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const { ino } = await this.stat();
    for (const path of paths) {
      const found = await stat(join(root, path)).catch(() => undefined);
      if (found?.ino === ino) flushed.push(path === '' ? '.' : path);
    }
    await sync.call(this);
  });
  return flushed;
}

describe('before it returns', () => {
  test('a replaced file has its name in a flushed folder', async ({ folder }) => {
    await writeFile(join(folder, 'from'), 'new');
    const flushed = await watchFlushes(folder, ['', 'a', 'a/b', 'a/b/to']);
    await replaceFile(join(folder, 'from'), join(folder, 'a/b/to'));
    // The new folders are flushed into their parents, and the name into its folder.
    expect(flushed).toEqual(['a', '.', 'a/b']);
    expect(await readFile(join(folder, 'a/b/to'), 'utf8')).toBe('new');
  });

  test('a link has its name in a flushed folder, also instead of another file', async ({ folder }) => {
    await mkdir(join(folder, 'lake'));
    await writeFile(join(folder, 'from'), 'new');
    await writeFile(join(folder, 'lake/to'), 'old');
    const flushed = await watchFlushes(folder, ['lake']);
    const paths = [join(folder, 'from'), join(folder, 'lake/to'), join(folder, 'staging/link')] as const;
    await linkFile(...paths);
    expect(flushed).toEqual(['lake']);
    expect(await isSameFile(paths[0], paths[1])).toBe(true);
    // A second time, nothing is to do.
    await linkFile(...paths);
    expect(flushed).toEqual(['lake']);
  });

  test('a copy and its folder are flushed', async ({ folder }) => {
    await writeFile(join(folder, 'from'), 'new');
    const sha256 = await sha256OfFile(join(folder, 'from'));
    const flushed = await watchFlushes(folder, ['copies', 'copies/to']);
    const copy = (wanted: string) => copyFileDurably(join(folder, 'from'), join(folder, 'copies/to'), wanted);
    expect(await copy(sha256)).toBe(true);
    expect(flushed).toEqual(['copies/to', 'copies']);
    expect(await copy('0'.repeat(64))).toBe(false);
    expect(await copyFileDurably(join(folder, 'none'), join(folder, 'to'), sha256)).toBe(false);
  });

  test('each new folder is flushed into its parent, and an existing one is left as it is', async ({
    folder,
  }) => {
    const flushed = await watchFlushes(folder, ['', 'a', 'a/b', 'a/b/c']);
    await makeFolder(join(folder, 'a/b/c'), 0o700);
    expect(flushed).toEqual(['a/b', 'a', '.']);
    await makeFolder(join(folder, 'a/b/c'));
    expect(flushed).toHaveLength(3);
    expect((await stat(join(folder, 'a/b/c'))).mode & 0o777).toBe(0o700);
  });
});

test('two paths are the same file only if both exist', async ({ folder }) => {
  await writeFile(join(folder, 'one'), 'same');
  await writeFile(join(folder, 'other'), 'same');
  const same = (a: string, b: string) => isSameFile(join(folder, a), join(folder, b));
  expect([await same('one', 'one'), await same('one', 'other'), await same('none', 'none')]).toEqual([
    true,
    false,
    false,
  ]);
});
