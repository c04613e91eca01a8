import { expect, test } from 'vitest';
import { measuresAfter } from '../../../src/core/market/measured-days.ts';

test('a file of measures is in force from its publication until that which removes it, with the revision of that time', () => {
  const history = ['a', 'b', 'c'].map((broker_day_sha256, place) => ({
    ...{ trade_date: '2026-02-02', number: place + 1, broker_day_sha256 },
  }));
  const files = [
    { trade_date: '2026-02-02', added_in: 1, removed_in: 3 },
    { trade_date: '2026-02-02', added_in: 3, removed_in: null },
    { trade_date: '2026-02-03', added_in: 1, removed_in: null },
  ];
  const shown = (publications: number) =>
    measuresAfter(publications, history, files).files.map(
      ({ added_in, broker_day_sha256 }) => `${added_in} ${broker_day_sha256}`,
    );
  expect([0, 1, 2, 3].map(shown)).toEqual([[], ['1 a'], ['1 b'], ['3 c']]);
});
