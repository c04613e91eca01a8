import { expect } from 'vitest';
import { exportAccount } from '../../../src/commerce/accounts/account-export.ts';
import { test } from '../../support/fixtures.ts';

const BANKS = { kind: 'watchlist', name: 'Banks', content: { tickers: ['BBCA'], brokers: ['YP'] } } as const;

test('concurrent requests save no more than the plan allows', async ({ alir }) => {
  const { accounts, ledger, saved } = alir.stores;
  const { account } = await accounts.create('budi@example.com', 'free', 1);
  const created = Array.from({ length: 9 }, () => saved.create(account.account_id, BANKS));
  const results = await Promise.allSettled(created);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const { saved_items } = await exportAccount(ledger, account);
  expect(saved_items.map(({ name, content }) => ({ name, content }))).toEqual(
    Array.from({ length: 5 }, () => ({ name: BANKS.name, content: BANKS.content })),
  );
});

test('nothing is saved for a deleted account', async ({ alir }) => {
  const { accounts, billing, saved } = alir.stores;
  const { account } = await accounts.create('budi@example.com', 'free', 1);
  await billing.deletion.delete(account.account_id, { actor: 'operator', reason: 'request' }, false);
  await expect(saved.create(account.account_id, BANKS)).rejects.toMatchObject({ code: 'account_deleted' });
  expect(await saved.all(account.account_id)).toEqual([]);
});

test('a picture has at most 1,000,000 bytes', async ({ alir }) => {
  const { accounts, snapshots } = alir.stores;
  const { account_id } = (await accounts.create('budi@example.com', 'free', 1)).account;
  const create = (bytes: number) => {
    const picture = { title: 'BBCA', note: null, content: Buffer.alloc(bytes), preview: Buffer.alloc(1) };
    return snapshots.create(account_id, picture, 'person p');
  };
  await expect(create(1_000_001)).rejects.toMatchObject({ code: 'answer_too_large' });
  const snapshot_id = await create(1_000_000);
  expect(await snapshots.all(account_id)).toMatchObject([{ snapshot_id, title: 'BBCA', note: null }]);
});
