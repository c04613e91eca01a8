import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { VERSION } from '../../src/core/package-files.ts';
import { lastBackup } from '../../src/operations/doctor/last-runs.ts';
import { Session } from '../support/cli-session.ts';
import { csv, line, wholeDay, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { flip } from '../support/flip.ts';
import { fileName } from '../support/small-market.ts';

test('an operator ingests files, decides on them, and backs up', async ({ data_dir, folder: cwd }) => {
  const alir = new Session({ data_dir, cwd, now: new Date('2026-01-22T12:00:00Z') });
  mkdirSync(`${data_dir}/inbox`, { recursive: true });
  await writeTo(cwd, 'DT260119.csv', wholeDay('2026-01-19'));
  await writeTo(cwd, 'DT260121.csv', csv([line({ TRX_DATE: '2026-01-21', STK_VOLM: 'x' })]));
  for (const day of ['2026-01-20', '2026-01-22']) {
    const name = fileName(day);
    await writeTo(`${data_dir}/inbox`, name, csv([line({ TRX_DATE: day })]));
    await writeTo(`${data_dir}/inbox`, `${name}.ok`, '');
  }
  mkdirSync(`${cwd}/empty`);
  await alir.shows('data-ingest');
  await writeTo(cwd, 'DT260119.csv', csv([line({ TRX_DATE: '2026-01-19' })]));
  await alir.shows('data-correction');
  await alir.shows('data-restore', { ALIR_DATA_DIR: `${cwd}/restored` });
  const backup = JSON.parse(readFileSync(`${cwd}/backup/backup.json`, 'utf8'));
  expect(backup.alir_version).toBe(VERSION);
  expect(await lastBackup(dataFolders(data_dir))).toMatchObject({ folder: `${cwd}/backup`, days: 2 });
  // So that the first server starts at once.
  expect(readdirSync(`${cwd}/restored/serving`)).not.toEqual([]);
  const trades = `${data_dir}/delta/trades/trade_date=2026-01-20`;
  for (const name of readdirSync(trades)) await flip(`${trades}/${name}`, 100);
  await alir.shows('data-damaged');
});
