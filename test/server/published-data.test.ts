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

test.for(['files', 'check', 'actions', 'through'] as const)(
  'a cached answer has the same %s as its data',
  async (changed) => {
    const versionsOf = (change: Partial<Record<typeof changed, unknown>>) => {
      const { files = 1, check = 1, actions = 1, through } = change;
      const manifest = {
        newestOfficialCheck: () => check,
        knownPublications: () => files,
        measures: () => ({ publications: files }),
      };
      const { datasets } = publishedData(
        {
          manifest,
          serving: { version: () => `${files}` },
          market: { version: () => `${files}` },
          actions: { version: () => actions },
        } as unknown as Parameters<typeof publishedData>[0],
        through as string | undefined,
      );
      return Promise.all(Object.values(datasets).map((each) => each.version()));
    };
    const before = await versionsOf({});
    const after = await versionsOf({ [changed]: changed === 'through' ? DAY : 2 });
    expect(before.filter((version, place) => version === after[place])).toEqual([]);
    expect(await versionsOf({})).toEqual(before);
  },
);
