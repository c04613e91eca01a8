import { expect, test } from 'vitest';
import { LEDGER_TABLE_NAMES } from '../../src/ledger/ledger-tables.ts';
import { SETTINGS, variableOf } from '../../src/server/config.ts';
import { textOf } from '../support/guide.ts';

const PAGE = textOf('docs/data-protection.md');

test('the page about data protection describes each table of the ledger, and no other', () => {
  const entries = PAGE.replaceAll(/\n {2}/g, ' ').matchAll(/^- ((?:`\w+`(?:, )?)+): .+\. Kept: .+\.$/gm);
  const described = [...entries].flatMap(([, tables = '']) => tables.replaceAll('`', '').split(', '));
  expect(described.toSorted()).toEqual([...LEDGER_TABLE_NAMES].toSorted());
});

test('the periods on the page are the defaults of the settings', () => {
  const periods = [...PAGE.matchAll(/`(ALIR_KEEP_\w+)`\s+\((\d+)\)/g)].map(
    ([, name, days]) => `${name} ${days}`,
  );
  expect([...new Set(periods)].toSorted()).toEqual(
    (['keep_notice_days', 'keep_usage_days'] as const).map(
      (name) => `${variableOf(name)} ${SETTINGS[name].fallback}`,
    ),
  );
});
