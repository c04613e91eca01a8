import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { LakeTable } from '../src/core/folders.ts';
import { Lake } from '../src/market/lake/lake.ts';
import { afterThisTest, TestAlir, temporaryFolder } from './support/alir.ts';
import { rowsOf, sessionOver } from './support/analyst.ts';
import { backUpTo, filesBelow, openFolder, restoreTo, sha256 } from './support/backups.ts';
import { csv, DATE, FILE_NAME, line } from './support/daily-files.ts';
import { test } from './support/fixtures.ts';

// The short form of what the slow suites test at length, so that no change breaks it unseen.

const NEXT = '2026-01-20';

test('no key, token, signature or body of a request is logged', async () => {
  let log = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    log += text;
    return true;
  });
  afterThisTest(async () => void write.mockRestore());
  const alir = await TestAlir.open({
    environment: {
      ALIR_LOG_LEVEL: 'debug',
      ALIR_PAYMENT_PROVIDER: 'xendit',
      ALIR_PAYMENT_KEY: 'xnd_hush',
      ALIR_PAYMENT_CALLBACK_TOKEN: 'token_hush',
    },
    send: async () => {
      throw new Error('provider hush');
    },
  });
  const notify = (token: string) =>
    alir.raw('/billing/notifications/xendit', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-callback-token': token },
      body: JSON.stringify({ id: 'invoice_hush', external_id: 'order_hush' }),
    });
  expect((await notify('token_hush')).status).toBe(404);
  expect((await notify('guess_hush')).status).toBe(403);
  const order = (body: string) =>
    alir.raw('/billing/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'idem_hush' },
      body,
    });
  expect((await order('{"plan": "hush"}')).status).toBe(400);
  expect((await order('{"plan": "hush')).status).toBe(400);
  expect((await alir.raw('/usage?note=hush')).status).toBe(400);
  expect((await alir.raw('/hush')).status).toBe(404);
  const wrong_key = { authorization: 'Bearer alir_live_hush' };
  expect((await fetch(`${await alir.url()}/usage`, { headers: wrong_key })).status).toBe(401);
  await alir.close();

  const lines = log.trim().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(7);
  for (const each of lines) {
    expect(JSON.parse(each)).toMatchObject({ level: expect.stringMatching(/^(debug|info|warn|error)$/) });
  }
  for (const secret of ['hush', alir.key]) expect(log).not.toContain(secret);
});

test('alir sql writes no file, and reads only the lake', async ({ folder }) => {
  const lake = join(folder, 'lake');
  await writeFile(join(folder, 'secret.csv'), 'a\n1\n');
  const answers = await temporaryFolder();
  const session = await sessionOver(lake, {}, answers);
  const refused = [
    'CREATE TABLE t AS SELECT 1',
    'INSERT INTO trades SELECT * FROM trades',
    'DELETE FROM trades',
    'UPDATE trades SET volume = 0',
    'DROP VIEW trades',
    `COPY (SELECT 1) TO '${answers}/out.csv'`,
    `EXPLAIN ANALYZE COPY (SELECT 1) TO '${answers}/out.csv'`,
    'EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1',
    `FROM enable_profiling(format = 'json', save_location = '${answers}/out.json')`,
    'SELECT 1; SELECT 2',
    `ATTACH '${folder}/other.duckdb'`,
    `EXPORT DATABASE '${folder}/out'`,
    "SET memory_limit = '1GB'",
    'PRAGMA enable_profiling',
    'INSTALL httpfs',
    'LOAD httpfs',
    'SELECT 1; DROP VIEW trades',
    `SELECT * FROM '${folder}/secret.csv'`,
    `SELECT * FROM read_text('${folder}/secret.csv')`,
  ];
  for (const statement of refused) {
    await expect(rowsOf(session, statement), statement).rejects.toMatchObject({ code: 'bad_query' });
  }
  expect(await rowsOf(session, 'SELECT count(*) AS n FROM trades')).toEqual([{ n: '0' }]);
  expect([filesBelow(folder), filesBelow(answers)]).toEqual([['secret.csv'], []]);
});

test('a restored backup has the newest day, byte for byte', async ({ alir, folder: data_dir }) => {
  const days = [DATE, NEXT] as const;
  await alir.ingest(FILE_NAME, csv([line()]));
  await alir.ingest('DT260120.csv', csv([line({ TRX_DATE: NEXT }), line({ TRX_DATE: NEXT })]));
  const folder = join(await temporaryFolder(), 'backup');
  expect(await backUpTo(folder, alir)).toMatchObject({ days: 2, files: 7 });
  expect(await restoreTo(data_dir, folder)).toMatchObject({ days: 2 });
  const restored = await openFolder(data_dir);
  expect(await restored.manifest.allPublishedDays()).toEqual(days);
  for (const day of days) {
    for (const [table, path] of Object.entries(new Lake(restored.folders).files(day))) {
      const original = new Lake(alir.stores.folders).files(day)[table as LakeTable];
      expect(existsSync(path) && sha256(path)).toBe(sha256(original));
    }
  }
});
