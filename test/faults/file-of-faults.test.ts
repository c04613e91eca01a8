import { expect } from 'vitest';
import { FILE_NAME, HEADER } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

test('100,000 lines without cells do not fill the memory', async ({ alir }) => {
  const before = process.memoryUsage().rss;
  const result = await alir.ingest(FILE_NAME, `${HEADER}\n${'x\n'.repeat(100_000)}`);
  expect(result).toMatchObject({ status: 'rejected', rejected_rows: 100_000 });
  expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
});
