import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { temporaryFolder } from '../support/alir.ts';
import { runCli } from '../support/cli.ts';
import { csv, FILE_NAME, line } from '../support/daily-files.ts';
import { createDatabase } from '../support/postgres.ts';

const server_url = inject('postgres_url');

test.skipIf(server_url === null)(
  'a dump of the database and a later copy of the lake are a backup: a day that was corrected between them is published again',
  async () => {
    const [data_dir, outside, restored_dir] = [
      await temporaryFolder(),
      await temporaryFolder(),
      await temporaryFolder(),
    ];
    const [database, restored] = [
      await createDatabase(server_url ?? ''),
      await createDatabase(server_url ?? ''),
    ];
    const alir = (folder: string, url: string, ...args: string[]) =>
      runCli([...args, '--json'], { data_dir: folder, env: { ALIR_LEDGER_URL: url } });
    const fileWith = (lines: Parameters<typeof csv>[0]) => {
      writeFileSync(join(outside, FILE_NAME), csv(lines));
      return join(outside, FILE_NAME);
    };
    const first = fileWith([line()]);
    expect((await alir(data_dir, database, 'ingest', '--confirm', first)).code).toBe(0);
    const created = await alir(
      data_dir,
      database,
      'account',
      'create',
      '--email',
      'ani@example.com',
      '--plan',
      'starter',
    );
    expect(created.code).toBe(0);

    const dump = join(outside, 'alir.dump');
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, database]);
    const corrected = fileWith([line(), line({ TRX_CODE: '2' })]);
    expect((await alir(data_dir, database, 'ingest', '--confirm', corrected)).code).toBe(0);
    for (const folder of ['lake', 'delta'])
      cpSync(join(data_dir, folder), join(restored_dir, folder), { recursive: true });

    execFileSync('pg_restore', ['--no-owner', `--dbname=${restored}`, dump]);
    const damaged = await alir(restored_dir, restored, 'verify');
    expect(damaged.code).toBe(1);
    expect(damaged.stdout).toContain('2026-01');
    expect((await alir(restored_dir, restored, 'ingest', '--confirm', corrected)).code).toBe(0);
    expect((await alir(restored_dir, restored, 'verify')).code).toBe(0);
    const [account] = (await alir(restored_dir, restored, 'account', 'list')).json();
    expect(account).toMatchObject({ email: 'ani@example.com', plan: 'starter' });
  },
);
