import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { DamageWatch } from '../../../src/market/ingest/damage-watch.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { afterThisTest } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

const OTHER_DATE = '2026-01-20';
const NEXT_REVISION = 'the trades of revision 2';

test('a file of a revision that is being published is not damaged, and another file is', async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line()]));
  await alir.ingest('DT260120.csv', csv([line({ TRX_DATE: OTHER_DATE })]));
  const { manifest, folders } = alir.stores;
  const published = await manifest.published(DATE);
  if (!published) return expect.unreachable('The day is not published');
  const trades_sha256 = createHash('sha256').update(NEXT_REVISION).digest('hex');
  await manifest.intend({ ...published, trades_sha256 }, 2);
  const lake = new Lake(folders);
  const [replaced, damaged] = [lake.file('trades', DATE), lake.file('trades', OTHER_DATE)];
  await writeFile(replaced, NEXT_REVISION);
  await writeFile(damaged, NEXT_REVISION);

  const found: string[] = [];
  const watch = new DamageWatch(alir.stores.ingest, {
    onDamage: ({ file_name }) => found.push(file_name),
    onRepaired: () => {},
    onDamagedMarketFile: () => {},
  });
  afterThisTest(() => watch.close());
  // Both are read in the first inspection.
  watch.doubt(replaced);
  watch.doubt(damaged);
  await watch.start();
  await expect.poll(() => found.length).toBeGreaterThan(0);
  await expect(watch.check()).rejects.toMatchObject({
    code: 'not_ready',
    message: `the lake files of ${OTHER_DATE} (trades) are damaged`,
  });
});
