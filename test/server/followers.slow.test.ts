import { describe, expect, inject } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, temporaryFolder } from '../support/alir.ts';
import { startServing } from '../support/cli.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { createDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const DAY = '2026-01-19';
const TERMS = { units: 1e6, requests_per_minute: 1e6, keys: 3 };
const FOLLOWERS = 3;

const postgres = inject('postgres_url');

describe.skipIf(postgres === null)('followers without a shared disk, with the accounts in PostgreSQL', () => {
  test('show a day and its correction, whole, and share the units of a key', async () => {
    const ledger_url = await createDatabase(postgres ?? '');
    const env = { ALIR_LEDGER_URL: ledger_url, ALIR_LOG_LEVEL: 'error', ALIR_LAKE_PLANS: 'custom' };
    const first_dir = await temporaryFolder();
    const stores = await openStores(configOf(first_dir, env), systemClock);
    afterThisTest(() => stores.ledger.close());
    const { api_key } = await stores.accounts.create('a@example.com', 'custom', 1, TERMS);
    const first = await startServing(['serve'], { data_dir: first_dir, env });
    const followers = await Promise.all(
      Array.from({ length: FOLLOWERS }, async () => {
        const follow = { ...env, ALIR_FOLLOW_URL: first.printed.url, ALIR_FOLLOW_KEY: api_key };
        return (await startServing(['serve'], { data_dir: await temporaryFolder(), env: follow })).printed
          .url;
      }),
    );
    const headers = { authorization: `Bearer ${api_key}` };
    const answerOf = async (url: string) => {
      const path = `/stocks/broker-summary?ticker=BRMS&from=${DAY}&to=${DAY}&investor=all`;
      return (await (await fetch(`${url}${path}`, { headers })).json()) as { data: { buy_freq: number }[] };
    };
    for (const trades of [2, 5]) {
      const lines = Array.from({ length: trades }, (_, number) =>
        line({ TRX_DATE: DAY, TRX_CODE: number + 1 }),
      );
      const path = await writeTo(await temporaryFolder(), 'DT260119.csv', csv(lines));
      await ingestFiles(stores.ingest, [{ path, command: 'ingest', confirmed: true }]);
      const published_ms = performance.now();
      const shown = followers.map(async (url) => {
        await until('the day is shown', async () => (await answerOf(url)).data[0]?.buy_freq === trades);
        return Math.round(performance.now() - published_ms);
      });
      const seconds = (await Promise.all(shown)).map((ms) => ms / 1000);
      console.log(`followers show a publication after ${seconds.join(', ')} s`);
      const [answer, ...others] = await Promise.all([first.printed.url, ...followers].map(answerOf));
      for (const other of others) expect(other).toEqual(answer);
    }
    const usage = async (url: string) => (await (await fetch(`${url}/usage`, { headers })).json()) as any;
    const used = await Promise.all([first.printed.url, ...followers].map(usage));
    expect(new Set(used.map(({ data }) => data.account.current_usage)).size).toBe(1);
  });
});
