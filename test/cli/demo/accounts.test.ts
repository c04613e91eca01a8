import { expect } from 'vitest';
import { addDemoAccounts } from '../../../src/cli/demo/demo-accounts.ts';
import { COSTS } from '../../../src/core/costs.ts';
import { invoiceSettings } from '../../../src/server/invoice-settings.ts';
import { test } from '../../support/fixtures.ts';

test('the account of the demo has a paid order with its invoice, an offer, two keys and usage of many days; an order of another account waits', async ({
  alir,
}) => {
  const { ledger, clock, billing, config } = alir.stores;
  const { prices } = billing;
  const invoice_settings = invoiceSettings(config);
  alir.key = (await addDemoAccounts({ ledger, clock, prices, invoice_settings })).api_key;
  const data = async (path: string) => (await alir.request(path)).body.data;

  expect((await data('/usage')).account).toMatchObject({ plan: 'starter', monthly_limit: 25_000 });
  const names = (await data('/account/keys')).map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(['dashboard', 'default', 'mcp']);
  const { rows, units } = await data('/usage/history?by=day');
  expect(rows.filter((row: { units: number }) => row.units > 0).length).toBeGreaterThan(18);
  expect(units).toBeGreaterThan(2000);
  const by_endpoint = (await data('/usage/history?by=endpoint')).rows;
  const counterparties = by_endpoint.find(
    (row: { endpoint: string }) => row.endpoint === 'get_counterparties',
  );
  expect(counterparties.requests).toBeGreaterThan(0);
  expect(counterparties.units).toBe(counterparties.requests * COSTS.get_counterparties.units({}));
  expect(await data('/billing/orders')).toMatchObject([{ state: 'applied', plan: 'starter', months: 3 }]);
  expect(await data('/billing/invoices')).toMatchObject([{ kind: 'invoice', total_idr: 498_000 }]);
  expect((await data('/billing/plans')).offers).toMatchObject([{ price_idr: 450_000 }]);
  const waiting = await billing.orders.waiting();
  expect(waiting).toMatchObject([{ state: 'pending', plan: 'starter', months: 1 }]);
});
