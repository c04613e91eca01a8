import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CorporateActionsFile } from '../../src/server/corporate-actions-file.ts';
import { configOf, SetClock } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

const TEXT = `ex_date,ticker,kind,factor
2026-01-05,BBCA,split,5
2026-01-06,BBRI,split,2
2026-01-07,BBCA,split,2
`;

test('corporate actions are those after a day, through another one', ({ folder }) => {
  const path = join(folder, 'actions.csv');
  writeFileSync(path, TEXT);
  const config = configOf(folder, { ALIR_CORPORATE_ACTIONS: path });
  const actions = new CorporateActionsFile(config, new SetClock(), () => {});
  const days = (after: string, through: string | null) =>
    actions.of('BBCA', after, through).map(({ ex_date }) => ex_date);
  expect(days('2026-01-04', '2026-01-07')).toEqual(['2026-01-05', '2026-01-07']);
  expect(days('2026-01-05', '2026-01-07')).toEqual(['2026-01-07']);
  expect(days('2026-01-04', '2026-01-06')).toEqual(['2026-01-05']);
  expect(days('2026-01-04', null)).toEqual([]);
  expect(actions.tickers('2026-01-04', '2026-01-07')).toEqual(['BBCA', 'BBRI']);
});
