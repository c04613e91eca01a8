import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { Random } from '../src/cli/demo/random.ts';
import { systemClock } from '../src/core/clock.ts';
import { ingestFiles } from '../src/market/ingest/lake-writer.ts';
import { measureUnlessBusy } from '../src/market/ingest/measures.ts';
import { openStores, type Stores } from '../src/server/stores.ts';
import { afterThisTest, configOf, temporaryFolder, UNLIMITED } from '../test/support/alir.ts';
import { startServing } from '../test/support/cli.ts';
import { csv, line, writeTo } from '../test/support/daily-files.ts';
import { tradingDays } from '../test/support/measure-market.ts';
import { newEmail } from '../test/support/new-email.ts';
import fc from '../test/support/properties.ts';
import { screens } from '../test/support/random-screens.ts';
import { fileName } from '../test/support/small-market.ts';
import { until } from '../test/support/until.ts';
import { report } from './support/report.ts';

const ACCOUNTS = 1000;
const SCREENS_EACH = 10;
const TICKERS = 900;
const DAYS = tradingDays(25);
const ALONE_MS = 10_000;
const AT_MOST_S = 60;
const AT_MOST_RATIO = 3;

async function publish({ ingest }: Stores, folder: string, day: string): Promise<void> {
  const random = new Random(day);
  const trades = Array.from({ length: 6 * TICKERS }, (_, place) => {
    const ticker =
      String.fromCharCode(65 + (place % 20), 65 + Math.floor((place % TICKERS) / 20) / 2) + (place % TICKERS);
    const price = 100 + random.below(60);
    return line({
      ...{
        TRX_DATE: day,
        TRX_CODE: place + 1,
        STK_CODE: ticker,
        STK_PRIC: price,
        STK_VOLM: 100 * (1 + random.below(90)),
      },
      ...{ BRK_COD1: `A${place % 9}`, BRK_COD2: `B${place % 7}`, INV_TYP1: random.next() < 0.4 ? 'A' : 'I' },
    });
  });
  const path = await writeTo(folder, fileName(day), csv(trades));
  await ingestFiles(ingest, [{ path, command: 'ingest', confirmed: true }]);
}

/** Sends requests of two kinds one after the other while a condition holds. @returns their times in milliseconds, sorted */
async function timed(
  url: string,
  key: string,
  isOn: () => boolean,
): Promise<Record<'ticker' | 'market', number[]>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: Record<'ticker' | 'market', number[]> = { ticker: [], market: [] };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (let sent = 0; isOn(); sent++) {
    const isMarket = sent % 20 === 0;
    const started = performance.now();
    const path = isMarket
      ? '/market/screen'
      : `/stocks/broker-summary?ticker=AA0&from=${DAYS[sent % 20]}&to=${DAYS[20]}&investor=all`;
    const outgoing = request(`${url}${path}`, { agent, headers, method: isMarket ? 'POST' : 'GET' });
    // Another limit for each request, so that none is answered from the cache.
    outgoing.end(isMarket ? JSON.stringify({ where: { measure: 'change_1d', gt: sent / 1000 } }) : undefined);
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(200);
    await once(response.resume(), 'end');
    times[isMarket ? 'market' : 'ticker'].push(performance.now() - started);
  }
  agent.destroy();
  for (const each of Object.values(times)) each.sort((a, b) => a - b);
  return times;
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

test(`${ACCOUNTS * SCREENS_EACH} saved screens are evaluated after a publication beside requests`, async () => {
  const [data_dir, outside] = [await temporaryFolder(), await temporaryFolder()];
  const stores = await openStores(configOf(data_dir), systemClock);
  afterThisTest(() => stores.ledger.close());
  const { accounts, saved, alerts, ledger } = stores;
  for (const day of DAYS.slice(0, -1)) await publish(stores, outside, day);
  await measureUnlessBusy(stores.ingest, {});
  const contents = fc.sample(screens, ACCOUNTS * SCREENS_EACH);
  for (let place = 0; place < ACCOUNTS; place++) {
    const { account_id } = (await accounts.create(newEmail(), 'custom', 1, UNLIMITED)).account;
    await ledger.transaction(async () => {
      for (const content of contents.slice(place * SCREENS_EACH, (place + 1) * SCREENS_EACH)) {
        const { saved_id } = await saved.create(account_id, { kind: 'screen', name: 'Random', content });
        await alerts.create(account_id, saved_id, null);
      }
    });
  }
  const { api_key } = await accounts.create(newEmail(), 'enterprise', 1, UNLIMITED);
  const { url } = (await startServing(['serve'], { data_dir })).printed;
  const due = async (publication: number) =>
    (await ledger.all('accounts_with_due_alerts', { publication, account_id: '', limit: ACCOUNTS })).length;
  await until('the first members are known', async () => (await due(DAYS.length - 1)) === 0);

  let isOn = true;
  const warm_until_ms = performance.now() + ALONE_MS / 2;
  await timed(url, api_key, () => performance.now() < warm_until_ms);
  const end_ms = performance.now() + ALONE_MS;
  const alone = await timed(url, api_key, () => performance.now() < end_ms);
  await publish(stores, outside, DAYS.at(-1) ?? '');
  await measureUnlessBusy(stores.ingest, {});
  const started = performance.now();
  const beside = timed(url, api_key, () => isOn);
  await until('all screens are evaluated', async () => (await due(DAYS.length)) === 0);
  const seconds = (performance.now() - started) / 1000;
  isOn = false;
  const events = (await ledger.all('events_to_distribute', { limit: ACCOUNTS })).length;
  const during = await beside;
  report(`${ACCOUNTS * SCREENS_EACH} saved screens of ${ACCOUNTS} accounts`, [
    { what: 'evaluated', seconds, 'at most': AT_MOST_S, 'pending events': events },
    ...(['ticker', 'market'] as const).map((kind) => ({
      what: `${kind} requests: ${alone[kind].length} alone, ${during[kind].length} during`,
      'p99 alone ms': percentile(alone[kind], 0.99),
      'p99 during ms': percentile(during[kind], 0.99),
      'max during ms': during[kind].at(-1),
      ratio: percentile(during[kind], 0.99) / percentile(alone[kind], 0.99),
      'at most': AT_MOST_RATIO,
    })),
  ]);
  expect(seconds).toBeLessThan(AT_MOST_S);
});
