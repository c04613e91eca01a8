import { expect, test } from 'vitest';
import { readStockSummary } from '../../src/operations/official/stock-summary.ts';
import { csv, line } from '../support/daily-files.ts';
import { exchangeRows, summaryCsv, summaryJson } from '../support/stock-summary.ts';

const ROWS = exchangeRows(csv([line()]));

test('a hostile file of many megabytes is refused in a short time', async () => {
  const started = process.cpuUsage();
  const [header] = summaryCsv(ROWS).split('\r\n');
  const nested = `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`;
  for (const text of [
    `${header}\n"${'""'.repeat(4_000_000)}x`,
    `${header}\n${','.repeat(5_000_000)}`,
    '['.repeat(10_000_000),
    summaryJson([{ ...ROWS[0], Volume: '?' }]).replace('"?"', () => nested),
    `"${'x'.repeat(15_000_000)}"\n`,
    `{"data":[${'{},'.repeat(5_000_000)}{}]}`,
    `${summaryCsv(ROWS)}${'x\n'.repeat(7_000_000)}`,
  ]) {
    const error = (await readStockSummary(Buffer.from(text), 'a').catch((thrown) => thrown)) as Error;
    expect(error.message.length).toBeLessThan(400);
  }
  // The time of the processor does not depend on other programs.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(30);
});
