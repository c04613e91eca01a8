import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Market } from '../../src/cli/demo/market.ts';
import { startServer } from '../../src/server/main.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, TestAlir, temporaryFolder } from '../support/alir.ts';
import { backedUp, restoreTo } from '../support/backups.ts';
import { FORMATS } from '../support/format-readers.ts';
import { ENDPOINTS, INVESTORS, MARKETS, ORDERS } from '../support/oracle-endpoints.ts';
import fc from '../support/properties.ts';
import { dailyFileText, fileName, SMALL_PLAN } from '../support/small-market.ts';

const DAYS = ['2025-12-29', '2025-12-30', '2026-01-02', '2026-01-05'];
const TICKERS = ['BBCA', 'GOTO', 'GOTOM', 'BRMS-W', 'NONE'];

/** A request, and the form of its answer. */
interface Asked {
  readonly path: string;
  readonly fields: Record<string, unknown>;
  readonly accept: string;
}

const isPost = (path: string) => path.endsWith('/batch');
const batch = (tickers: string[]) => ({ tickers });

const PATHS = [
  ...Object.keys(ENDPOINTS),
  '/stocks/broker-summary/batch',
  '/foreign-flow/batch',
  '/market/calendar',
  '/market/tickers',
  '/market/brokers',
];

const asked = (path: string): fc.Arbitrary<Asked> =>
  fc
    .record({
      range: fc.uniqueArray(fc.constantFrom(...DAYS, '2025-12-27', '2026-01-06'), {
        minLength: 2,
        maxLength: 2,
      }),
      tickers: fc.uniqueArray(fc.constantFrom(...TICKERS), { minLength: 1 }),
      market: fc.constantFrom(...MARKETS),
      investor: fc.constantFrom(...INVESTORS),
      order: fc.constantFrom(...ORDERS),
      accept: fc.constantFrom(...FORMATS),
    })
    .map(({ range, tickers, accept, ...rest }) => {
      const [from, to] = range.toSorted();
      const all: Record<string, unknown> = { ...rest, ticker: tickers[0], top: 3, limit: 3 };
      const takes = ENDPOINTS[path]?.takes ?? (isPost(path) ? ['market'] : []);
      const fields = Object.fromEntries(takes.map((name) => [name, all[name]]));
      const dates = path === '/market/tickers' || path === '/market/brokers' ? {} : { from, to };
      return {
        path: path.replace('{broker}', 'AK'),
        fields: { ...dates, ...fields, ...(isPost(path) ? batch(tickers) : {}) },
        accept,
      };
    });

interface Server {
  readonly url: string;
  readonly key: string;
}

/** Serves a restored backup until the end of the test. */
async function restored(alir: TestAlir): Promise<Server> {
  const folder = join(await temporaryFolder(), 'restored');
  await restoreTo(folder, await backedUp(alir));
  const server = await startServer(await openStores(configOf(folder), alir.clock));
  afterThisTest(() => server.close());
  return { url: server.url, key: alir.key };
}

/** What an answer says: its bytes, and its headers of the data and the cost. */
async function answerTo(server: Server, { path, fields, accept }: Asked, known_at?: string) {
  const sent = known_at === undefined ? fields : { ...fields, known_at };
  const headers_sent = { accept, authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const response = isPost(path)
    ? await fetch(`${server.url}${path}`, {
        method: 'POST',
        body: JSON.stringify(sent),
        headers: headers_sent,
      })
    : await fetch(`${server.url}${path}?${new URLSearchParams(sent as Record<string, string>)}`, {
        headers: headers_sent,
      });
  const headers = [...response.headers].filter(([name]) => /^x-(data|empty|request-cost)/.test(name));
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { path, sent: fields, status: response.status, headers, body };
}

describe('known_at', () => {
  test('returns the bytes and the headers of the answer that was given then, also from a restored backup', async () => {
    const publication = fc.record({
      day: fc.constantFrom(...DAYS),
      seed: fc.nat(1000),
      wait_ms: fc.nat(90_000_000),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(publication, { minLength: 2, maxLength: 5 }),
        fc.tuple(...PATHS.map(asked)),
        async (publications, requests) => {
          const alir = await TestAlir.open();
          const server = { url: await alir.url(), key: alir.key };
          const given = [];
          for (const { day, seed, wait_ms } of publications) {
            const market = new Market({ ...SMALL_PLAN, days: DAYS, trades_a_day: 60, seed: `known ${seed}` });
            await alir.ingest(fileName(day), dailyFileText(market, day));
            alir.clock.pass(wait_ms);
            alir.clock.elapsed_ms += 60_000;
            const known_at = alir.clock.time.toISOString();
            for (const each of requests) given.push({ each, known_at, answer: await answerTo(server, each) });
            alir.clock.pass(1);
          }
          // A ledger in PostgreSQL has backups of its own.
          const servers = alir.stores.ledger.sharesUsage ? [server] : [server, await restored(alir)];
          for (const { each, known_at, answer } of given) {
            expect(answer.status).toBe(200);
            for (const later of servers) expect(await answerTo(later, each, known_at)).toEqual(answer);
          }
        },
      ),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
