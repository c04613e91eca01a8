import { expect, test } from 'vitest';
import { Shop } from '../../../support/shop.ts';
import { compare, randomHistories } from './histories.ts';

test('an account has after each event what the contract says', async () => {
  const { shop, rows } = await Shop.openWithRows();
  const done = await compare(randomHistories(5, 1), [{ name: 'the ledger', shop, rows }]);
  expect(done.size).toBeGreaterThan(15);
});
