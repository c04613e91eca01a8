import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, configOf } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { dispatcherOf, receiver, sendAll } from '../support/notices.ts';
import { Publishers } from '../support/publishers.ts';

const TERMS = { units: 1000, requests_per_minute: 1000, keys: 10 };

test.for([
  ['between the commit of the event and its distribution', 'yes'],
  ['during the first attempt', ''],
])('a process that is killed %s loses no event', async ([, dies_after_commit = ''], { data_dir }) => {
  const publishers = await Publishers.start();
  const received = receiver(publishers, 'hooks.example.com');
  const open = async () => openStores(configOf(data_dir), systemClock);
  const first = await open();
  const { account } = await first.accounts.create('a@example.com', 'custom', 1, TERMS);
  const { account_id } = account;
  await first.webhooks.create(account_id, 'https://hooks.example.com/', ['key.created']);
  await first.ledger.close();

  const script = resolve(import.meta.dirname, '../support/notice-and-die.mjs');
  const child = spawn(process.execPath, [script, account_id], {
    env: {
      PATH: process.env.PATH,
      ALIR_DATA_DIR: data_dir,
      ALIR_TEST_DIES_AFTER_COMMIT: dies_after_commit,
    },
    stdio: 'inherit',
  });
  expect((await once(child, 'close'))[1]).toBe('SIGKILL');

  const stores = await open();
  afterThisTest(() => stores.ledger.close());
  await sendAll(dispatcherOf(stores, publishers));
  expect(received.map(({ body }) => JSON.parse(body).data.name)).toEqual(['script']);
});
