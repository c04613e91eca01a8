import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject } from 'vitest';
import { runCli } from '../support/cli.ts';
import { doctor, run } from '../support/doctor.ts';
import { test } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';
import { createDatabase } from '../support/postgres.ts';
import { clockAhead } from '../support/several-servers.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';

const server_url = inject('postgres_url') ?? '';

describe.skipIf(server_url === '')('a ledger in PostgreSQL', () => {
  test('is checked, and its clock is compared', async ({ folder }) => {
    const env = { ALIR_LEDGER_URL: await createDatabase(server_url) };
    await run(['account', 'create', '--email', 'a@example.com', '--plan', 'starter'], folder, { env });
    const { of } = await doctor(folder, { env });
    expect(of('ledger')).toEqual(['ok', expect.stringContaining('its database server checks the structure')]);
    expect(of('backup')).toEqual(['ok', expect.stringContaining('pg_dump')]);
    expect(of('clock')).toEqual(['ok', expect.stringContaining('the clock of PostgreSQL')]);
    expect(of('versions')[1]).toMatch(/ledger: PostgreSQL \d+\.\d+.*, schema \d+\./);
    const ahead = await doctor(folder, { env: { ...env, ...clockAhead(3_600_000) } });
    expect(ahead.of('clock')).toEqual([
      'problem',
      expect.stringMatching(/the clock of PostgreSQL is (59|60) minutes behind it\. /),
    ]);
  });

  test('that does not respond is a problem', async ({ folder }) => {
    const url = Object.assign(new URL(server_url), { port: '1', password: 'geheim' }).href;
    const { code, of, findings } = await doctor(folder, { env: { ALIR_LEDGER_URL: url } });
    expect([code, of('ledger')]).toEqual([1, ['problem', expect.stringContaining('ECONNREFUSED')]]);
    expect(JSON.stringify(findings)).not.toContain('geheim');
  });
});

describe('a source with TLS', () => {
  let folder: string;
  let server_ahead_ms = 0;
  beforeEach(() => {
    server_ahead_ms = 0;
  });

  /** Starts a server without files, whose certificate is valid for some days. @returns the settings of its source */
  async function startSource(days: number): Promise<Record<string, string>> {
    const openssl = (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'csr.pem',
      ...subject,
    );
    const signed = ['-signkey', 'key.pem', '-copy_extensions', 'copy', '-days', String(days)];
    openssl('x509', '-req', '-in', 'csr.pem', ...signed, '-out', 'cert.pem');
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
    const server = createServer({ key, cert }, (_request, response) => {
      response.setHeader('date', new Date(Date.now() + server_ahead_ms).toUTCString());
      response.writeHead(404).end();
    });
    return { ALIR_SOURCE: `https://localhost:${await listen(server)}/DT{yymmdd}.csv?token=secret` };
  }

  test('whose certificate has expired', async ({ data_dir, folder: own }) => {
    folder = own;
    const env = await startSource(-1);
    const { of, findings } = await doctor(data_dir, { env });
    expect(of('certificate')).toEqual([
      'problem',
      expect.stringMatching(/^The certificate of localhost:\d+ expired on \d{4}-\d\d-\d\d\. Ask /),
    ]);
    expect(JSON.stringify(findings)).not.toContain('token');
    expect((await runCli(['update'], { data_dir, env })).code).toBe(1);
    expect((await doctor(data_dir, { env })).of('source')).toEqual([
      'warning',
      expect.stringMatching(/failed: Cannot fetch https:\/\/localhost/),
    ]);
  });

  test('without trust, or that ends soon, and with a wrong clock', async ({ data_dir, folder: own }) => {
    folder = own;
    server_ahead_ms = 3_600_000;
    const env = await startSource(10);
    expect((await doctor(data_dir, { env })).of('certificate')).toEqual([
      'problem',
      expect.stringMatching(/is not trusted \(.*\)\. .*NODE_EXTRA_CA_CERTS/),
    ]);
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') };
    await run(['update'], data_dir, { env: trusting });
    const { of } = await doctor(data_dir, { env: trusting });
    expect(of('certificate')).toEqual(['warning', expect.stringMatching(/expires on \S+, in 9 days\. /)]);
    expect(of('clock')).toEqual([
      'problem',
      expect.stringMatching(/the clock of the source is (59|60) minutes ahead of it\. /),
    ]);
    expect(of('source')[0]).toBe('ok');
  });

  test('that cannot be reached', async ({ data_dir }) => {
    const { of } = await doctor(data_dir, { env: { ALIR_SOURCE: 'https://127.0.0.1:1/DT{yymmdd}.csv' } });
    expect(of('certificate')).toEqual(['warning', expect.stringContaining('ECONNREFUSED')]);
  });
});

test('without disk space is full', async ({ folder, skip }) => {
  if (!mountSmallDisk(folder, 8)) skip();
  const data_dir = join(folder, 'data');
  await run(['account', 'create', '--email', 'a@example.com', '--plan', 'starter'], data_dir);
  await fillDisk(folder, 0);
  const { code, of } = await doctor(data_dir);
  expect(code).toBe(1);
  expect(of('disk')).toEqual(['problem', expect.stringMatching(/ has 0\.0 MB free of 8\.4 MB\. /)]);
  expect(of('ledger')[0]).toBe('problem');
});
