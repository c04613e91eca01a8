import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { removeKept } from '../../../src/market/ingest/gate/held.ts';
import { heldTotals } from '../../../src/market/ingest/gate/held-totals.ts';
import type { DayFacts, TickerFacts } from '../../../src/market/lake/day-facts.ts';
import { writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

test('only the copies of held downloads are deleted, never the files of the operator', async ({ alir }) => {
  const { folders } = alir.stores;
  await mkdir(folders.held, { recursive: true });
  const kept = await writeTo(folders.held, 'DT260119.csv', 'kept');
  const own = await writeTo(alir.outside, 'DT260119.csv', 'own');
  await removeKept(folders, [own, kept, null, undefined]);
  expect([existsSync(own), existsSync(kept)]).toEqual([true, false]);
});

test('a held file is shown beside the medians of the days around, minute by minute', () => {
  const day = (trades: number, volumes: readonly number[], minutes: DayFacts['minutes']) =>
    ({
      ...{ trades, value: trades * 1000, minutes },
      tickers: new Map(volumes.map((volume, n) => [`T${n}`, { volume } as TickerFacts])),
    }) as unknown as DayFacts;
  const around = [
    { trade_date: '2026-01-15', facts: day(10, [100], [[600, 4]]) },
    { trade_date: '2026-01-16', facts: day(40, [100, 300], [[600, 6]]) },
    {
      trade_date: '2026-01-20',
      facts: day(
        20,
        [200],
        [
          [600, 5],
          [1000, 9],
        ],
      ),
    },
  ];
  const file = day(
    30,
    [500, 100],
    [
      [1000, 7],
      [540, 2],
    ],
  );
  expect(heldTotals({ day: file, around })).toEqual({
    file: { trades: 30, value: 30_000, volume: 600, tickers: 2 },
    usual: { trades: 20, value: 20_000, volume: 200, tickers: 1, days: 3 },
    minutes: [
      { minute: 540, file: 2, usual: 0 },
      { minute: 600, file: 0, usual: 5 },
      { minute: 1000, file: 7, usual: 0 },
    ],
  });
  expect(heldTotals({ day: file, around: [] })).toMatchObject({
    usual: null,
    minutes: [
      { minute: 540, file: 2, usual: 0 },
      { minute: 1000, file: 7, usual: 0 },
    ],
  });
});
