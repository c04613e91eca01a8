import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf } from '../support/alir.ts';
import { startServing, stop } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';
import { sized } from '../support/size.ts';

const KILLS = sized(4, 20);
const CLIENTS = 64;
const TICKERS = ['A', 'B', 'C'];
const UNITS_BEFORE_A_KILL = 60;

test(`kill -9 under load, ${KILLS} times: no acknowledged unit is lost, none is counted that nobody asked for, none stays held`, async ({
  folder: data_dir,
}) => {
  const stores = await openStores(configOf(data_dir), systemClock);
  const terms = { units: 1_000_000, requests_per_minute: 1e9, keys: 1 };
  const { account, api_key } = await stores.accounts.create('killed@example.com', 'custom', 1, terms);
  const ledger_file = stores.folders.ledgerFile;
  await stores.ledger.close();

  let acknowledged = 0;
  let unanswered = 0;
  let lostInFlight = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, printed } = await startServing(['serve'], { data_dir, env: { ALIR_LOG_LEVEL: 'error' } });
    let isKilled = false;
    const client = async () => {
      while (!isKilled) {
        try {
          const response = await fetch(`${printed.url}/foreign-flow/batch`, {
            method: 'POST',
            headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ tickers: TICKERS, from: '2026-01-05', to: '2026-01-05' }),
          });
          if (response.status === 200) acknowledged += TICKERS.length;
          await response.arrayBuffer();
        } catch {
          unanswered += TICKERS.length;
          return;
        }
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    // The first kills come while the server still starts to answer.
    const enough = kill < 3 ? 0 : acknowledged + UNITS_BEFORE_A_KILL;
    await sleep(20 + 15 * kill);
    while (acknowledged < enough) await sleep(5);
    await stop(child, 'SIGKILL');
    isKilled = true;
    await Promise.all(clients);

    const { account: counted, keys } = counters(ledger_file, account.account_id);
    expect(keys).toBe(counted);
    expect(counted).toBeGreaterThanOrEqual(acknowledged);
    expect(counted).toBeLessThanOrEqual(acknowledged + unanswered);
    lostInFlight = counted - acknowledged;
  }
  console.log(
    `${KILLS} kills: ${acknowledged} units acknowledged, ${lostInFlight} counted whose answer the kill cut off, of ${unanswered} in flight`,
  );
  expect(acknowledged).toBeGreaterThanOrEqual((KILLS - 3) * UNITS_BEFORE_A_KILL);

  const { printed } = await startServing(['serve'], { data_dir, env: { ALIR_LOG_LEVEL: 'error' } });
  const usage = await fetch(`${printed.url}/usage`, { headers: { authorization: `Bearer ${api_key}` } });
  const { data } = (await usage.json()) as {
    data: { account: { current_usage: number; remaining: number } };
  };
  expect(data.account.current_usage).toBe(counters(ledger_file, account.account_id).account);
  expect(data.account.current_usage + data.account.remaining).toBe(terms.units);
});
