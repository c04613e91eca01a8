import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { withWriterLock } from '../../src/ledger/writer-lock.ts';
import { SETTLING_MS } from '../../src/market/ingest/source.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { temporaryFolder } from '../support/alir.ts';
import { runCli, startCli } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, wholeDay, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

describe.each(['SIGTERM', 'SIGINT'] as const)('%s ends a wait for the writer lock', (signal) => {
  test.for(['ingest', 'update', 'verify'])(
    'alir %s exits 1 and leaves no files',
    async (command, { data_dir, outside }) => {
      const folders = dataFolders(data_dir);
      mkdirSync(folders.inbox, { recursive: true });
      await new SqliteLedger(folders.ledgerFile).close();
      const file = await writeTo(outside, FILE_NAME, csv([line()]));
      const source = await temporaryFolder();
      await writeTo(source, 'DT260120.csv', csv([line({ TRX_DATE: '2026-01-20' })]));
      await writeTo(source, 'DT260120.csv.ok', '');
      await withWriterLock(folders.writerLockFile, { patience_ms: 0 }, async () => {
        const args = command === 'ingest' ? [command, file] : [command];
        const child = startCli(args, { data_dir, env: { ALIR_SOURCE: source } });
        let stderr = '';
        child.stderr?.on('data', (data) => {
          if (stderr === '') child.kill(signal);
          stderr += data;
        });
        const [code] = await once(child, 'close');
        expect(code, stderr).toBe(1);
        expect(stderr).toContain('Interrupted while waiting for another Alir process');
      });
      expect(existsSync(folders.staging) ? readdirSync(folders.staging) : []).toEqual([]);
      expect(existsSync(folders.lake) ? readdirSync(folders.lake) : []).toEqual([]);
      const status = await runCli(['status', '--json'], { data_dir });
      expect(status.json()[0]).toMatchObject({ days: 0, unfinished: [], rejected: [] });
    },
  );
});

describe('alir update', () => {
  test('a signal ends the wait between the two checks of a new file', async ({ data_dir }) => {
    mkdirSync(dataFolders(data_dir).inbox, { recursive: true });
    await writeTo(dataFolders(data_dir).inbox, FILE_NAME, wholeDay(DATE));
    const child = startCli(['update'], { data_dir });
    let stderr = '';
    child.stderr?.on('data', (data) => {
      if (stderr === '') child.kill('SIGTERM');
      stderr += data;
    });
    const started = performance.now();
    const [code] = await once(child, 'close');
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('Waiting one minute to detect files that are still being written');
    expect(performance.now() - started).toBeLessThan(SETTLING_MS);
    expect((await runCli(['status', '--json'], { data_dir })).json()[0]).toMatchObject({ days: 0 });
  });

  test.for([
    [
      'a folder that does not exist',
      '/nonexistent/share',
      'The source folder /nonexistent/share does not exist.',
    ],
    ['a server that is down', 'https://127.0.0.1:1/{date}.csv?key=hush', 'Cannot fetch https://127.0.0.1:1/'],
  ] as const)('exits 1 for %s', { timeout: 60_000 }, async ([, source, expectedText], { data_dir }) => {
    const env = { ALIR_SOURCE: source, ALIR_SOURCE_HEADER: 'X-Token: hush' };
    const { code, stdout, stderr } = await runCli(['update'], { data_dir, env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(expectedText);
    expect(stderr).not.toContain('hush');
  });
});

test('alir rejected lists rejected files and dismisses them, and alir status then exits 0', async ({
  data_dir,
  outside,
}) => {
  const run = (...args: string[]) => runCli(args, { data_dir });
  const file = await writeTo(outside, FILE_NAME, csv([line({ STK_VOLM: 'x' })]));
  expect((await run('ingest', file)).code).toBe(1);
  expect((await run('status')).code).toBe(1);
  expect((await run('rejected', 'list')).stdout).toMatch(
    /^DAY +REJECTED +SOURCE +FILE NOW +REASON\n2026-01-19 .*STK_VOLM "x"/,
  );
  expect((await run('rejected', 'list', '--json')).json()).toMatchObject([{ source: file, file }]);
  const wrong = await run('rejected', 'dismiss', 'DT260120.csv');
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('there is no rejected file with the name DT260120.csv'),
  ]);
  const dismissed = await run('rejected', 'dismiss', FILE_NAME);
  expect([dismissed.code, dismissed.stdout]).toEqual([
    0,
    `Dismissed ${file}; the file is still at ${file}\n`,
  ]);
  expect((await run('audit', '--json')).json()).toMatchObject([
    { action: 'file.dismissed', details: JSON.stringify({ file, trade_date: '2026-01-19' }) },
  ]);
  expect((await run('rejected', 'list')).stdout).toBe('No rejected files.\n');
  expect((await run('status')).code).toBe(0);
});

test('a file that does not exist is a usage error: nothing is ingested, and there is no report', async ({
  data_dir,
  outside,
}) => {
  const good = await writeTo(outside, FILE_NAME, csv([line()]));
  const absent = join(outside, 'DT260120.csv');
  const { code, stdout, stderr } = await runCli(['ingest', good, absent], { data_dir });
  expect([code, stdout, stderr]).toEqual([2, '', `alir: No such file: ${absent}. Nothing was ingested.\n`]);
  expect(existsSync(dataFolders(data_dir).rejected)).toBe(false);
  expect((await runCli(['status', '--json'], { data_dir })).json()[0]).toMatchObject({
    days: 0,
    rejected: [],
  });
});

test('alir verify prints counts with nouns in the right number: 1 day, 3 lake files', async ({
  data_dir,
  outside,
}) => {
  const run = (...args: string[]) => runCli(args, { data_dir });
  await run('ingest', '--confirm', await writeTo(outside, FILE_NAME, csv([line()])));
  expect((await run('verify')).stdout).toBe(
    'Verified 1 day: 3 lake files and 4 serving files. All files match the published data.\n',
  );
  rmSync(new Lake(dataFolders(data_dir)).file('trades', '2026-01-19'));
  const { code, stdout } = await run('verify');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    / Found 1 problem:\n .*trades\.parquet\n +is missing or differs .*\n +Publish the file of the day again: alir ingest PATH\/TO\/DT260119\.csv\n$/,
  );
});
