import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { Market } from '../../src/cli/demo/market.ts';
import { Random } from '../../src/cli/demo/random.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, UNLIMITED } from '../support/alir.ts';
import { runProcess, startServing, stop } from '../support/cli.ts';
import { writeTo } from '../support/daily-files.ts';
import { DAYS } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import { accumulationRows, asJson, READERS, type Row } from '../support/format-readers.ts';
import { counters } from '../support/metering.ts';
import { Oracle } from '../support/oracle.ts';
import { expectRounded } from '../support/rounded.ts';
import { sized } from '../support/size.ts';
import { dailyFileText, fileName, SMALL_PLAN } from '../support/small-market.ts';

const REQUESTS = sized(1_000, 40_000);
/** Each kill is followed by the start of a server, which takes seconds on a busy machine. */
const TIMEOUT_MS = 900_000;
const CLIENTS = 24;
const KILLS = sized(3, 20);
const CORRECTIONS = sized(3, 10);
const MAX_ATTEMPTS = 200;
const RETRY_MS = 50;
/** A call that is cut off has at most this long. */
const MAX_CUT_MS = 10;
const DAY_MS = 86_400_000;

const TICKERS = [...SMALL_PLAN.tickers.map(({ code }) => code), 'NONE'];
const BROKERS = [...SMALL_PLAN.brokers.map(({ code }) => code), 'ZZ'];
const PLACES = [...DAYS, '2025-10-31', '2025-12-31', '2026-01-01', '2026-01-31', '2026-03-02'];
const READER_NAMES = ['JSON', ...Object.keys(READERS)];

/** A request, its cost by docs/limits.md, and its rows as the oracle computes them. */
interface Question {
  readonly path: string;
  readonly body?: object;
  readonly units: number;
  readonly rows: (oracle: Oracle) => readonly Row[];
  /** Percents and averages have fewer digits than those of the oracle. */
  readonly isRounded?: boolean;
  /** The rows of the JSON, if it is not an array of them. */
  readonly ofJson?: (data: any) => Row[];
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random.below(values.length)] as Value;
}

const months = ({ from, to }: { from: string; to: string }) =>
  Math.ceil(((Date.parse(to) - Date.parse(from)) / DAY_MS + 1) / 31);

function questionOf(random: Random): Question {
  const [a, b] = [pick(random, PLACES), pick(random, PLACES)];
  const days = a < b ? { from: a, to: b } : { from: b, to: a };
  const range = { ...days, market: pick(random, ['RG', 'NG', 'ALL']) };
  const side = { ...range, investor: pick(random, ['all', 'f', 'd']) };
  const ticker = pick(random, TICKERS);
  const one = { ticker, ...range };
  const both = { ticker, ...side };
  const tickers = TICKERS.filter(() => random.next() < 0.5);
  const query = (path: string, asked: Readonly<Record<string, string | number>>) =>
    `${path}?${new URLSearchParams(asked as Record<string, string>)}`;
  const byTicker = (rows: (ticker: string) => readonly object[]) =>
    tickers.flatMap((name) => rows(name).map((row) => ({ ticker: name, ...row })));
  const kinds: (() => Question)[] = [
    () => ({
      path: query('/stocks/broker-summary', both),
      units: 1,
      rows: (oracle) => oracle.brokerSummary(both) as unknown as Row[],
    }),
    () => ({
      path: '/stocks/broker-summary/batch',
      body: { tickers, ...side },
      units: tickers.length,
      rows: (oracle) => byTicker((name) => oracle.brokerSummary({ ...side, ticker: name })),
      ofJson: (data) => byTicker((name) => data[name]),
    }),
    () => ({
      path: query('/foreign-flow', one),
      units: 1,
      rows: (oracle) => [oracle.foreignFlow(one)],
      ofJson: (data) => [data],
    }),
    () => ({
      path: '/foreign-flow/batch',
      body: { tickers, ...range },
      units: tickers.length,
      rows: (oracle) => byTicker((name) => [oracle.foreignFlow({ ...range, ticker: name })]),
      ofJson: (data) => byTicker((name) => [data[name]]),
    }),
    () => ({
      path: query('/stocks/broker-summary/daily', both),
      units: months(days),
      rows: (oracle) => oracle.dailyBrokerSummary(both),
    }),
    () => ({
      path: query('/foreign-flow/daily', one),
      units: months(days),
      rows: (oracle) => oracle.dailyForeignFlow(one),
    }),
    () => ({
      path: query('/stocks/ohlcv', one),
      units: months(days),
      rows: (oracle) => oracle.ohlcv(one),
    }),
    () => {
      const top = 1 + random.below(4);
      return {
        path: query('/stocks/broker-inventory', { ...both, top }),
        units: months(days),
        rows: (oracle) => oracle.brokerInventory(both, top),
      };
    },
    () => ({
      path: query('/stocks/accumulation', both),
      units: 1,
      rows: (oracle) => accumulationRows(oracle.accumulation(both)),
      ofJson: accumulationRows,
      isRounded: true,
    }),
    () => {
      const to = new Date(Math.min(Date.parse(days.to), Date.parse(days.from) + 30 * DAY_MS));
      const short = { ...one, to: to.toISOString().slice(0, 10) };
      return {
        path: query('/stocks/counterparties', short),
        units: 5,
        rows: (oracle) => oracle.counterparties(short),
      };
    },
    () => {
      const broker = pick(random, BROKERS);
      return {
        path: query(`/brokers/${broker}/summary`, side),
        units: 5,
        rows: (oracle) => oracle.brokerStocks(broker, side),
      };
    },
    () => ({
      path: query('/brokers/ranking', side),
      units: 5,
      rows: (oracle) => oracle.brokerRanking(side) as unknown as Row[],
    }),
    () => {
      const asked = {
        ...range,
        order: pick(random, ['net', 'buy', 'sell', 'streak']),
        limit: 1 + random.below(6),
      };
      return {
        path: query('/foreign-flow/ranking', asked),
        units: 5,
        rows: (oracle) => oracle.foreignFlowRanking(asked),
        isRounded: true,
      };
    },
  ];
  // Whole-market questions are answered one after another, so they are asked less often.
  return tickers.length === 0
    ? questionOf(random)
    : pick(random, random.next() < 0.9 ? kinds.slice(0, 9) : kinds)();
}

/** A request that is refused: it costs nothing. */
function refusedPath(random: Random): string {
  const range = 'from=2026-01-05&to=2026-01-05';
  return pick(random, [
    `/foreign-flow?ticker=BBCA.JK&${range}`,
    '/foreign-flow?ticker=BBCA&from=2024-12-31&to=2026-01-05',
    '/stocks/broker-summary?ticker=BBCA&from=2026-01-06&to=2026-01-05&investor=all',
    `/stocks/accumulation?ticker=BBCA&${range}&investor=x`,
    `/stocks/counterparties?ticker=BBCA&${range}&surprise=1`,
    `/brokers/ranking?investor=all&from=2026-02-30&to=2026-03-01`,
  ]);
}

test(
  `${REQUESTS.toLocaleString('en')} requests in five formats, with ${KILLS} kills and ${CORRECTIONS} corrections: each answer is right for its publication, and each is charged once`,
  async ({ data_dir, outside }) => {
    const stores = await openStores(configOf(data_dir), systemClock);
    const account = async (name: string) =>
      await stores.accounts.create(`${name}@example.com`, 'enterprise', 1, UNLIMITED);
    /** Requests of the first have an Idempotency-Key, and are repeated until they are answered. */
    const [keyed, plain] = [await account('keyed'), await account('plain')];
    const market = new Market({ ...SMALL_PLAN, days: DAYS, trades_a_day: 120, seed: 'daily' });
    const texts = new Map<string, string>();
    /** By the number of the publication. */
    const oracles: Oracle[] = [new Oracle()];
    const expectDay = (day: string, text: string) => {
      texts.set(day, text);
      oracles.push(Oracle.of(texts.values()));
    };
    for (const day of DAYS) {
      const text = dailyFileText(market, day);
      expectDay(day, text);
      const path = await writeTo(outside, fileName(day), text);
      await ingestFiles(stores.ingest, [{ path, command: 'ingest', confirmed: true }]);
    }
    await stores.ledger.close();

    const start = (): Promise<{ child: ChildProcess; printed: { url: string } }> =>
      startServing(['serve'], { data_dir, env: { ALIR_LOG_LEVEL: 'silent' } });
    let server = await start();
    /** Pending between a kill and the next start. */
    let isUp = Promise.resolve();
    const expected = new Map<string, readonly Row[]>();
    const counts = { answered: 0, refused: 0, repeated: 0, paid: 0, paid_plain: 0, lost_plain: 0 };
    const publications = new Set<number>();

    function check(question: Question, publication: number, rows: readonly Row[], where: string): void {
      const oracle = oracles[publication] ?? expect.fail(`${where}: no publication ${publication}`);
      const name = `${publication} ${question.path} ${JSON.stringify(question.body)}`;
      const right = expected.get(name) ?? question.rows(oracle);
      expected.set(name, right);
      publications.add(publication);
      if (question.isRounded) expectRounded(rows, right);
      else if (!isDeepStrictEqual(rows, right))
        expect(rows, `${where} of publication ${publication}`).toEqual(right);
    }

    async function send(request: number): Promise<void> {
      const random = new Random(`soak ${request}`);
      const isKeyed = random.next() < 0.5;
      const isCut = isKeyed && random.next() < 0.1;
      const is_refused = random.next() < 0.05;
      const question = questionOf(random);
      const path = is_refused ? refusedPath(random) : question.path;
      const reader = pick(random, READER_NAMES);
      const cut_ms = 1 + random.below(MAX_CUT_MS);
      const headers: Record<string, string> = {
        authorization: `Bearer ${(isKeyed ? keyed : plain).api_key}`,
        accept: READERS[reader]?.accept ?? 'application/json',
        ...(isKeyed && { 'idempotency-key': `request ${request}` }),
        ...(question.body && !is_refused && { 'content-type': 'application/json' }),
      };
      const init: RequestInit =
        question.body && !is_refused
          ? { method: 'POST', headers, body: JSON.stringify(question.body) }
          : { headers };
      let last = '';
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        await isUp;
        const signal = isCut && attempt === 0 ? AbortSignal.timeout(cut_ms) : null;
        const answer = await fetch(`${server.printed.url}${path}`, { ...init, signal })
          .then(async (response) => ({ response, bytes: await response.arrayBuffer() }))
          .catch(() => undefined);
        if (answer === undefined) {
          if (!isKeyed && !is_refused) {
            counts.lost_plain += question.units;
            return;
          }
          counts.repeated += 1;
          last = 'no answer';
          if (attempt > 0) await sleep(RETRY_MS);
          continue;
        }
        const { response, bytes } = answer;
        const where = `${reader} ${path} ${init.body ?? ''}`;
        if (response.status === 503) {
          last = Buffer.from(bytes).toString();
          await sleep(RETRY_MS);
          continue;
        }
        if (is_refused) {
          expect([where, response.status, response.headers.get('x-request-cost')]).toEqual([where, 400, '0']);
          counts.refused += 1;
          return;
        }
        expect([where, response.status]).toEqual([where, 200]);
        if (!isKeyed || attempt === 0) {
          expect([where, response.headers.get('x-request-cost')]).toEqual([where, `${question.units}`]);
        }
        const rows =
          reader === 'JSON'
            ? (question.ofJson ?? ((data) => data))(JSON.parse(Buffer.from(bytes).toString()).data)
            : asJson((await READERS[reader]?.read(bytes)) ?? []);
        check(question, Number(response.headers.get('x-data-publication')), rows, where);
        counts.answered += 1;
        if (isKeyed) counts.paid += question.units;
        else counts.paid_plain += question.units;
        return;
      }
      expect.fail(`${path} was not answered in ${MAX_ATTEMPTS} attempts: ${last}`);
    }

    /** Kills and corrections take turns, at even distances. */
    const events = Array.from({ length: KILLS + CORRECTIONS }, (_, index) => ({
      at: ((index + 1) * REQUESTS) / (KILLS + CORRECTIONS + 1),
      isKill: index % 3 !== 1,
    }));
    let next = 0;
    async function disturb(): Promise<void> {
      for (const [index, { at, isKill }] of events.entries()) {
        while (next < at) await sleep(RETRY_MS);
        if (isKill) {
          let goOn = () => {};
          isUp = new Promise((resolve) => {
            goOn = resolve;
          });
          await stop(server.child, 'SIGKILL');
          server = await start();
          goOn();
          continue;
        }
        const day = pick(new Random(`correction ${index}`), DAYS);
        const corrected = new Market({
          ...SMALL_PLAN,
          days: DAYS,
          trades_a_day: 120,
          seed: `correction ${index}`,
        });
        const text = dailyFileText(corrected, day);
        expectDay(day, text);
        const file = await writeTo(outside, fileName(day), text);
        expect((await runProcess(['ingest', '--confirm', file], { data_dir })).code).toBe(0);
      }
    }
    async function client(): Promise<void> {
      while (next < REQUESTS) await send(next++);
    }
    await Promise.all([disturb(), ...Array.from({ length: CLIENTS }, client)]);
    await stop(server.child);

    const ledger_file = `${data_dir}/ledger.sqlite`;
    const ofKeyed = counters(ledger_file, keyed.account.account_id);
    const ofPlain = counters(ledger_file, plain.account.account_id);
    console.log(JSON.stringify({ ...counts, counted: ofKeyed.account, counted_plain: ofPlain.account }));
    expect(ofKeyed).toEqual({ account: counts.paid, keys: counts.paid });
    // Of the others, a kill cuts off some answers.
    expect(ofPlain.account).toBeGreaterThanOrEqual(counts.paid_plain);
    expect(ofPlain.account).toBeLessThanOrEqual(counts.paid_plain + counts.lost_plain);
    expect(counts.answered).toBeGreaterThan(0.9 * REQUESTS);
    expect(counts.refused).toBeGreaterThan(0.03 * REQUESTS);
    expect(publications.size).toBeGreaterThan(CORRECTIONS / 2);
  },
  TIMEOUT_MS,
);
