import { describe, expect } from 'vitest';
import { temporaryFolder } from '../support/alir.ts';
import { runCli, startServing, stop } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

const run = (data_dir: string, ...args: string[]) => runCli(args, { data_dir });
const GOOD = csv([line(), line()]);

describe('alir status', () => {
  test('reports days, gaps, corrections and rejected files, and exits 1 while a day is missing', async ({
    outside,
    folder: data_dir,
  }) => {
    await run(data_dir, 'account', 'create', '--email', 'a@b.c', '--plan', 'free');
    const empty = await run(data_dir, 'status', '--json');
    expect([empty.code, empty.json()[0]]).toEqual([
      0,
      expect.objectContaining({ days: 0, newest_day: null, gaps: [], last_update: null, rejected: [] }),
    ]);
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, 'DT260119.csv', GOOD));
    await run(
      data_dir,
      'ingest',
      '--confirm',
      await writeTo(outside, 'DT260119.csv', csv([line(), line(), line()])),
    );
    const bad = await writeTo(outside, 'DT260121.csv', 'x\n');
    await run(data_dir, 'ingest', '--confirm', bad);
    const { code, json, stdout } = await run(data_dir, 'status', '--json');
    expect(code).toBe(1);
    const [status] = json();
    expect(status).toMatchObject({ days: 1, first_day: DATE, newest_day: DATE });
    expect(status.gaps.slice(0, 2)).toEqual(['2026-01-20', '2026-01-21']);
    expect(status.rejected).toEqual([
      expect.objectContaining({
        source: bad,
        trade_date: '2026-01-21',
        reason: expect.stringMatching(/TRX_CODE/),
      }),
    ]);
    expect(status.corrections).toMatchObject([
      { trade_date: DATE, revision: 1, state: 'replaced', trades_rows: 2, replaced_at: expect.any(String) },
      { trade_date: DATE, revision: 2, state: 'published', trades_rows: 3, replaced_at: null },
    ]);
    expect(status.corrections[1].ingested_by).toMatch(/^alir ingest by .+/);
    expect(status.corrections[0].replaced_at).toBe(status.corrections[1].published_at);
    expect(status.bytes.lake).toBeGreaterThan(1000);
    expect(stdout).not.toBe('');
    expect((await run(data_dir, 'status')).stdout).toMatch(
      /missing +2026-01-20 to 20\d\d-\d\d-\d\d \(\d+ trading days\)\n/,
    );

    await run(
      data_dir,
      'ingest',
      '--confirm',
      await writeTo(outside, 'DT260121.csv', csv([line({ TRX_DATE: '2026-01-21' })])),
    );
    expect((await run(data_dir, 'status', '--json')).json()[0].rejected).toEqual([]);
  });
});

describe('alir serve', () => {
  test('prints its address, answers, and stops on SIGTERM', async ({ outside, folder: data_dir }) => {
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, GOOD));
    const [{ api_key }] = (
      await run(data_dir, 'account', 'create', '--email', 'a@example.com', '--plan', 'free', '--json')
    ).json();
    const { child, printed } = await startServing(['serve'], { data_dir });
    const response = await fetch(`${printed.url}/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    expect(await response.json()).toMatchObject({ success: true, data: { foreign_buy: 252_000 } });
    expect(await stop(child)).toBe(0);
  });

  test('serves, without a pause, what another process publishes', async ({ outside, folder: data_dir }) => {
    const [{ api_key }] = (
      await run(data_dir, 'account', 'create', '--email', 'a@example.com', '--plan', 'free', '--json')
    ).json();
    const { printed } = await startServing(['serve'], { data_dir });
    const bought = async () => {
      const response = await fetch(`${printed.url}/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`, {
        headers: { authorization: `Bearer ${api_key}` },
      });
      return ((await response.json()) as { data: { foreign_buy: number } }).data.foreign_buy;
    };
    expect(await bought()).toBe(0);
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, GOOD));
    expect(await bought()).toBe(252_000);
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, csv([line()])));
    expect(await bought()).toBe(126_000);
  });

  test('computes the measures of a revert over HTTP in a process of its own', async ({
    outside,
    folder: data_dir,
  }) => {
    for (const text of [GOOD, csv([line()])])
      await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, text));
    const [{ operator_key }] = (await run(data_dir, 'operator', 'create', 'ani', '--json')).json();
    const { printed } = await startServing(['serve'], { data_dir });
    const response = await fetch(`${printed.url}/admin/days/${DATE}/revert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ revision: 1, reason: 'a test' }),
    });
    expect(await response.json()).toMatchObject({ success: true, data: { revision: 3 } });
    await until('the measures are computed', async () => {
      const [status] = (await run(data_dir, 'status', '--json')).json();
      return status.unmeasured.length === 0;
    });
  });

  test('exits 1 with the next step if the port is in use', async ({ folder: data_dir }) => {
    const { printed } = await startServing(['serve'], { data_dir });
    const other = { data_dir: await temporaryFolder(), env: { ALIR_PORT: new URL(printed.url).port } };
    const { code, stderr } = await runCli(['serve'], other);
    expect(code).toBe(1);
    expect(stderr).toContain(
      '(EADDRINUSE): another program listens there. Stop it, or set ALIR_PORT to another port.',
    );
  });

  test('exits 1 with the next step if the data folder is a file', async ({ outside }) => {
    const file = await writeTo(outside, 'file', '');
    const { code, stderr } = await runCli(['serve'], { data_dir: file });
    expect(code).toBe(1);
    expect(stderr).toMatch(/data folder .* cannot be used \(ENOTDIR\)/);
  });
});
