import { mkdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { compareOfficialFolder } from '../../src/operations/official/official.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

/** The day that the exchange states, and a correction with one more trade. */
const FIRST = csv([line({ TRX_CODE: 1 })]);
const CORRECTED = csv([line({ TRX_CODE: 1 }), line({ TRX_CODE: 2 })]);

test('a file of the folder official is compared once for each revision of its day', async ({ alir }) => {
  const { official } = alir.stores.folders;
  await mkdir(official, { recursive: true });
  await writeTo(official, 'summary.json', summaryJson(exchangeRows(FIRST)));
  const compared = async () =>
    (await compareOfficialFolder(alir.stores.ingest)).results.map(({ revision, verified }) => [
      revision,
      verified,
    ]);
  const verified = async () => {
    const query = { ticker: 'BRMS', from: DATE, to: DATE, market: 'RG' };
    return (await alir.get('/foreign-flow', query)).headers.get('x-data-verified');
  };
  for (const [revision, content, isRight] of [
    [1, FIRST, true],
    [2, CORRECTED, false],
  ] as const) {
    await alir.ingest(FILE_NAME, content);
    expect([revision, await verified()]).toEqual([revision, '0/1']);
    expect(await compared()).toEqual([[revision, isRight]]);
    expect(await compared()).toEqual([]);
    expect([revision, await verified()]).toEqual([revision, isRight ? '1/1' : '0/1']);
  }
});
