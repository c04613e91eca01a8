import { join } from 'node:path';
import { expect } from 'vitest';
import { copySourceOf, openStores, type Stores, sourceOf } from '../../src/server/stores.ts';
import { configOf, SetClock } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

test('files come from the inbox or the configured source, and those of both can be confirmed', async ({
  folder,
}) => {
  const source = join(folder, 'source');
  const inbox = join(folder, 'data/inbox');
  for (const [ALIR_SOURCE, kind, folders] of [
    ['', 'FolderSource', [inbox, inbox]],
    [source, 'FolderSource', [inbox, source]],
    ['https://files.example.com/{date}', 'UrlSource', [inbox]],
  ] as const) {
    const stores = await openStores(configOf(join(folder, 'data'), { ALIR_SOURCE }), new SetClock());
    expect([sourceOf(stores).constructor.name, stores.ingest.intake_folders]).toEqual([kind, folders]);
    await stores.ledger.close();
  }
});

test.for([
  ['/srv/lake', 'FolderCopy'],
  ['https://alir.example.com', 'ServerCopy'],
  ['http://alir:8080', 'ServerCopy'],
  ['s3://bucket/lake', 'BucketCopy'],
  ['http://alir.example.com', null],
  ['https://alir.example.com/lake', null],
  ['ftp://alir.example.com', null],
] as const)('the lake at %s is read as a %s', async ([source, kind]) => {
  const copy = copySourceOf({ config: { follow_key: 'key' } } as Stores, source);
  if (kind === null) await expect(copy).rejects.toMatchObject({ code: 'bad_configuration' });
  else expect((await copy).constructor.name).toBe(kind);
});
