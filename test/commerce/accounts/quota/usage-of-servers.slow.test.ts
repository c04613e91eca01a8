import { expect, inject, test } from 'vitest';
import { startServer } from '../../../../src/server/main.ts';
import { openStores } from '../../../../src/server/stores.ts';
import { afterThisTest, configOf, SetClock, temporaryFolder } from '../../../support/alir.ts';
import { createDatabase } from '../../../support/postgres.ts';

const server_url = inject('postgres_url');
const FLOW = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05';
const TERMS = { units: 20, requests_per_minute: 1000, keys: 1 };

/** docs/contract.md 5.6: figures are those of all servers. */
test.skipIf(server_url === null)(
  'each server shows the units that the other one charged, at once',
  async () => {
    const environment = { ALIR_LEDGER_URL: await createDatabase(server_url ?? '') };
    const folder = await temporaryFolder();
    const urls: string[] = [];
    let key = '';
    for (let server = 0; server < 2; server++) {
      const stores = await openStores(configOf(folder, environment), new SetClock());
      if (server === 0) key = (await stores.accounts.create('ani@example.com', 'custom', 1, TERMS)).api_key;
      const { url, close } = await startServer(stores);
      afterThisTest(close);
      urls.push(url);
    }
    const ask = async (server: number, path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${key}`, ...init.headers };
      const response = await fetch(`${urls[server]}${path}`, { ...init, headers });
      return {
        status: response.status,
        remaining: Number(response.headers.get('x-monthly-remaining')),
        body: (await response.json()) as any,
      };
    };
    const quote = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"plan":"starter","months":1}',
    };
    const ping = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    };
    // Both servers know the account before one of them charges it.
    for (const server of [0, 1]) expect((await ask(server, '/usage')).remaining).toBe(20);
    for (let remaining = 19; remaining >= 0; remaining--) {
      const server = remaining < 10 ? 0 : remaining % 2;
      expect(await ask(server, FLOW)).toMatchObject({ status: 200, remaining });
      const report = await ask(1 - server, '/usage');
      expect([report.remaining, report.body.data.account.remaining]).toEqual([remaining, remaining]);
    }
    for (const [path, status, init] of [
      ['/billing/plans', 200, {}],
      ['/billing/quotes', 200, quote],
      ['/mcp', 200, ping],
      ['/nowhere', 404, {}],
      [FLOW, 403, {}],
    ] as const) {
      expect(await ask(1, path, init)).toMatchObject({ status, remaining: 0 });
    }
  },
);
