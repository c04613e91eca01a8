import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { FileWatch, type Inspected, type WatchedFile } from '../../../src/market/lake/file-watch.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

class Watched {
  files: WatchedFile[] = [];
  readonly watch: FileWatch;
  #last: Inspected | undefined;

  constructor() {
    this.watch = new FileWatch({
      files: async () => this.files,
      onInspected: async (inspected) => {
        this.#last = inspected;
      },
    });
    afterThisTest(() => this.watch.close());
  }

  add(path: string, text: string): void {
    writeFileSync(path, text);
    this.files = [...this.files, { path, sha256: sha256(text) }];
  }

  async inspected(): Promise<{ problems: Record<string, string>; intact: readonly string[] }> {
    await this.watch.inspect();
    const { problems, intact } = this.#last as Inspected;
    return { problems: Object.fromEntries(problems), intact };
  }
}

test('every damage to a watched file is found, until the file is put back', async ({ folder }) => {
  const it = new Watched();
  const path = (name: string) => join(folder, name);
  const names = ['intact', 'lost', 'folder', 'longer', 'shorter', 'other', 'touched'];
  for (const name of names) it.add(path(name), `text of ${name}`);
  expect((await it.inspected()).problems).toEqual({});
  const { atime, mtime } = statSync(path('other'));
  rmSync(path('lost'));
  rmSync(path('folder'));
  mkdirSync(path('folder'));
  appendFileSync(path('longer'), 'more');
  truncateSync(path('shorter'), 1);
  writeFileSync(path('other'), 'text of OTHER');
  utimesSync(path('other'), atime, mtime);
  utimesSync(path('touched'), 0, 0);
  const CHANGED = 'was changed after it was published';
  expect((await it.inspected()).problems).toEqual({
    [path('lost')]: 'is missing',
    [path('folder')]: 'is not a file',
    [path('longer')]: CHANGED,
    [path('shorter')]: CHANGED,
    [path('other')]: CHANGED,
  });
  rmSync(path('folder'), { recursive: true });
  for (const name of names) writeFileSync(path(name), `text of ${name}`);
  const { problems, intact } = await it.inspected();
  expect(problems).toEqual({});
  expect(intact).toEqual(expect.arrayContaining([path('lost'), path('longer')]));
});

test('doubted files are read first, then the newest', async ({ folder }) => {
  const it = new Watched();
  const [oldest = '', , newest] = ['a', 'b', 'c'].map((name) => join(folder, name));
  for (const name of ['a', 'b', 'c']) it.add(join(folder, name), name);
  it.watch.doubt(oldest);
  expect((await it.inspected()).intact.slice(0, 2)).toEqual([oldest, newest]);
});

test('a file is compared with what was published last, until it is watched no more', async ({ folder }) => {
  const it = new Watched();
  const path = join(folder, 'a');
  it.add(path, 'text');
  expect((await it.inspected()).problems).toEqual({});
  it.files = [{ path, sha256: sha256('another text') }];
  expect((await it.inspected()).problems).toEqual({ [path]: 'was changed after it was published' });
  it.files = [];
  expect((await it.inspected()).problems).toEqual({});
});

test('files that were damaged before are found: all at length, a doubted one at once', async ({ folder }) => {
  const it = new Watched();
  const path = join(folder, 'a');
  it.add(path, 'text');
  writeFileSync(path, 'TEXT');
  it.watch.doubt(path);
  expect((await it.inspected()).problems).toEqual({ [path]: 'was changed after it was published' });

  const later = new Watched();
  later.files = it.files;
  expect((await later.inspected()).problems).toEqual({ [path]: 'was changed after it was published' });
});

test('files are inspected so often that a damage is found within 2 seconds', () => {
  const started = vi.spyOn(globalThis, 'setInterval');
  new Watched().watch.start();
  // Two inspections, 300 ms apart, find it.
  expect(started.mock.calls.map(([, ms]) => Number(ms) <= 1000)).toEqual([true]);
});

test('a difference that is gone at the second look is not damage', async ({ folder }) => {
  const path = join(folder, 'day');
  const files = [{ path, sha256: sha256('new') }];
  const looked_ms: number[] = [];
  const found: Inspected[] = [];
  writeFileSync(path, 'old');
  const watch = new FileWatch({
    files: async () => {
      looked_ms.push(performance.now());
      // The writer noted the file before it moved it.
      if (looked_ms.length === 2) writeFileSync(path, 'new');
      return files;
    },
    onInspected: async (inspected) => void found.push(inspected),
  });
  afterThisTest(() => watch.close());
  watch.doubt(path);
  await watch.inspect();
  const [first = 0, second = 0] = looked_ms;
  expect(looked_ms).toHaveLength(2);
  // The second look comes after a pause, in which the writer moves the file. It takes 300 ms; a timer may be early by one.
  expect(second - first).toBeGreaterThan(298);
  expect(found.map(({ problems }) => problems.size)).toEqual([0]);
});
