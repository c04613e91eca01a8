import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeStores, openStores } from '../../../src/server/stores.ts';
import { configOf, SetClock } from '../../support/alir.ts';
import { firstLine, runCli, startCli, stop } from '../../support/cli.ts';
import { demoPlace } from '../../support/demo.ts';

test('the demo has measures, and its second start says that its keys are new', async () => {
  const cwd = await demoPlace();
  const data_dir = join(cwd, 'demo-data');
  const stores = await openStores(configOf(data_dir), new SetClock());
  await stores.manifest.forgetMeasures();
  await closeStores(stores);
  for (const folder of ['lake', 'delta']) rmSync(join(data_dir, folder, 'measure_day'), { recursive: true });
  const start = async () => {
    const child = startCli(['demo', '--json'], { cwd, env: { ALIR_PORT: '0' } });
    let notices = '';
    child.stderr?.on('data', (data) => {
      notices += data;
    });
    const { url, api_key } = await firstLine(child);
    return { child, url, api_key, notices: () => notices };
  };
  const first = await start();
  expect(first.notices()).not.toContain('no longer work');
  const newest = join(data_dir, 'lake/measure_day/trade_date=2026-01-30/measure_day.parquet');
  // It computes 39 days in the background.
  await expect.poll(() => existsSync(newest), { timeout: 900_000, interval: 100 }).toBe(true);
  await stop(first.child);
  const second = await start();
  expect(second.notices()).toContain('Its keys are new: the keys of the last start no longer work.');
  const status = async (key: string) =>
    (await fetch(`${second.url}/usage`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await status(first.api_key), await status(second.api_key)]).toEqual([401, 200]);

  // Other commands have the clock of the demo: only the day of the rejected file is missing.
  const printed = await runCli(['status', '--json'], { cwd, data_dir: 'demo-data' });
  expect(printed.stderr).toContain('Its clock says 2026-01-30.');
  expect(printed.json()).toMatchObject([{ gaps: ['2025-12-17'], newest_day: '2026-01-30', unmeasured: [] }]);
  const { json } = await runCli(['doctor', '--json'], { cwd, data_dir: 'demo-data' });
  expect(json()[0].checked_at).toMatch(/^2026-01-30T13:/);
}, 1_200_000);
