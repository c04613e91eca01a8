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
