import type { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { testIo } from '../support/cli.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

/** Runs a command at a terminal, and presses Ctrl-C when it has shown a text. */
async function interrupted(data_dir: string, shown: RegExp, ...args: string[]) {
  const { io, printed } = testIo({ ALIR_DATA_DIR: data_dir });
  let isSent = false;
  for (const stream of [io.stdout, io.stderr]) {
    const write = stream.write.bind(stream) as (text: string) => boolean;
    Object.assign(stream, {
      isTTY: true,
      write: (text: string) => {
        const written = write(text);
        if (!isSent && shown.test(text)) {
          isSent = true;
          (io as unknown as EventEmitter).emit('SIGINT');
        }
        return written;
      },
    });
  }
  return { code: await run(args, io), ...printed };
}

const DAYS = ['2026-01-19', '2026-01-20', '2026-01-21'];

test('Ctrl-C ends a command after the present file or day, and the command says what is left', async ({
  data_dir,
  outside,
}) => {
  const official = join(outside, 'official');
  await mkdir(official);
  const files: string[] = [];
  for (const day of DAYS) {
    const text = csv([line({ TRX_DATE: day })]);
    files.push(await writeTo(outside, fileName(day), text));
    await writeTo(official, `${day}.json`, summaryJson(exchangeRows(text)));
  }
  const stopping = (what: string) =>
    `Stopping after the current ${what}. Press Ctrl-C again to stop immediately.`;
  const left = 'not ingested. Run the same command again to continue.\n';

  const first = await interrupted(data_dir, /published/, 'ingest', '--confirm', ...files);
  expect(first).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^DT260119\.csv: published [^\n]+\n$/),
  });
  expect(first.stderr).toContain(stopping('file'));
  expect(first.stderr).toContain(`Interrupted: 2 of 3 files ${left}`);
  const second = await interrupted(data_dir, /published/, 'ingest', '--confirm', ...files.slice(1));
  expect(second.stderr).toContain(`Interrupted: 1 file ${left}`);
  expect((await interrupted(data_dir, /never/, 'ingest', '--confirm', ...files)).code).toBe(0);

  const verified = await interrupted(data_dir, /2\/3 days/, 'verify');
  expect(verified).toMatchObject({ code: 1, stdout: '' });
  expect(verified.stderr).toBe(
    '1/3 days\r2/3 days\ralir: Interrupted: 2 of 3 days were verified. Run the command again to verify all of them.\n',
  );
  const compared = await interrupted(data_dir, /1\/3 files/, 'verify', '--official', official);
  expect(compared.stderr).toBe(
    '1/3 files\ralir: Interrupted: 1 of 3 files were compared. Run the command again to compare all of them.\n',
  );
});
