import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { SQL_FORMATS } from '../../src/cli/file-formats.ts';
import { DELTA_TABLES } from '../../src/core/folders.ts';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { TABLES } from '../../src/market/lake/tables.ts';
import { examples } from '../../src/market/sql-shell/examples.ts';
import { afterThisTest, TestAlir } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { blocks, runExamples, textOf } from '../support/guide.ts';
import { freePort } from '../support/listen.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../support/small-market.ts';

const execute = promisify(execFile);

test.for([
  [
    'GET /foreign-flow?ticker=NONE&from=2026-01-05&to=2026-01-05',
    200,
    '{"foreign_buy":0,"foreign_sell":0,"net_foreign":0}',
  ],
  [
    'GET /foreign-flow?ticker=%20bbca&from=2026-01-05&to=2099-01-05',
    400,
    'the maximum is 366 days, including the first and the last day',
  ],
  ['GET /foreign-flow?ticker=bbca&from=2026-01-05&to=2027-01-05', 200, 'net_foreign'],
  [
    'GET /foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-04',
    400,
    'to must not be before the first day of the range, 2026-01-05',
  ],
  ['GET /foreign-flow?ticker=BBCA.JK&from=2026-01-05&to=2026-01-05', 400, 'send BBCA'],
  [
    'GET /foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05&investor=f',
    400,
    'investor is not a field of this endpoint: remove it',
  ],
  ['GET /stocks/broker-summary?ticker=NONE&from=2026-01-05&to=2026-01-05&investor=all', 200, '"data":[]'],
  ['GET /nowhere', 404, 'This path does not exist. /docs lists all paths.'],
] as const)('the contract, requests: %s', async ([call, status, part], { sharedAlir: alir }) => {
  const [method = '', path = ''] = call.split(' ');
  const answer = await alir.request(path, { method });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(part);
});

test.for([
  [{ tickers: ['tlkm', 'BBCA', 'TLKM'] }, 200, '"TLKM":{"foreign_buy":'],
  [{ tickers: [] }, 400, 'must have 1 to 50 tickers; it is empty'],
] as const)('the contract, a batch: %o', async ([body, status, part], { sharedAlir: alir }) => {
  const answer = await alir.request('/foreign-flow/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, from: '2026-01-05', to: '2026-01-05' }),
  });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(part);
});

test('the numbers: the trades of the guide give the answers of the guide', async ({ alir }) => {
  const guide = textOf('docs/numbers.md');
  const { status } = await alir.ingest('DT260119.csv', String(blocks(guide, 'csv')[0]));
  expect(status).toBe('published');
  const place = { url: await alir.url(), cwd: alir.outside, variables: { KEY: alir.key } };
  expect(await runExamples(guide, place)).toBe(4);
  const [query = ''] = /sql\/analyst\/examples\/\w+\.sql/.exec(guide) ?? [];
  expect(textOf(query)).toContain('GET /stocks/accumulation');
  await measureUnlessBusy(alir.stores.ingest, {});
  const duck = await Duck.open({ folders: [alir.stores.folders.lake], memory_limit_mb: 200, threads: 1 });
  afterThisTest(async () => duck.close());
  const [names = '', values] = String(blocks(guide, 'csv')[1]).trim().split('\n');
  const file = new Lake(alir.stores.folders).fixedName('measure_day', '2026-01-19');
  const row = await (await duck.connect()).row(`SELECT ${names} FROM read_parquet('${file}')`);
  expect(Object.values(row).join()).toBe(values);
});

describe('the guide for the analyst', () => {
  const guide = textOf('docs/analysts.md');

  test('lists every column of the tables with the type of the files, none of them NULL', async ({ alir }) => {
    await alir.ingest(fileName(SMALL_DAYS[0]), dailyFileText(smallMarket(), SMALL_DAYS[0]));
    await measureUnlessBusy(alir.stores.ingest, {});
    const { folders } = alir.stores;
    const duck = await Duck.open({ folders: [folders.lake], memory_limit_mb: 200, threads: 1 });
    afterThisTest(async () => duck.close());
    const connection = await duck.connect();
    const lines = ['every table | trade_date | DATE | trading day'];
    for (const table of DELTA_TABLES) {
      const file = `read_parquet('${new Lake(folders).fixedName(table, SMALL_DAYS[0])}', hive_partitioning = false)`;
      const columns = await connection.columnsOf(`FROM ${file}`);
      expect(columns.map(({ name }) => name)).toEqual(TABLES[table].columns.map(({ name }) => name));
      for (const [place, { meaning }] of TABLES[table].columns.entries())
        lines.push(`${table} | ${columns[place]?.name} | ${columns[place]?.type} | ${meaning}`);
      if (table === 'measure_day') continue;
      const counts = Object.values(await connection.row(`SELECT count(*), count(COLUMNS(*)) FROM ${file}`));
      expect(counts[0]).toBeGreaterThan(10n);
      expect(new Set(counts).size).toBe(1);
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../docs/columns.txt');
  });

  test('lists every example and every format', () => {
    const [, section = ''] = guide.split('### Example queries\n');
    for (const { name } of examples()) expect(section).toContain(`\`${name}\``);
    const formats = [...guide.matchAll(/`--format (\w+)`/g)].map(([, format]) => format);
    expect(formats.toSorted()).toEqual([...SQL_FORMATS].toSorted());
  });
});

const RUN = textOf('docs/run.md');
const hasSystemd = existsSync('/usr/bin/systemd-analyze');
const NGINX = '/usr/sbin/nginx';

describe('docs/run.md', () => {
  test.skipIf(!hasSystemd)('has units that systemd accepts', async ({ folder }) => {
    const names = ['alir.service', 'alir-backup.service', 'alir-backup.timer'];
    for (const name of names) {
      const unit = textOf(`deploy/systemd/${name}`)
        .replaceAll('/usr/local/bin/alir', process.execPath)
        .replace('User=alir', 'User=root');
      await writeFile(join(folder, name), unit);
    }
    const paths = names.map((name) => join(folder, name));
    const { stderr } = await execute('systemd-analyze', ['verify', ...paths]);
    expect(stderr.split('\n').filter((line) => line.includes('alir'))).toEqual([]);
    // Of 100: systemd calls up to 30 hardly exposed. It exits with 1 above the threshold.
    for (const path of paths.slice(0, 2)) {
      await execute('systemd-analyze', ['security', '--offline=true', '--threshold=29', path]);
    }
  });

  test('has a nightly backup for an empty environment that deletes old ones', async ({ alir, folder }) => {
    const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
    const lines = textOf('deploy/systemd/alir-backup.service')
      .replaceAll('/usr/local/bin/alir', `${process.execPath} ${cli}`)
      .replaceAll('/mnt/backup', folder)
      .replaceAll('%%', '%')
      .split('\n');
    const command = (name: string) =>
      String(lines.find((line) => line.startsWith(`${name}=`))).slice(name.length + 1);
    const env = { ALIR_DATA_DIR: alir.stores.folders.root, PATH: '/usr/bin:/bin' };
    const old = join(folder, 'alir-2025-01-01-200000');
    await mkdir(old);
    await utimes(old, new Date('2025-01-01'), new Date('2025-01-01'));
    await execute('/bin/sh', ['-c', command('ExecStart')], { env });
    await execute('/bin/sh', ['-c', command('ExecStartPost').replace('{} +', "'{}' +")], { env });
    const [kept = '', ...others] = await readdir(folder);
    expect([kept, others]).toEqual([expect.stringMatching(/^alir-\d{4}-\d\d-\d\d-\d{6}$/), []]);
    expect(await readdir(join(folder, kept))).toContain('backup.json');
  });

  test('has the volume, the port and the commands of the Dockerfile', () => {
    const dockerfile = textOf('Dockerfile');
    expect(dockerfile).toContain('VOLUME /var/lib/alir');
    expect(RUN).toContain(':/var/lib/alir --env-file .env');
    expect(dockerfile).toContain('EXPOSE 8080');
    expect(dockerfile).toContain('/usr/local/bin/alir');
  });

  test.skipIf(!existsSync(NGINX))(
    'has a proxy that terminates TLS, sends the host, and blocks /metrics',
    async ({ folder }) => {
      const alir = await TestAlir.open({ environment: { ALIR_ALLOWED_HOSTS: 'api.example.com' } });
      const port = await freePort();
      const subject = ['-subj', '/CN=api.example.com', '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
      execFileSync('openssl', ['req', '-x509', '-keyout', 'key.pem', '-out', 'cert.pem', ...subject], {
        cwd: folder,
        stdio: 'ignore',
      });
      const site = String(blocks(RUN, 'nginx')[0])
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace(/\S+fullchain.pem/, join(folder, 'cert.pem'))
        .replace(/\S+privkey.pem/, join(folder, 'key.pem'))
        .replace('http://127.0.0.1:8080', await alir.url());
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
      const config = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off;\n${temporary}\n${site}}`;
      await writeFile(join(folder, 'nginx.conf'), config);
      const proxy = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
      afterThisTest(async () => {
        proxy.kill();
        await new Promise((resolve) => proxy.once('exit', resolve));
      });
      const ask = (method: string, path: string, body = '') => throughTls(port, method, path, alir.key, body);
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      expect(await ask('GET', '/usage')).toMatchObject({ status: 200, cost: '0' });
      expect(await ask('POST', '/mcp', message)).toMatchObject({ status: 200 });
      expect(await ask('GET', '/metrics')).toMatchObject({ status: 403 });
    },
  );
});

interface ThroughTls {
  readonly status: number | undefined;
  readonly cost: unknown;
}

/** Asks as a client of api.example.com would, and again while the proxy starts. */
async function throughTls(
  port: number,
  method: string,
  path: string,
  key: string,
  body: string,
): Promise<ThroughTls> {
  const headers = {
    host: 'api.example.com',
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  for (let tries = 0; ; tries++) {
    try {
      return await new Promise<ThroughTls>((resolve, reject) => {
        const options = { host: '127.0.0.1', port, method, path, headers, rejectUnauthorized: false };
        const sent = request(options, (response) => {
          response.resume();
          resolve({ status: response.statusCode, cost: response.headers['x-request-cost'] });
        });
        sent.on('error', reject);
        sent.end(body);
      });
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
