import { execFileSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { csv, line } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { canRunPython, PYTHON } from '../../support/guide.ts';
import { SMALL_DAYS, smallMarketData } from '../../support/small-market.ts';

/** The last row of each series: its totals since January 1st at the end of the month. */
const READERS = {
  pyarrow: `
import json, sys
import pyarrow as pa
import pyarrow.ipc

for path in sys.argv[2:]:
    with pa.memory_map(path) as file:
        rows = pa.ipc.open_file(file).read_all()
    rows.validate(full=True)
    last = {}
    for row in rows.to_pylist():
        if row["ticker"] == sys.argv[1]:
            last[row["broker"], row["market"], row["investor"]] = row
    for row in last.values():
        print(json.dumps(row, default=str))
`,
  polars: `
import json, sys
import polars as pl

for path in sys.argv[2:]:
    rows = pl.read_ipc(path)
    last = rows.filter(pl.col("ticker") == sys.argv[1]).group_by("broker", "market", "investor", maintain_order=True).last()
    for row in last.rows(named=True):
        print(json.dumps(row, default=str))
`,
};

const SUMS = ['buy_freq', 'sell_freq', 'buy_volume', 'sell_volume', 'buy_value', 'sell_value'] as const;
type Row = Record<(typeof SUMS)[number], number> & { broker: string; code: string };

const test = base.extend('settings', async () => ({ copied_from: await smallMarketData() }));

describe('other readers get the totals of the API from the serving files', () => {
  test.for(Object.entries(READERS))('%s', async ([, code], { alir, skip }) => {
    if (!canRunPython({ code, printed: '' })) skip('Python or a module is missing');
    // A month without a served row, before the first of its year.
    await alir.ingest('DT240105.csv', csv([line({ TRX_DATE: '2024-01-05', TRX_TYPE: 'TN' })]));
    const { folders, manifest } = alir.stores;
    const files = (await manifest.servingFiles()).map(({ file_name }) => `${folders.serving}/${file_name}`);
    expect(files).toHaveLength(3);
    const printed = execFileSync(PYTHON, ['-c', code, 'BBCA', ...files], { encoding: 'utf8' });
    const rows: Row[] = printed
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    const question = {
      ticker: 'BBCA',
      from: SMALL_DAYS[0],
      to: SMALL_DAYS[4],
      investor: 'all',
      market: 'ALL',
    };
    const { body } = await alir.get('/stocks/broker-summary', question);
    expect(body.data).not.toEqual([]);
    for (const row of body.data as Row[]) {
      const ofBroker = rows.filter(({ broker }) => broker === row.code);
      for (const name of SUMS) {
        expect(
          ofBroker.reduce((sum, each) => sum + each[name], 0),
          `${name} of ${row.code}`,
        ).toBe(row[name]);
      }
    }
    expect(new Set(rows.map(({ broker }) => broker)).size).toBe(body.data.length);
  });
});
