import { expect, test } from 'vitest';
import { TestAlir } from '../support/alir.ts';
import { FILE_NAME, HEADER } from '../support/daily-files.ts';

test('100,000 lines without cells do not fill the memory', async () => {
  const alir = await TestAlir.open();
  const before = process.memoryUsage().rss;
  const result = await alir.ingest(FILE_NAME, `${HEADER}\n${'x\n'.repeat(100_000)}`);
  expect(result).toMatchObject({ status: 'rejected', rejected_rows: 100_000 });
  expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
});
