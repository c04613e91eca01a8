import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { runCli, startCli, startServing, stop } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';

const run = (data_dir: string, ...args: string[]) => runCli(args, { data_dir });
const GOOD = csv([line(), line()]);

describe('alir ingest', () => {
  test('four processes at the same time publish the same day once', async ({ outside, folder: data_dir }) => {
    const file = await writeTo(outside, FILE_NAME, GOOD);
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => run(data_dir, 'ingest', '--confirm', '--json', file)),
    );
    expect(all.map((one) => one.code)).toEqual([0, 0, 0, 0]);
    expect(all.map((one) => one.json()[0].status).toSorted()).toEqual([
      'published',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect(new Set(all.map((one) => one.json()[0].revision))).toEqual(new Set([1]));
  });
});

describe('alir ingest of many files', () => {
  const days = ['2026-01-21', '2026-01-19', '2026-01-20'];

  const write = async (folder: string) => {
    for (const day of days) await writeTo(folder, fileName(day), csv([line({ TRX_DATE: day })]));
    await writeTo(folder, 'notes.txt', 'not one of them');
  };

  test('a folder means its daily files, in date order, once', async ({ outside, folder: data_dir }) => {
    await write(outside);
    const taken = (await run(data_dir, 'ingest', '--confirm', '--json', outside)).json();
    expect(taken.map((result) => [result.trade_date, result.status])).toEqual(
      days.toSorted().map((day) => [day, 'published']),
    );
    const again = (await run(data_dir, 'ingest', '--confirm', '--json', outside)).json();
    expect(again.map((result) => result.status)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  test('a pattern that the shell did not expand is expanded, and a folder without daily files is refused', async ({
    outside,
    folder: data_dir,
  }) => {
    await write(outside);
    const taken = (await run(data_dir, 'ingest', '--confirm', '--json', `${outside}/DT26012?.*`)).json();
    expect(taken.map((result) => result.trade_date)).toEqual(['2026-01-20', '2026-01-21']);
    const { code, stderr } = await run(data_dir, 'ingest', '--confirm', data_dir);
    expect(code).toBe(2);
    expect(stderr).toMatch(/No daily trade file \(DTyymmdd.csv/);
  });

  test('an interrupted run finishes the current file and serves it; the next run does the rest', async ({
    outside,
    folder: data_dir,
  }) => {
    await write(outside);
    const child = startCli(['ingest', '--confirm', '--json', outside], { data_dir });
    let printed = '';
    child.stdout?.on('data', (data) => {
      if (printed === '') child.kill('SIGINT');
      printed += data;
    });
    const [code] = await once(child, 'close');
    const taken = printed.trim().split('\n').length;
    expect(code).toBe(taken === days.length ? 0 : 1);
    const status = (await run(data_dir, 'status', '--json')).json()[0];
    expect(status.days).toBe(taken);
    expect(status.unfinished).toEqual([]);
    const rest = (await run(data_dir, 'ingest', '--confirm', '--json', outside))
      .json()
      .map((result) => result.status);
    expect(rest.filter((each) => each === 'published')).toHaveLength(days.length - taken);
    expect((await run(data_dir, 'verify', '--json')).json()[0]).toMatchObject({
      ok: true,
      days: 3,
      faults: [],
    });
  });
});

describe('a file that stops before the close', () => {
  test('is held by alir ingest and alir update, listed by alir status, and published with --confirm', async ({
    folder: data_dir,
  }) => {
    const inbox = `${data_dir}/inbox`;
    mkdirSync(inbox, { recursive: true });
    const file = await writeTo(inbox, FILE_NAME, GOOD);
    await writeTo(inbox, `${FILE_NAME}.ok`, '');
    const reason = 'the end is missing: its last regular trade is at 08:58:00, before the close of session 1';
    const command = `alir ingest --confirm ${file}`;

    const byHand = await run(data_dir, 'ingest', '--json', file);
    expect([byHand.code, byHand.json()]).toMatchObject([
      1,
      [
        {
          status: 'held',
          revision: null,
          trades: 0,
          held: { reasons: [reason], causes: [{ code: 'early_end', values: [32_280, 1] }], command },
        },
      ],
    ]);
    const updated = await run(data_dir, 'update');
    expect(updated).toMatchObject({ code: 1, stdout: 'DT260119.csv: held, nothing was published\n' });
    expect(updated.stderr).toBe(`  ${reason}\n  If the file is correct, publish it with: ${command}\n`);
    expect(await run(data_dir, 'update')).toMatchObject({ code: 1, stdout: '' });

    const status = await run(data_dir, 'status', '--json');
    expect(status.code).toBe(1);
    expect(status.json()[0].held).toEqual([
      {
        source: file,
        trade_date: DATE,
        reason,
        causes: [{ code: 'early_end', values: [32_280, 1] }],
        seen_at: expect.any(String),
        command,
      },
    ]);
    expect((await run(data_dir, 'status')).stdout).toContain(`${file}: ${reason}\n    ${command}\n`);
    const serving = await startServing(['serve'], { data_dir });
    expect(await (await fetch(`${serving.printed.url}/metrics`)).text()).toMatch(/^alir_held_files 1$/m);
    await stop(serving.child);

    const confirmed = await run(data_dir, 'ingest', '--confirm', '--json', file);
    expect([confirmed.code, confirmed.json()[0].status]).toEqual([0, 'published']);
    expect((await run(data_dir, 'update')).code).toBe(0);
    expect((await run(data_dir, 'status', '--json')).json()[0].held).toEqual([]);
  });
});
