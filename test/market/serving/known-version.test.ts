import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataFolders } from '../../../src/core/folders.ts';
import {
  knownVersion,
  type Publication,
  partOf,
  refuseDeleted,
} from '../../../src/market/serving/known-version.ts';
import { linkedLake } from '../../../src/market/serving/linked-lake.ts';
import { MarketDatabase } from '../../../src/market/serving/market-database.ts';
import { placeInRow } from '../../../src/market/serving/months/measure-months.ts';

/** A revision of 2026-01-05, published, and in the answers some seconds later. */
const revisionOf = (revision: number, minute: number, deleted_at: string | null = null): Publication => ({
  trade_date: '2026-01-05',
  trades_sha256: '',
  broker_day_sha256: '',
  ticker_day_sha256: '',
  revision,
  published_at: time(minute, 0),
  served_at: time(minute, 10),
  market_served_at: time(minute, 20),
  deleted_at,
  number: revision,
  measured_at: null,
});

function time(minute: number, second: number): string {
  return new Date(Date.UTC(2026, 0, 5, 12, minute, second)).toISOString();
}

test('the folder of the linked files is deleted at exit, and a time in the future has none', async () => {
  const services = {
    folders: dataFolders('/data'),
    manifest: { history: async () => [], measureFiles: async () => [] },
    clock: { now: () => new Date(time(1, 0)), monotonic_ms: () => 0 },
  };
  const before = process.listeners('exit');
  const { lake } = await linkedLake(services, time(1, 0));
  await mkdir(join(lake, 'trades'));
  const added = process.listeners('exit').filter((listener) => !before.includes(listener));
  for (const listener of added) {
    listener(0);
    process.off('exit', listener);
  }
  expect([added.length, existsSync(lake)]).toEqual([1, false]);
  await expect(linkedLake(services, time(1, 1))).rejects.toThrow(`is in the future: it is ${time(1, 0)}`);
});

describe('the revisions at a time', () => {
  const history = [revisionOf(1, 0), revisionOf(2, 30)];

  test('are those of the files that answered, not those that were published already', () => {
    for (const [second, served, market, lake] of [
      [0, 1, 1, 2],
      [10, 2, 1, 2],
      [20, 2, 2, 2],
    ] as const) {
      const at = time(30, second);
      const parts = (['served_at', 'market_served_at', 'published_at'] as const).map((since) =>
        partOf(history, since, at),
      );
      expect(parts.map(({ revisions: [day] }) => day?.revision)).toEqual([served, market, lake]);
      expect(parts.map(({ publications }) => publications)).toEqual([served, market, lake]);
    }
  });

  test('are sorted by day, and the last day is the newest', async () => {
    const days = ['2026-01-06', '2026-01-07', '2026-01-05', '2026-01-06'];
    const published = days.map((trade_date, n) => ({ ...revisionOf(n + 1, n), trade_date }));
    const { revisions, publications } = partOf(published, 'served_at', time(9, 0));
    expect(revisions.map(({ trade_date, revision }) => `${trade_date} ${revision}`)).toEqual([
      ...['2026-01-05 3', '2026-01-06 4', '2026-01-07 2'],
    ]);
    expect(publications).toBe(4);
    const manifest = {
      knownHistory: () => published,
      officialResultsAt: async () => [],
      measureFiles: async () => [],
    };
    const { serving, market } = await knownVersion(manifest, {} as MarketDatabase, time(9, 0));
    expect(await serving.read(async (snapshot) => snapshot.newestDay())).toBe('2026-01-07');
    expect(await market.days()).toEqual(['2026-01-05', '2026-01-06', '2026-01-07']);
  });

  test('are those of trades from their publication on, those of other rows when they were served', async () => {
    const sources: unknown[] = [];
    const rows = async (_question: string, { revisions }: { revisions: readonly Publication[] }) => {
      sources.push(revisions.map(({ revision }) => revision));
      return [];
    };
    const manifest = {
      knownHistory: () => history,
      officialResultsAt: async () => [
        { trade_date: '2026-01-05', revision: 1, verified: 1, compared: 'freq' },
      ],
      measureFiles: async () => [],
    };
    const known = await knownVersion(manifest, { rows } as unknown as MarketDatabase, time(30, 10));
    const { signal } = new AbortController();
    const range = { from: '2026-01-05', to: '2026-01-05' };
    for (const table of ['trades', 'ticker_rows', 'broker_rows'] as const)
      await known.market.rows('ohlcv', { table, ...range }, () => ({}), signal);
    await known.serving.read(async (snapshot) => snapshot.knowsAny(['BBCA']));
    expect(sources).toEqual([[2], [1], [1], [2]]);
    expect((await known.manifest.servedDays()).map(({ revision, verified }) => [revision, verified])).toEqual(
      [[2, null]],
    );
    const { servedPublications, marketPublications, knownPublications } = known.manifest;
    expect([servedPublications(), marketPublications(), knownPublications()]).toEqual([2, 1, 2]);
  });

  test('have the measures of a stock from the files of each day of the range', async () => {
    const read: unknown[] = [];
    const database = {
      measureRows: async (queryOf: (days: readonly string[]) => { days: readonly string[] }) => {
        read.push(queryOf(['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08']).days);
        return [{ day: 20_459, close: 12 }];
      },
    } as unknown as MarketDatabase;
    const stock = { ticker: 'BBCA', from: '2026-01-06', to: '2026-01-07' };
    const { signal } = new AbortController();
    const [row] = await MarketDatabase.prototype.stockRows.call(database, stock, signal, []);
    expect(read).toEqual([['2026-01-06', '2026-01-07']]);
    expect([row?.[0], row?.[placeInRow('close')], row?.[placeInRow('value')]]).toEqual([
      20_459,
      12,
      Number.NaN,
    ]);
  });

  test('are refused while a deleted one was in any answer, and before the first', () => {
    const vacuumed = [revisionOf(1, 0, time(59, 0)), revisionOf(2, 30)];
    const isRefused = (all: readonly Publication[], at: string) => {
      try {
        refuseDeleted(all, at);
        return false;
      } catch (error) {
        expect(error).toMatchObject({ code: 'version_not_kept' });
        return true;
      }
    };
    expect([isRefused(vacuumed, time(30, 19)), isRefused(vacuumed, time(30, 20))]).toEqual([true, false]);
    const twice = [vacuumed[0], revisionOf(2, 30, time(59, 0)), revisionOf(3, 45)] as Publication[];
    expect([isRefused(twice, time(45, 19)), isRefused(twice, time(45, 20))]).toEqual([true, false]);
    expect([isRefused(history, time(-1, 0)), isRefused(history, time(0, 0))]).toEqual([true, false]);
    expect(isRefused([], time(0, 0))).toBe(false);
  });
});
