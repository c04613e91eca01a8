import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { withWriterLock } from '../../src/ledger/locks.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { SETTLING_MS } from '../../src/market/ingest/sources/settling.ts';
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
