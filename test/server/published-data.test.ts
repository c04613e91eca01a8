import { expect, test } from 'vitest';
import { tradingCalendar } from '../../src/core/market/calendar.ts';
import { FIGURES } from '../../src/core/market/official-figures.ts';
import { publishedData } from '../../src/server/published-data.ts';
import { SetClock } from '../support/alir.ts';

const DAY = '2026-01-19';
/** The day as the serving files have it: its first revision equals the figures of the exchange. */
const SERVED = { trade_date: DAY, revision: 1, verified: 1, compared: [...FIGURES, 'every_ticker'].join() };

/** The verified days of an answer from the lake, which has a revision of the day. */
async function verifiedInLake(revision: number): Promise<number | undefined> {
  const manifest = {
    servedDays: async () => [SERVED],
    allPublications: async () => [{ trade_date: DAY, revision }],
    knownPublications: () => revision,
    newestOfficialCheck: () => 1,
  };
  const { datasets } = publishedData({
    manifest,
    serving: {},
    market: {},
    calendar: tradingCalendar('date\n'),
    actions: { version: () => 1, of: () => [] },
    clock: new SetClock(),
  } as unknown as Parameters<typeof publishedData>[0]);
  const { coverage } = await datasets.trades.coverage({ from: DAY, to: DAY, market: 'RG' }, []);
  return coverage.range?.verified;
}

test('a correction that the lake has before the serving files is not verified', async () => {
  expect([await verifiedInLake(1), await verifiedInLake(2)]).toEqual([1, 0]);
});
