import { expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { unknownDaysText } from '../../src/operations/data-folder.ts';
import { noteUpdate } from '../../src/operations/doctor/last-runs.ts';
import { examineDataFolder, examineServed, servedGaps } from '../../src/server/doctor.ts';
import { configOf } from '../support/alir.ts';
import { runCli } from '../support/cli.ts';
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

test('alir doctor checks the certificate of the source, and shows no secret of its address', async ({
  alir,
}) => {
  const ALIR_SOURCE = 'https://files.example.com/{date}?token=hush';
  const checked: string[] = [];
  const readCertificate = async (url: string) => {
    checked.push(url);
    const expires_at = new Date(alir.clock.now().getTime() - 86_400_000);
    return { server: 'files.example.com', expires_at, distrust: null };
  };
  const { data_dir } = alir.stores.config;
  const examine = (environment: object) =>
    examineDataFolder(configOf(data_dir, environment as never), alir.clock, readCertificate as never);
  const stateIn = ({ findings }: Awaited<ReturnType<typeof examine>>) =>
    findings.find(({ item }) => item === 'certificate')?.state;
  const diagnosis = await examine({ ALIR_SOURCE });
  expect([checked, stateIn(diagnosis)]).toEqual([[ALIR_SOURCE], 'problem']);
  expect(JSON.stringify(diagnosis)).not.toContain('hush');
  expect([stateIn(await examine({})), checked.length]).toEqual(['ok', 1]);
});

test('alir doctor of a follower examines the lake that it follows, and its inbox is not updated', async ({
  alir,
}) => {
  const { data_dir } = alir.stores.config;
  const environment = { ALIR_FOLLOW_URL: 'https://first.example.com', ALIR_UPDATE_MINUTES: '0' };
  const end = await noteUpdate(alir.stores.folders, alir.clock);
  await end({ outcome: 'failed', failures: ['the key is revoked'] });
  const update = await runCli(['update'], { data_dir, env: environment });
  expect([update.code, update.stderr]).toEqual([2, expect.stringContaining('is a copy of https://first')]);
  const { findings } = await examineDataFolder(configOf(data_dir, environment), alir.clock, async () => ({
    server: 'first.example.com',
    expires_at: alir.clock.now(),
    distrust: null,
  }));
  const found = (item: string) => findings.find((finding) => finding.item === item);
  expect(found('certificate')).toMatchObject({ state: 'problem' });
  expect(found('source')).toMatchObject({
    code: 'source_failed',
    what: expect.stringMatching(/the key is revoked\. No check of the source https:\/\/first\.example\.com /),
    fix: expect.stringMatching(/alir sync$/),
  });
});
