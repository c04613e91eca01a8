import { expect, vi } from 'vitest';
import { printInvitation } from '../../src/cli/commerce/accounts.ts';
import { printReport } from '../../src/cli/commerce/books.ts';
import { showInvoice } from '../../src/cli/commerce/invoices.ts';
import { testNotice } from '../../src/cli/commerce/notices.ts';
import { printOrder, printOrders } from '../../src/cli/commerce/orders.ts';
import { described } from '../../src/cli/commerce/usage.ts';
import { isMatch, resultText } from '../../src/cli/market/brokers.ts';
import { builtText } from '../../src/cli/market/lake.ts';
import { comparisonsText, reportComparisons } from '../../src/cli/market/official.ts';
import { verificationText } from '../../src/cli/market/verify.ts';
import { isInOrder, statusText } from '../../src/cli/operation/status.ts';
import type { Output } from '../../src/cli/output.ts';
import type { Status } from '../../src/operations/status.ts';
import { test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';

/** What a command prints, and how it ends. */
function printed(run: (out: Output) => boolean): string {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const ok = run({
    record: (fields, text) => print('status' in fields ? `(${fields.status}) ${text}` : text),
    notice: print,
  });
  return [...lines, `exit code ${ok ? 0 : 1}`].join('\n');
}

const many = <Item>(count: number, item: (number: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index + 1));
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`;
const at = (hour: number) => `2026-01-30T${hour}:00:00.000Z`;

const IN_ORDER: Status = {
  ...{ days: 0, first_day: null, newest_day: null, last_update: null },
  ...{ gaps: [], gap_ranges: [], corrections: [], rejected: [], held: [], unfinished: [], unmeasured: [] },
  ...{ has_earlier_measures: false, damaged: [], differing_days: [] },
  ...{ verified_days: 0, regular_verified_days: 0 },
  broker_tables: { equal: 0, exchanged: 0, different: 0, undecided: 1, first: null },
  bytes: { lake: 1_000_000, replaced: 2_000_000, serving: 3_000_000, ledger: 4_000_000 },
};

const damage = {
  ...{ damage_id: 1, file_name: '2026-01.bin', problem: 'a block is damaged', found_at: at(19) },
  ...{ failure: null, rebuilt_at: null },
};
const first = { trade_date: day(19), ticker: 'BBCA', source: 'table.csv' };
const difference = {
  ...{ trade_date: day(19), revision: 1, source: 'official/a.xlsx', checked_at: at(20) },
  ...{ tickers: 800, differing_tickers: 3, differences: 1, patterns: [] as string[] },
};
const file = {
  ...{ source: 'inbox/DT260121.csv', source_name: 'DT260121.csv', seen_at: at(18), trade_date: day(21) },
  reason: 'it is odd',
};
const revision = {
  ...{ trade_date: day(19), trades_rows: 1_234_567, source_name: 'DT260119.csv', ingested_by: 'ani' },
};

const STATUS: Record<string, object> = {
  'no day': {},
  'days with everything in order': {
    ...{ days: 21, first_day: day(1), newest_day: day(29), verified_days: 20, regular_verified_days: 1 },
    last_update: { trade_date: day(29), revision: 2, published_at: at(19) },
    broker_tables: {
      ...{ equal: 2, exchanged: 1, different: 1, undecided: 0 },
      first: { ...first, sides: 'equal' },
    },
    damaged: [{ ...damage, rebuilt_at: at(20) }],
    corrections: [
      { ...revision, revision: 1, state: 'replaced', published_at: at(18), replaced_at: at(19) },
      { ...revision, revision: 2, state: 'published', published_at: at(19), replaced_at: null },
      { ...revision, revision: 3, state: 'unpublished', published_at: null, replaced_at: null },
    ],
  },
  'missing days': {
    ...{ days: 1, first_day: day(1), newest_day: day(1), gaps: [day(2)] },
    gap_ranges: [
      { from: day(2), to: day(2), trading_days: 1 },
      { from: day(5), to: day(9), trading_days: 5 },
    ],
    broker_tables: {
      ...{ equal: 0, exchanged: 1, different: 0, undecided: 0 },
      first: { ...first, sides: 'exchanged' },
    },
  },
  'unfinished publications': { unfinished: many(21, day) },
  'days without measures': { unmeasured: many(2, (number) => ({ trade_date: day(number) })) },
  'measures of another version': { has_earlier_measures: true, unmeasured: [{ trade_date: day(1) }] },
  'rejected files': {
    rejected: [
      { ...file, file: file.source },
      { ...file, file: null },
      ...many(19, () => ({ ...file, file: 'rejected/DT260121.csv' })),
    ],
  },
  'held files': { held: many(2, () => ({ ...file, command: 'alir ingest --confirm a' })) },
  'damaged files': {
    damaged: [{ ...damage, failure: 'The disk is full.' }, damage],
    broker_tables: { ...IN_ORDER.broker_tables, different: 3 },
  },
  'days that differ': {
    differing_days: [difference, { ...difference, differences: 7, patterns: ['swapped', 'part_of_day'] }],
  },
};

const official = {
  ...{ file: 'a.xlsx', trade_date: day(19), revision: 2, sha256: '', verified: true, tickers: 800 },
  ...{ differing_tickers: 0, differences: [], patterns: [], open_not_stated: 0, compared: [] },
  ...{ has_non_regular: true, not_in_file: [], partial: false },
};
const figure = (number: number) => ({ ticker: `T${number}`, figure: 'close', official: null, alir: 1000 });
const OFFICIAL = [
  official,
  { ...official, verified: false, tickers: 1, not_in_file: ['BBCA', 'BBRI'], partial: true },
  { ...official, verified: false, differing_tickers: 1, differences: many(1, figure) },
  { ...official, open_not_stated: 1, has_non_regular: false, not_in_file: ['BRMS-W'] },
  {
    ...{ ...official, verified: false, differing_tickers: 21, differences: many(21, figure) },
    patterns: [{ pattern: 'swapped', text: 'Buyer and seller are swapped', tickers: 20, of: 21 }],
  },
];
const unread = (code: string) => (number: number) => ({ file: '', code, problem: `file ${number} is odd` });
const VERIFICATIONS = {
  'comparisons with the exchange': {
    ...{ results: OFFICIAL, problems: many(7, unread('bad_official_file')) },
    ...{ ignored: many(7, (number) => `${number}.pdf`), not_published: [day(20), day(21), day(22)] },
  },
  'an empty folder': { results: [], problems: [], ignored: [], not_published: [] },
  'files of days that are not published': {
    ...{ results: [official], problems: many(1, unread('no_days')) },
    ...{ ignored: ['a.pdf'], not_published: [] },
  },
};

const broker = {
  ...{ file: 'table.csv', trade_date: day(19), revision: 2, ticker: 'BBCA', market: 'RG', investor: 'all' },
  ...{ brokers: 20, figures: ['buy_value', 'sell_volume'], volume_in_lots: false, sides: 'equal' },
  ...{ differences: [], differences_exchanged: 40, not_in_table: [] },
};
const stated = (number: number) => ({ broker: `B${number}`, figure: 'buy_value', table: number, alir: 1000 });
const BROKERS = {
  'a table by broker that is equal': broker,
  'a table in lots, with some brokers': { ...broker, volume_in_lots: true, not_in_table: ['AK', 'BK'] },
  'an exchanged table': {
    ...broker,
    sides: 'exchanged',
    differences: many(40, stated),
    differences_exchanged: 0,
  },
  'a table that does not decide': { ...broker, sides: 'undecided', differences_exchanged: 0 },
  'another table': { ...broker, sides: 'different', differences: many(22, stated) },
};

const built = { built: [], damaged_days: [], remaining: [], measured: [], repaired: [] };
const BUILT = {
  'a complete lake': built,
  'an interrupted build': {
    ...{ built: [day(1)], measured: [day(1), day(2)], repaired: ['trades/latest'] },
    ...{ damaged_days: [day(3), day(4)], remaining: [day(5), day(6)] },
  },
};

const verified = { days: 2, lake_files: 6, serving_files: 1, rebuilt_months: [], faults: [] };
const VERIFIED = {
  'intact files': verified,
  'rebuilt files': { ...verified, rebuilt_months: ['2026-01', '2026-02'] },
  'damaged files of the lake': {
    ...{ ...verified, rebuilt_months: ['2026-01'] },
    faults: [{ file: 'trades/a.parquet', problem: 'It is damaged.', fix: 'Ingest the day again.' }],
  },
};

const balance = { at_provider_idr: 1000, credit_idr: 2000 };
const report = {
  ...{ from: day(1), to: day(31), closed_until: null, figures: { payments_idr: 5000 } },
  ...{ before: balance, after: { at_provider_idr: 6000, credit_idr: 7000 }, differences: [] },
};
const compared = { compared: 'invoices', account_id: null, order_id: null, booked_idr: 1, stated_idr: 2000 };
const BOOKS = {
  'books that agree': { ...report, closed_until: '2026-02-01' },
  'books that differ': {
    ...report,
    differences: [
      compared,
      { ...compared, account_id: 'acc_1' },
      { ...compared, account_id: 'acc_1', order_id: 'ord_1' },
    ],
  },
};

const email = 'ani@example.com';
const order = {
  ...{ order_id: 'order 1', account_id: 'account 1', kind: 'purchase', plan: 'starter', months: 3 },
  ...{ due_idr: 500_000, state: 'applied', created_at: at(18), reason: null, attention: null },
  ...{ money: { applied: 500_000, held: 0 }, payments: [{ method: 'manual', amount_idr: 500_000 }] },
};
const ORDERS = {
  'an applied order': order,
  'an order that needs a decision': { ...order, attention: 'The provider returned money.' },
  'an offer that was paid twice and not applied': {
    ...{ ...order, plan: 'custom', months: null, state: 'paid_not_applied', reason: 'It was cancelled.' },
    ...{ money: { applied: 0, held: 1_000_000 }, payments: [...order.payments, ...order.payments] },
  },
};

const INVITATIONS = {
  'an invitation by e-mail': { email, link: null },
  'an invitation without a mail server': { email, link: 'https://alir.example.com/invitation' },
  'an invitation that the mail server refused': {
    ...{ email, link: 'https://alir.example.com/invitation', failure: new Error('no such mailbox') },
  },
};
const FORECASTS = {
  'a quota that lasts': { units_per_day: 1234.5, used_up_on: null },
  'a quota that does not last': { units_per_day: 0.25, used_up_on: day(20) },
};

test('the results of commands have the texts and exit codes that were reviewed', async () => {
  const of = <Result>(cases: Record<string, unknown>, text: (result: Result) => string) =>
    Object.entries(cases).map(([name, result]) => `# ${name}\n${text(result as Result)}\n`);
  const texts = [
    ...of(STATUS, (changed: Partial<Status>) => {
      const status = { ...IN_ORDER, ...changed };
      return printed((out) => {
        out.record(status, statusText(status));
        return isInOrder(status);
      });
    }),
    ...of(VERIFICATIONS, comparisonsText),
    ...of(VERIFICATIONS, (verification: Parameters<typeof reportComparisons>[1]) =>
      printed((out) => reportComparisons(out, verification)),
    ),
    ...of(BROKERS, (result: Parameters<typeof resultText>[0]) =>
      printed((out) => {
        out.record(result, resultText(result));
        return isMatch(result);
      }),
    ),
    ...of(BUILT, builtText),
    ...of(VERIFIED, verificationText),
    ...of(INVITATIONS, (made: Parameters<typeof printInvitation>[0]) =>
      printed((out) => {
        printInvitation(made, out);
        return true;
      }),
    ),
    ...of(FORECASTS, described),
    ...of(ORDERS, (each: Parameters<typeof printOrder>[0]) =>
      printed((out) => {
        printOrders([each], out, { json: false });
        printOrder(each, out);
        return true;
      }),
    ),
    ...of(BOOKS, (books: Parameters<typeof printReport>[0]) => printed((out) => printReport(books, out))),
  ];
  await expect(texts.join('\n')).toMatchFileSnapshot('result-texts.txt');
});

test('a test e-mail is sent to the account, or shown without a mail server', async ({ alir }) => {
  const { account } = await alir.stores.accounts.create(newEmail(), 'free', 1, null, 0, 'test');
  const send = vi.fn(async () => {});
  const texts: string[] = [];
  const out = {
    record: (fields: object) => void texts.push(`sent: ${(fields as { sent: boolean }).sent}`),
    notice: (text: string) => void texts.push(text),
  };
  for (const mailer of [{ send }, null])
    await testNotice({ ...alir.stores, mailer: mailer as never }, out, account.account_id);
  expect(send.mock.calls).toEqual([[expect.objectContaining({ to: account.email })]]);
  expect(texts).toEqual([
    ...['sent: true', 'The mail server accepted the e-mail.'],
    ...['sent: false', 'It was not sent: there is no mail server. Set ALIR_SMTP_URL and ALIR_MAIL_FROM.'],
  ]);
});

test('an invoice and a credit note are shown in both languages', async () => {
  const invoice = {
    ...{ kind: 'invoice', number: 'INV-2026-000001', issued_at: at(18), order_id: 'order 1' },
    ...{ invoice_number: null, total_idr: 200_000, tax_idr: 19_820, tax_rate_percent: 11, cause: null },
    buyer: { name: 'PT A', email, tax_id: '01.234.567.8-901.000', address: null },
    lines: [{ plan: 'starter', months: 1, days: 30, quantity: 1, amount_idr: 200_000 }],
    payments: [{ method: 'manual', reference: 'BCA 1', paid_at: at(17), amount_idr: 200_000 }],
  };
  const credit_note = {
    ...{ ...invoice, kind: 'credit_note', number: 'CN-2026-000001', order_id: null },
    ...{ invoice_number: 'INV-2026-000001', buyer: { ...invoice.buyer, name: null, tax_id: null } },
    payments: [{ method: 'credit', reference: null, paid_at: at(19), amount_idr: 1500 }],
  };
  const texts: string[] = [];
  const out = { record: (_fields: object, text: string) => void texts.push(text), notice: () => {} };
  for (const document of [invoice, credit_note]) {
    const invoices = { find: async () => ({ document }) };
    for (const lang of ['en', 'id'] as const)
      await showInvoice({ invoices } as never, out, { number: document.number, lang });
  }
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('invoice-texts.txt');
});
