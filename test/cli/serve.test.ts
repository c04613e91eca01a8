import type { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { CLI, testIo } from '../support/cli.ts';
import { DATE, FILE_NAME, wholeDay, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

test('alir serve publishes the files of the inbox in a process of its own, and stops on SIGTERM', async ({
  data_dir,
}) => {
  const inbox = `${data_dir}/inbox`;
  mkdirSync(inbox, { recursive: true });
  await writeTo(inbox, FILE_NAME, wholeDay(DATE));
  await writeTo(inbox, `${FILE_NAME}.ok`, '');
  const settings = {
    ALIR_DATA_DIR: data_dir,
    ALIR_PORT: '0',
    ALIR_LOG_LEVEL: 'silent',
    ALIR_METRICS_PORT: '0',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { argv } = process;
  process.argv = [process.execPath, CLI];
  const { io, printed } = testIo({ ...settings, ALIR_UPDATE_MINUTES: '1' });
  try {
    const ended = run(['serve'], io);
    await until('the server listens', () => printed.stdout.includes('\n'));
    const { url, metrics_url, msg } = JSON.parse(printed.stdout);
    expect(msg).toBe(`Alir serves ${data_dir} on ${url}`);
    const newest = async () => (await (await fetch(`${url}/health/ready`)).json()) as { newest_day: string };
    await until('the day is published', async () => (await newest()).newest_day === DATE);
    expect(await (await fetch(`${metrics_url}/metrics`)).text()).toMatch(
      /alir_rejected_files 0[\s\S]*alir_held_files 0/,
    );
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    (io as unknown as EventEmitter).emit('SIGTERM');
    expect(await ended).toBe(0);
    for (const closed of [url, metrics_url]) await expect(fetch(closed)).rejects.toThrow('fetch failed');
  } finally {
    process.argv = argv;
    vi.unstubAllEnvs();
  }
});
