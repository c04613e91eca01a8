import { expect, test } from 'vitest';
import { resultPrinter } from '../../src/cli/market/ingest-result.ts';
import type { IngestResult } from '../../src/market/ingest/ingest.ts';

const PUBLISHED: IngestResult = {
  file: 'DT260119.csv',
  trade_date: '2026-01-19',
  status: 'published',
  revision: 1,
  trades: 2,
  duplicates: 0,
  rejected_rows: 0,
  seconds: 1,
  stage_seconds: {},
  warnings: [],
  rejection: null,
  held: null,
};
const WHY = { reasons: ['it is odd'], causes: [] };

test.each<[string, boolean, Partial<IngestResult>]>([
  ['a published file', true, {}],
  ['an unchanged file', true, { status: 'unchanged' }],
  ['a held file', false, { status: 'held', held: { ...WHY, command: 'alir ingest --confirm a' } }],
  ['a rejected file', false, { status: 'rejected', rejection: { ...WHY, report: null } }],
])('after %s, all are published: %s', (_what, areAll, changes) => {
  const printed: string[] = [];
  const { print, areAllPublished } = resultPrinter({
    record: (_fields, text) => void printed.push(text),
    notice: (text) => void printed.push(text),
  });
  print(PUBLISHED);
  print({ ...PUBLISHED, ...changes });
  print(PUBLISHED);
  expect(areAllPublished()).toBe(areAll);
  expect(printed.includes('  it is odd')).toBe(!areAll);
});
