import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/alir.ts';
import { csv, FILE_NAME, line, writeTo } from '../support/daily-files.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What a power loss could take cannot be tried, so the calls to the system are watched. */
test.skipIf(!hasStrace())(
  'every file is flushed before it is renamed into its place, and its folder after',
  async () => {
    const data_dir = await temporaryFolder();
    const file = await writeTo(await temporaryFolder(), FILE_NAME, csv([line(), line()]));
    const trace = `${data_dir}.trace`;
    execFileSync(
      'strace',
      ['-f', '-y', '-e', 'trace=fsync,rename', '-o', trace, process.execPath, CLI, 'ingest', file],
      {
        env: { PATH: process.env.PATH, ALIR_DATA_DIR: data_dir },
        stdio: 'ignore',
      },
    );
    const calls = readFileSync(trace, 'utf8')
      .split('\n')
      .flatMap((text) => {
        const flushed = /fsync\(\d+<([^>]*)>/.exec(text)?.[1];
        const [, from, to] = /rename\("([^"]*)", "([^"]*)"/.exec(text) ?? [];
        if (flushed) return [`flush ${flushed}`];
        return from && to ? [`rename ${from} ${to}`] : [];
      });
    const renames = calls.filter((call) => call.startsWith('rename'));
    expect(
      renames.map((call) =>
        call
          .split('/')
          .at(-1)
          ?.replace(/-[0-9a-f]{16}/, ''),
      ),
    ).toEqual(['trades.parquet', 'broker_day.parquet', '2026.totals']);
    for (const call of renames) {
      const [, from = '', to = ''] = call.split(' ');
      const at = calls.indexOf(call);
      expect(calls.slice(0, at)).toContain(`flush ${from}`);
      expect(calls.slice(at)).toContain(`flush ${to.slice(0, to.lastIndexOf('/'))}`);
    }
    // The intent is on the disk before the first rename, the publication after the last of the day.
    const ledger = `flush ${data_dir}/ledger.sqlite-wal`;
    const [trades = '', broker_day = ''] = renames;
    const staged = calls.indexOf(`flush ${trades.split(' ')[1]}`);
    expect(calls.slice(staged, calls.indexOf(trades))).toContain(ledger);
    expect(calls.slice(calls.indexOf(broker_day))).toContain(ledger);
  },
);
