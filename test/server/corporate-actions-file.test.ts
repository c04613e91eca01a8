import { rmSync, writeFileSync } from 'node:fs';
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

test('a change of the file is noticed within a second, and a wrong file changes nothing', ({ folder }) => {
  const path = join(folder, 'actions.csv');
  writeFileSync(path, TEXT);
  const clock = new SetClock();
  const problems: unknown[] = [];
  const config = configOf(folder, { ALIR_CORPORATE_ACTIONS: path });
  const actions = new CorporateActionsFile(config, clock, (error) => void problems.push(error));
  const read = (elapsed_ms: number) => {
    clock.elapsed_ms += elapsed_ms;
    const version = actions.version();
    return [version, actions.of('BBCA', '2026-01-04', '2026-01-31').length, problems.length];
  };
  writeFileSync(path, `${TEXT}2026-01-08,BBCA,split,3\n`);
  expect([read(999), read(1), read(1000)]).toEqual([
    [1, 2, 0],
    [2, 3, 0],
    [2, 3, 0],
  ]);
  writeFileSync(path, 'wrong');
  expect([read(1000), read(1000)]).toEqual([
    [2, 3, 1],
    [2, 3, 1],
  ]);
  rmSync(path);
  expect(read(1000)).toEqual([2, 3, 2]);
  writeFileSync(path, TEXT);
  expect(read(1000)).toEqual([3, 2, 2]);
});
