import { expect, test } from 'vitest';
import type * as z from 'zod';
import { newKeyInput, newLinkInput } from '../../../src/api/endpoints/account/accounts.ts';
import { newAlertInput } from '../../../src/api/endpoints/account/alerts.ts';
import { newWebhookInput, telegramCodeInput } from '../../../src/api/endpoints/account/notices.ts';
import { newSavedInput } from '../../../src/api/endpoints/account/saved.ts';
import { OPERATIONS } from '../../../src/api/endpoints/admin/admin.ts';

const long = (characters: number) => 'x'.repeat(characters);
const VALUES = [
  ...[undefined, null, true, 0, 1, -1, 1.5, 3, 6, 100, 101, 168, 169, 3660, 3661, 1e6, 1e6 + 1],
  ...[1e9, 1e9 + 1, 1e10, 1e10 + 1, 1e12, 1e12 + 1, '', ' ', '1', 'true', 'a b', ' a '],
  ...[long(64), long(65), long(200), long(201), long(254), long(255), long(500), long(501)],
  ...['a@example.com', 'A@Example.com', '2026-01', '2026-13', '2026-01-30', '2026-02-30'],
  ...['2026-01-30T19:00:00+07:00', '2026-01-30T19:00:00', '0123456789012345', '010.001-26.00000001'],
  ...['free', 'custom', 'owner', 'keep', 'credit', 'xendit', 'manual', 'day', 'key'],
  ...[['data'], ['data', 'account'], [], ['192.0.2.1'], ['x']],
];

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  if (text.length <= 90) return text;
  return typeof value === 'string' ? `${value.length} characters` : `${text.length} characters of JSON`;
}

const OF_ACCOUNTS = [
  ...[1e15, 1e15 + 1, 'a\nb', long(1000), long(1001), '123456789', '-123', '@channel', '@abcd', 'x@channel'],
  ...[
    'https://hooks.example.com/a?b=1',
    'https://Hooks.Example.com:8443',
    'http://hooks.example.com',
    'https://x',
  ],
  ...['https://user@hooks.example.com', 'https://:p@hooks.example.com', 'https://127.0.0.1', 'https://[::1]'],
  ...[
    'https://example.1',
    'https://localhost',
    'ftp://hooks.example.com',
    `https://a.example.com/${long(478)}`,
  ],
  ...[
    `https://a.example.com/${long(479)}`,
    ['day.published'],
    ['day.published', 'x'],
    ['data', 'data', 'data'],
  ],
  ...[
    Array(20).fill('192.0.2.1'),
    Array(21).fill('192.0.2.1'),
    ['192.0.2.0/24', '2001:db8::/32'],
    ['192.0.2.1/33'],
  ],
  ...[{ broker: 'yp', side: 'buy', value_idr: 1 }, { broker: 'YP', side: 'both', value_idr: 1 }, {}],
  ...[
    { broker: 'YP', side: 'sell', value_idr: 0 },
    { tickers: [], brokers: [] },
    { tickers: ['bbca', 'BBCA'], brokers: [] },
  ],
  ...[{ tickers: [], brokers: ['yp'] }, { where: { measure: 'close', gt: 1 }, limit: 2000 }, { limit: 2001 }],
  ...[200, 201].map((count) => ({ tickers: Array.from({ length: count }, (_, n) => `T${n}`), brokers: [] })),
];

/** What a field accepts, with what it becomes. */
function acceptedBy(schema: z.ZodType, values: readonly unknown[]): string {
  const accepted = values.flatMap((value) => {
    const { success, data } = schema.safeParse(value);
    if (!success) return [];
    const [sent, read] = [shown(value), shown(data)];
    return [sent === read ? sent : `${sent} as ${read}`];
  });
  return accepted.join(', ');
}

/** Which fields accept which values. @param inputs by their names */
function reviewed(inputs: readonly (readonly [string, z.ZodObject])[], values: readonly unknown[]): string {
  const fields = new Map<string, string[]>();
  for (const [input_name, input] of inputs) {
    for (const [name, schema] of Object.entries(input.shape as Record<string, z.ZodType>)) {
      const accepted = acceptedBy(schema, values);
      fields.set(accepted, [...(fields.get(accepted) ?? []), `${input_name} ${name}`]);
    }
  }
  return [...fields].map(([accepted, names]) => `${names.join('\n')}\n  accepts ${accepted}\n`).join('\n');
}

test('each field of an operation accepts the values that were reviewed', async () => {
  const inputs = OPERATIONS.map(({ route, input }) => [route, input] as const);
  await expect(reviewed(inputs, VALUES)).toMatchFileSnapshot('admin-inputs.txt');
});

test('each field that an account sends accepts the values that were reviewed', async () => {
  const inputs = {
    newKeyInput,
    newLinkInput,
    newAlertInput,
    newWebhookInput,
    newSavedInput,
    telegramCodeInput,
  };
  const texts = reviewed(Object.entries(inputs) as never, [...VALUES, ...OF_ACCOUNTS]);
  await expect(texts).toMatchFileSnapshot('account-inputs.txt');
});
