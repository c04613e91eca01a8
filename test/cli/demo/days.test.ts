import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { publishDemoDays } from '../../../src/cli/demo/demo-days.ts';
import { Market } from '../../../src/cli/demo/market.ts';
import { DELIVERIES } from '../../../src/cli/demo/stories.ts';
import { test } from '../../support/fixtures.ts';
import { dailyFileText, SMALL_PLAN } from '../../support/small-market.ts';

test('the demo publishes each day once, with a missing, a corrected and a held one', async ({ alir }) => {
  const { missing, corrected, held } = DELIVERIES;
  const days = ['2025-12-16', missing.day, corrected.day, held.day];
  const market = new Market({ ...SMALL_PLAN, days, trades_a_day: 1100 });
  const { ingest, manifest } = alir.stores;
  const counts: number[] = [];
  const publish = () => publishDemoDays(ingest, { market, days }, (count) => void counts.push(count));
  const results = await publish();
  expect(results.map(({ trade_date, status }) => [trade_date, status])).toEqual([
    ['2025-12-16', 'published'],
    [missing.day, 'rejected'],
    [corrected.day, 'published'],
    [corrected.day, 'published'],
    [held.day, 'published'],
    [held.day, 'held'],
  ]);
  const [, , first, second] = results;
  expect((first?.trades ?? 0) / (second?.trades ?? 0)).toBeCloseTo(corrected.part, 1);
  const path = join(ingest.folders.inbox, 'DT251216.csv');
  expect(readFileSync(path, 'latin1')).toBe(dailyFileText(market, '2025-12-16'));
  expect(statSync(path).mtime).toEqual(new Date('2025-12-16T19:00:00+07:00'));
  // The next start delivers nothing again, also not the rejected file.
  expect([await publish(), counts]).toEqual([[], [4]]);
  expect(await manifest.allPublishedDays()).toEqual(['2025-12-16', corrected.day, held.day]);
});
