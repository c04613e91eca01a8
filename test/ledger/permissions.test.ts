import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { statusCommand } from '../../src/cli/operation/status.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { openStores, permissionNotice, type Stores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, SetClock, temporaryFolder } from '../support/alir.ts';
import { csv, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function open(root: string, environment: NodeJS.ProcessEnv = {}): Promise<Stores> {
  const stores = await openStores(configOf(root, environment), new SetClock());
  afterThisTest(async () => stores.ledger.close());
  await stores.accounts.create(newEmail(), 'free', 1);
  return stores;
}

async function ingest({ ingest }: Stores): Promise<void> {
  const path = await writeTo(await temporaryFolder(), FILE_NAME, csv([line()]));
  const [result] = await ingestFiles(ingest, [{ path, command: 'ingest', confirmed: true }]);
  expect(result?.status).toBe('published');
}

/** The modes of every file that holds the ledger. */
function ledgerModes(root: string): Record<string, string> {
  const files = readdirSync(root).filter((name) => name.startsWith('ledger.sqlite'));
  return Object.fromEntries(files.map((name) => [name, mode(join(root, name))]));
}

const PRIVATE = { 'ledger.sqlite': '600', 'ledger.sqlite-shm': '600', 'ledger.sqlite-wal': '600' };

describe('the data folder', () => {
  test('is created for its owner only, and so is the ledger', async () => {
    const root = join(await temporaryFolder(), 'above', 'data');
    const stores = await open(root);
    await ingest(stores);
    expect(mode(root)).toBe('700');
    expect(ledgerModes(root)).toEqual(PRIVATE);
    expect(mode(join(root, 'writer.lock'))).toBe('600');
    expect(permissionNotice(stores)).toBeNull();
  });

  test('gets private permissions if only an inbox was made before', async ({ folder: root }) => {
    chmodSync(root, 0o755);
    mkdirSync(join(root, 'inbox'));
    await open(root);
    expect(mode(root)).toBe('700');
  });

  test('keeps its permissions, with a warning, if it contains other files', async ({ folder: root }) => {
    writeFileSync(join(root, 'thesis.txt'), 'mine');
    chmodSync(root, 0o755);
    const stores = await open(root);
    expect([mode(root), ledgerModes(root)]).toEqual(['755', PRIVATE]);
    expect(permissionNotice(stores)).toContain(`chmod 700 ${root}`);
  });

  test('that others can enter gets a warning and a private ledger', async ({ folder: root }) => {
    await (await open(root)).ledger.close();
    chmodSync(root, 0o755);
    chmodSync(join(root, 'ledger.sqlite'), 0o644);
    const stores = await open(root);
    expect([mode(root), ledgerModes(root)]).toEqual(['755', PRIVATE]);
    const notices: string[] = [];
    await statusCommand(stores, { record: () => {}, notice: (text) => notices.push(text) });
    expect(notices).toContainEqual(expect.stringContaining(`chmod 700 ${root}`));
  });

  test('lets its group read the lake, and nothing else, with ALIR_LAKE_GROUP_READ=yes', async () => {
    const root = join(await temporaryFolder(), 'data');
    const umask = process.umask(0o077);
    afterThisTest(async () => void process.umask(umask));
    const stores = await open(root, { ALIR_LAKE_GROUP_READ: 'yes' });
    await ingest(stores);
    expect([mode(root), ledgerModes(root)]).toEqual(['710', PRIVATE]);
    expect(permissionNotice(stores)).toBeNull();
    const lake = join(root, 'lake');
    const day = join(lake, 'trades', 'trade_date=2026-01-19');
    expect([lake, join(lake, 'trades'), day].map(mode)).toEqual(['750', '750', '750']);
    expect(existsSync(join(day, 'trades.parquet')) && mode(join(day, 'trades.parquet'))).toBe('640');
    expect(mode(join(root, 'inbox'))).toBe('700');
  });
});
