import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { startServer } from '../../src/server/main.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, SetClock, temporaryFolder, UNLIMITED } from '../support/alir.ts';
import { runProcess } from '../support/cli.ts';
import { writeTo } from '../support/daily-files.ts';
import { DATE, QUESTION, version } from '../support/day-versions.ts';
import { test } from '../support/fixtures.ts';
import { someOf } from '../support/size.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { fileName } from '../support/small-market.ts';

const KIB = 1024;
/** From one that takes nothing in to one that is nearly enough: the lack shows at another stage each time. */
const LEFT_KIB = someOf([64, 256, 600, 1000, 1200, 1250, 1300, 1350, 1400, 1450, 1500, 1600], 4);

test('on a disk that is full at each stage of an ingest, the old day is served, the error is reported, and ingest continues with space', async ({
  folder: data_dir,
  skip,
}) => {
  if (!mountSmallDisk(data_dir, 48)) skip('a file system can only be mounted by root');
  const outside = await temporaryFolder();
  const versions = [version('one'), version('two')] as const;
  const ingest = async (which: number) =>
    runProcess(['ingest', '--confirm', await writeTo(outside, fileName(DATE), versions[which]?.text ?? '')], {
      data_dir,
    });
  expect((await ingest(0)).code).toBe(0);

  const stores = await openStores(configOf(data_dir), new SetClock());
  const { api_key } = await stores.accounts.create('a@example.com', 'enterprise', 1, UNLIMITED);
  const server = await startServer(stores);
  afterThisTest(() => server.close());
  const answer = async () => {
    const response = await fetch(`${server.url}/stocks/broker-summary?${new URLSearchParams(QUESTION)}`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    return ((await response.json()) as { data: unknown }).data;
  };
  let published = 0;
  let failures = 0;
  const stages = new Set<string>();
  for (const kib of LEFT_KIB) {
    const makeRoom = await fillDisk(data_dir, kib * KIB);
    const { code, stderr } = await ingest(1 - published);
    const rows = await answer();
    // A published day is served without measures.
    if (code === 0 || stderr.startsWith('The measures could not be computed')) published = 1 - published;
    if (code !== 0) {
      failures += 1;
      expect(stderr).toMatch(/The disk of .+ is full\. .+ Free some space and run the command again/);
      stages.add(readdirSync(stores.folders.staging).join(' ') || 'nothing staged');
      // Where the day was published and its serving file was not, the old one is still served.
      expect(rows).toEqual(versions[published]?.rows);
    }
    await makeRoom();
    const again = await ingest(1 - published);
    expect([again.code, again.stderr]).toEqual([0, '']);
    published = 1 - published;
    expect(await answer()).toEqual(versions[published]?.rows);
    expect(readdirSync(stores.folders.staging)).toEqual([]);
  }
  console.log(
    `${LEFT_KIB.length} full disks: ${failures} failed ingests, staged when they failed: ${[...stages].join(', ')}`,
  );
  expect(failures).toBeGreaterThan(LEFT_KIB.length / 3);
});
