import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import { listRejectedFiles } from '../../../src/cli/rejected.ts';
import { statusCommand } from '../../../src/cli/status.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import { dismissRejected, listRejected } from '../../../src/market/ingest/rejected.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { freshness, statusOf } from '../../../src/operations/status.ts';
import { sourceOf } from '../../../src/server/stores.ts';
import { TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line, wholeDay, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

const WRONG = csv([line({ STK_VOLM: 'x' })]);
const CUT = csv([line(), line()]).slice(0, -20);
const HOUR_MS = 3_600_000;

let alir: TestAlir;
let inbox: string;
let rejected: string;

async function open(environment: NodeJS.ProcessEnv = {}): Promise<void> {
  alir = await TestAlir.open({ environment });
  ({ inbox, rejected } = alir.stores.folders);
  mkdirSync(inbox, { recursive: true });
}

/** Writes a file whose last change lies so far back. */
async function put(folder: string, content: string, minutes_ago = 10): Promise<string> {
  const path = await writeTo(folder, FILE_NAME, content);
  const time = new Date(alir.clock.time.getTime() - minutes_ago * 60_000);
  utimesSync(path, time, time);
  return path;
}

const runUpdate = async () =>
  (await update(alir.stores.ingest, sourceOf(alir.stores), { wait: alir.clock.wait })).map(
    ({ status }) => status,
  );

describe('a rejected file', () => {
  test.each(['ingest', 'update'])('of the inbox is moved by alir %s', async (command) => {
    await open();
    const path = await put(inbox, WRONG);
    if (command === 'ingest') await alir.ingestPaths(path);
    else expect(await runUpdate()).toEqual(['rejected']);
    expect(readdirSync(inbox)).toEqual(['rejected']);
    expect(readdirSync(rejected)).toEqual([FILE_NAME, `${FILE_NAME}.report.txt`]);
    expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(WRONG);
    expect(readFileSync(join(rejected, `${FILE_NAME}.report.txt`), 'utf8')).toContain(
      `publish it: alir ingest ${join(rejected, FILE_NAME)}\n`,
    );
    let status = '';
    const output = { record: (_fields: object, text: string) => (status = text), notice: () => {} };
    await statusCommand(alir.stores, output as never);
    expect(status).toContain(`${path}: line 2: STK_VOLM`);
    expect(status).toContain(`    The file is now at ${join(rejected, FILE_NAME)}\n`);
    await listRejectedFiles(alir.stores, output as never, { json: false });
    expect(status).toContain(`${path}  ${join(rejected, FILE_NAME)}  line 2: STK_VOLM`);
    expect(await runUpdate()).toEqual([]);
  });

  test('of the source folder is moved, also through a link', async ({ folder }) => {
    await open({ ALIR_SOURCE: folder });
    await put(folder, WRONG);
    expect(await runUpdate()).toEqual(['rejected']);
    expect(readdirSync(folder)).toEqual([]);
    symlinkSync(folder, join(alir.outside, 'link'));
    await put(folder, WRONG);
    await alir.ingestPaths(join(alir.outside, 'link', FILE_NAME));
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(WRONG);
  });

  test('of any other folder is copied and not moved', async () => {
    await open();
    mkdirSync(join(inbox, 'sub'));
    for (const folder of [alir.outside, join(inbox, 'sub')]) {
      const path = await put(folder, WRONG);
      await alir.ingestPaths(path);
      expect(readFileSync(path, 'utf8')).toBe(WRONG);
      expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(WRONG);
    }
  });

  test('that is truncated stays for its writer, without a copy, and is moved after an hour', async () => {
    await open();
    const path = await put(inbox, CUT);
    expect(await runUpdate()).toEqual(['rejected']);
    expect(existsSync(path)).toBe(true);
    expect(readdirSync(rejected)).toEqual([`${FILE_NAME}.report.txt`]);
    expect(await runUpdate()).toEqual([]);
    alir.clock.time = new Date(alir.clock.time.getTime() + HOUR_MS);
    expect(await runUpdate()).toEqual(['rejected']);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(join(rejected, FILE_NAME), 'utf8')).toBe(CUT);
    expect(await runUpdate()).toEqual([]);
  });

  test('that was truncated and is completed is published', async () => {
    await open();
    await put(inbox, CUT);
    await runUpdate();
    await put(inbox, wholeDay(DATE), 5);
    expect(await runUpdate()).toEqual(['published']);
  });
});

describe('alir rejected', () => {
  const count = async () =>
    (await freshness(alir.stores.manifest, alir.stores.sources, alir.stores.calendar, alir.clock.now()))
      .rejected_files;

  beforeEach(async () => {
    await open();
    await alir.ingestPaths(await put(inbox, WRONG));
  });

  test('list shows each file with its day, reason, location and report', async () => {
    expect(await listRejected(alir.stores.ingest)).toEqual([
      {
        source: join(inbox, FILE_NAME),
        trade_date: DATE,
        seen_at: '2026-02-02T12:00:00.000Z',
        reason: expect.stringContaining('line 2: STK_VOLM "x"'),
        causes: [
          {
            code: 'cell_volume',
            values: [],
            place: { line: 2, lines: 1, column: 'STK_VOLM', cell: '"x"' },
          },
        ],
        file: join(rejected, FILE_NAME),
        report: join(rejected, `${FILE_NAME}.report.txt`),
      },
    ]);
  });

  test('list shows the file and the report of a downloaded file', async () => {
    const path = await put(alir.outside, WRONG);
    const source = 'https://example.com/files/20260119.csv';
    await ingestFiles(alir.stores.ingest, [
      { path, source, stamp: '', explicit_date: DATE, command: 'update' },
    ]);
    expect((await listRejected(alir.stores.ingest)).find((entry) => entry.source === source)).toMatchObject({
      file: join(rejected, FILE_NAME),
      report: join(rejected, `${FILE_NAME}.report.txt`),
    });
  });

  test.each([
    ['path in the inbox', () => join(inbox, FILE_NAME)],
    ['path in the rejected folder', () => join(rejected, FILE_NAME)],
    ['file name', () => FILE_NAME],
    ['relative path of where it is now', () => relative('.', join(rejected, FILE_NAME))],
    ['day', () => DATE],
  ])(
    'dismiss by %s removes the file from status and metrics, and does not delete it',
    async (_what, name) => {
      expect(await count()).toBe(1);
      expect(await dismissRejected(alir.stores.ingest, [name()])).toMatchObject([
        { source: join(inbox, FILE_NAME) },
      ]);
      expect(await count()).toBe(0);
      expect((await statusOf(alir.stores.ingest)).rejected).toEqual([]);
      expect(await listRejected(alir.stores.ingest)).toEqual([]);
      expect(existsSync(join(rejected, FILE_NAME))).toBe(true);
    },
  );

  test('dismiss refuses a name without a file, and dismisses nothing', async () => {
    await expect(() => dismissRejected(alir.stores.ingest, [FILE_NAME, 'DT260120.csv'])).rejects.toThrow(
      'there is no rejected file with the name DT260120.csv.',
    );
    expect(await count()).toBe(1);
  });

  test('a dismissed file that is rejected again with other content is listed again', async () => {
    await dismissRejected(alir.stores.ingest, [FILE_NAME]);
    await alir.ingestPaths(await put(inbox, WRONG));
    expect(await count()).toBe(0);
    await alir.ingestPaths(await put(inbox, csv([line({ STK_VOLM: 'y' })]), 5));
    expect(await count()).toBe(1);
  });
});
