import { EventEmitter, once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { TestAlir } from '../../support/alir.ts';
import { DAY, publish } from '../../support/published-days.ts';
import { until } from '../../support/until.ts';

const CHECK = {
  trade_date: DAY,
  revision: 1,
  source: 'Stock Summary.xlsx',
  tickers: 1,
  differing_tickers: 0,
};
const SAME = { patterns: '', compared: 'freq,volume,value,foreign_buy,foreign_sell,every_ticker' };

test('an answer as of a time has the comparison that stood then, also after the same file is compared again, or another one between', async () => {
  const alir = await TestAlir.open();
  const note = (official_sha256: string, differences: number) =>
    alir.stores.manifest.noteOfficialCheck({ ...CHECK, ...SAME, official_sha256, differences });
  const verifiedAt = async (known_at: string) => {
    alir.clock.elapsed_ms += 60_000;
    const query = { ticker: 'BRMS', market: 'RG', from: DAY, to: DAY, known_at };
    return (await alir.get('/foreign-flow', query)).headers.get('x-data-verified');
  };
  const pass = () => alir.clock.pass(1000);
  await publish(alir, DAY, 1);
  const first = pass();
  expect(await verifiedAt(first)).toBe('0/1');
  // A comparison can be committed just after an answer of its time.
  await note('a'.repeat(64), 0);
  expect(await verifiedAt(first)).toBe('1/1');
  pass();
  await note('a'.repeat(64), 0);
  expect(await verifiedAt(first)).toBe('1/1');
  const second = pass();
  await note('b'.repeat(64), 1);
  expect([await verifiedAt(first), await verifiedAt(second)]).toEqual(['1/1', '0/1']);
  pass();
  await note('a'.repeat(64), 0);
  const third = pass();
  expect([await verifiedAt(first), await verifiedAt(second), await verifiedAt(third)]).toEqual([
    '1/1',
    '0/1',
    '1/1',
  ]);
});

test('an answer as of a time is interrupted when its client leaves', async () => {
  const alir = await TestAlir.open();
  await publish(alir, DAY, 1);
  const [started, ended] = [new EventEmitter(), new EventEmitter()];
  vi.spyOn(DuckConnection.prototype, 'rows').mockImplementationOnce(async () => {
    started.emit('now');
    await once(ended, 'now');
    return [];
  });
  const interrupt = vi.spyOn(DuckConnection.prototype, 'interrupt');
  const isStarted = once(started, 'now');
  const leaving = new AbortController();
  const url = `${await alir.url()}/foreign-flow?ticker=BRMS&from=${DAY}&to=${DAY}&known_at=${alir.clock.now().toISOString()}`;
  const headers = { authorization: `Bearer ${alir.key}` };
  const answer = fetch(url, { headers, signal: leaving.signal }).catch((error) => error.name);
  await isStarted;
  leaving.abort();
  expect(await answer).toBe('AbortError');
  await until('the query is interrupted', () => interrupt.mock.calls.length > 0);
  ended.emit('now');
});
