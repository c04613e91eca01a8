import { expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { unknownDaysText } from '../../src/operations/data-folder.ts';
import { examineServed, servedGaps } from '../../src/server/doctor.ts';
import { test } from '../support/fixtures.ts';

test('alir doctor of a server says why prices cannot be read', async ({ alir }) => {
  const market = { rows: () => Promise.reject(new Error('the file of 2026-01 is damaged')) };
  const { findings } = await examineServed(alir.stores, {
    unrecorded: async () => [],
    openingGaps: servedGaps(market, alir.clock),
  });
  expect(findings.find(({ item }) => item === 'corporate_actions')).toMatchObject({
    state: 'warning',
    what: 'This could not be checked: the file of 2026-01 is damaged.',
  });
});

test('after the loss of a ledger, a copy of another lake is told to sync', async ({ folder }) => {
  expect(unknownDaysText(dataFolders(folder), 2)).toMatch(/if it is a copy of another lake, run: alir sync$/);
});
