import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../support/alir.ts';
import { runProcess } from '../support/cli.ts';
import { csv, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { hasStrace } from '../support/strace.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

/** Runs a command, and tells in order what it flushed and renamed. */
function flushesAndRenames(args: readonly string[], data_dir: string): string[] {
  const trace = `${data_dir}.trace`;
  execFileSync(
    'strace',
    ['-f', '-y', '-e', 'trace=fsync,fdatasync,rename', '-o', trace, process.execPath, CLI, ...args],
    { env: { PATH: process.env.PATH, ALIR_DATA_DIR: data_dir }, stdio: 'ignore' },
  );
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const flushed = /(?:fsync|fdatasync)\(\d+<([^>]*)>/.exec(text)?.[1];
      const [, from, to] = /rename\("([^"]*)", "([^"]*)"/.exec(text) ?? [];
      if (flushed) return [`flush ${flushed}`];
      return from && to ? [`rename ${from} ${to}`] : [];
    });
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** What a power loss could take cannot be tried, so the calls to the system are watched. */
test.skipIf(!hasStrace())(
  'every file is flushed before its rename, and its folder after',
  async ({ folder: data_dir }) => {
    const file = await writeTo(await temporaryFolder(), FILE_NAME, csv([line(), line()]));
    const calls = flushesAndRenames(['ingest', '--confirm', file], data_dir);
    const renames = calls.filter((call) => call.startsWith('rename'));
    expect(
      renames.map((call) =>
        call
          .split('/')
          .at(-1)
          ?.replace(/-[0-9a-f]{16}/, '')
          .replace(/^[0-9a-f]{64}/, '<sha256>'),
      ),
    ).toEqual([
      ...Array(4).fill(`${'0'.repeat(20)}.json`),
      ...Array(3).fill('<sha256>.parquet'),
      ...Array(3).fill(`${'1'.padStart(20, '0')}.json`),
      'trades.parquet',
      'broker_day.parquet',
      'ticker_day.parquet',
      '2026-01.arrow',
      '2026-01.broker_rows.parquet',
      '2026-01.broker_sums.parquet',
      '2026-01.ticker_rows.parquet',
      'manifest.json',
      '<sha256>.parquet',
      '2026-01.measures',
      'measure_day.parquet',
      `${'1'.padStart(20, '0')}.json`,
    ]);
    for (const call of renames) {
      const [, from = '', to = ''] = call.split(' ');
      const at = calls.indexOf(call);
      // A fixed name is a link to a file that was flushed under its other name.
      if (!from.endsWith('.link')) expect(calls.slice(0, at)).toContain(`flush ${from}`);
      expect(calls.slice(at)).toContain(`flush ${to.slice(0, to.lastIndexOf('/'))}`);
    }
    // The intent is on the disk before the first file is moved, the publication after the last name of the day.
    const ledger = `flush ${data_dir}/ledger.sqlite-wal`;
    const trades = renames[4] ?? '';
    const ticker_day = renames[12] ?? '';
    const staged = calls.indexOf(`flush ${trades.split(' ')[1]}`);
    expect(calls.slice(staged, calls.indexOf(trades))).toContain(ledger);
    expect(calls.slice(calls.indexOf(ticker_day))).toContain(ledger);
  },
);

test.skipIf(!hasStrace())(
  'backup.json of a backup and the ledger of a restored folder are written after all other files are flushed',
  async ({ folder: base }) => {
    const [data_dir, folder, restored] = [join(base, 'data'), join(base, 'b'), join(base, 'restored')];
    const file = await writeTo(base, FILE_NAME, csv([line()]));
    expect((await runProcess(['ingest', '--confirm', file], { data_dir })).code).toBe(0);
    const steps = [
      { calls: flushesAndRenames(['backup', folder], data_dir), root: folder, last: 'backup.json' },
      { calls: flushesAndRenames(['restore', folder], restored), root: restored, last: 'ledger.sqlite' },
    ];
    for (const { calls, root, last } of steps) {
      const end = calls.findIndex((call) => call.startsWith('rename') && call.endsWith(`${root}/${last}`));
      const flushed = new Set(calls.slice(0, end));
      const made = namesIn(join(root, 'lake'));
      expect(made).toHaveLength(12);
      // A restored file of the lake is flushed under its name in the Delta table.
      const others = existsSync(join(root, 'delta')) ? namesIn(join(root, 'delta')) : [];
      for (const path of made) {
        const names = [path, ...others.filter((other) => statSync(other).ino === statSync(path).ino)];
        expect(
          names.some((name) => flushed.has(`flush ${name}`)),
          path,
        ).toBe(true);
      }
      for (const path of [root, `${root}/lake`]) expect(flushed).toContain(`flush ${path}`);
      expect(flushed).toContain(`flush ${calls[end]?.split(' ')[1]}`);
      expect(calls.slice(end)).toContain(`flush ${root}`);
    }
    expect(steps[0]?.calls).toContain(`flush ${folder}/ledger.sqlite`);
  },
);
