import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { h, type VNode } from 'preact';
import { describe, expect, test } from 'vitest';
import { viewOf } from '../../../src/console/pages/components/view.ts';
import { RequestContext } from '../../../src/console/pages/framework/page-routes.tsx';
import { pageHtml } from '../../../src/console/pages/framework/render.tsx';
import { accountsPage } from '../../../src/console/pages/operator/accounts/accounts-page.tsx';
import { auditPage } from '../../../src/console/pages/operator/audit-page.tsx';
import { daysPage } from '../../../src/console/pages/operator/days/days-page.tsx';
import { incidentsPage } from '../../../src/console/pages/operator/incidents-page.tsx';
import { offersPage } from '../../../src/console/pages/operator/offers-page.tsx';
import type { OperatorContext } from '../../../src/console/pages/operator/operator-page.tsx';
import type { OperatorServices } from '../../../src/console/pages/operator/operator-services.ts';
import { bytesText, wordingOf } from '../../../src/console/pages/operator/operator-texts.ts';
import { ordersPage } from '../../../src/console/pages/operator/orders/orders-page.tsx';
import { todayPage } from '../../../src/console/pages/operator/today/today-page.tsx';
import { OUTLINES, outlineOf } from '../../support/page-outline.ts';

const view = viewOf({ headers: {}, url: '/operator', method: 'GET', server: {} } as FastifyRequest);
const NOW = { now: () => new Date('2026-02-28T01:00:00Z') };
const CAUSES = [{ code: 'no_trades', values: [] }];

/** The lines of a page of the operator with some facts. */
async function linesOf(
  show: (services: OperatorServices, context: OperatorContext) => Promise<VNode>,
  services: object,
  request: Partial<OperatorContext> = {},
): Promise<string[]> {
  const common = {
    view,
    texts: view.texts.operator,
    outcome: null,
    query: {},
    params: {},
    refused: '',
    sent: {},
  };
  const context = { ...common, ...request } as unknown as OperatorContext;
  const page = await show(services as OperatorServices, context);
  return outlineOf(pageHtml(view, h(RequestContext.Provider, { value: context }, page) as VNode)).split('\n');
}

const listOf = <Row>(length: number, row: (place: number) => Row) =>
  Array.from({ length }, (_, place) => row(place));
const day = (date: string, condition: string | null, more: object = {}) => ({
  ...{ date, condition, kind: 'trading_day', name: null, revision: null, trades: null, value: null },
  ...{ published_at: null, verified: null, verified_markets: null, ...more },
});
const account = (place: number, used_percent = 0) => ({
  ...{ account_id: `a${place}`, email: `a${place}@example.com`, plan: 'free', period_end: null, units: 100 },
  ...{ used: used_percent, used_percent, live_keys: 1, last_request_at: null, suspended_at: null },
  ...{ applied_idr: 0, credit_idr: 0, held_idr: 0, owed_idr: 0 },
});
const order = (place: number, state: string) => ({
  ...{ order_id: `${String(place).padStart(8, '0')}-order`, account_id: 'a1', kind: 'purchase', state },
  ...{ plan: 'starter', months: 1, price_idr: 1000, charge_idr: 1000, balance_idr: 0, owed_idr: 0 },
  ...{ created_at: '2026-02-27T12:00:00.000Z', expires_at: '2026-02-28T12:00:00.000Z', reason: 'short' },
});
const held = (place: number, trade_date: string | null, more: object = {}) => ({
  ...{
    trade_date,
    source: `/in/h${place}`,
    file: `h${place}.csv`,
    kept_at: `/kept/h${place}`,
    published: null,
  },
  ...{ seen_at: '2026-02-27T14:00:00.000Z', totals: null, reason: 'x', causes: CAUSES, ...more },
});
const rejected = (place: number, trade_date: string | null) => ({
  ...{ trade_date, source: `/in/r${place}`, name: `r${place}.csv`, reason: 'x', causes: CAUSES },
  ...{ seen_at: '2026-02-27T14:00:00.000Z', beginning: null },
});

describe('a long list', () => {
  test('of accounts has 500, and says how many there are; a bar of 150% is full', async () => {
    const all = listOf(501, (place) => account(place, 150));
    const services = { administration: { overviews: async () => all } };
    const lines = await linesOf(accountsPage, services);
    expect(lines.filter((line) => line.includes('](/operator/accounts/a'))).toHaveLength(500);
    expect(lines[0]).toContain('500 of 501');
    const context = { view, texts: view.texts.operator, outcome: null, query: {}, params: {} } as never;
    const page = await accountsPage(services as never, context);
    const html = pageHtml(view, h(RequestContext.Provider, { value: context }, page) as VNode);
    expect(html).toContain('<rect class="high" width="100" height="4"');
    const none = await linesOf(accountsPage, { administration: { overviews: async () => [] } });
    expect(none.join('\n')).toContain(view.texts.operator.accounts.first_text);
  });

  test('of orders has 300 beside those that wait', async () => {
    const services = {
      accounts: { all: async () => [account(1)] },
      billing: {
        orders: {
          waiting: async () => [order(0, 'pending')],
          all: async () => listOf(302, (place) => order(place, 'applied')),
        },
        refunds: { moneyOf: async () => ({ held: 0 }) },
      },
    };
    const lines = await linesOf(ordersPage, services);
    expect(lines.filter((line) => line.startsWith('[000'))).toHaveLength(1 + 300);
  });

  test('of the audit log has the newest 500, with the kind of a key that is none of the API', async () => {
    const entries = listOf(501, (place) => ({
      ...{
        recorded_at: new Date(Date.UTC(2026, 0, 1, 0, place)).toISOString(),
        actor: 'server',
        reason: null,
      },
      ...{ action: 'key.created', account_id: null, order_id: null },
      details: place === 500 ? '{"kind":"mcp"}' : '{"kind":"api"}',
    }));
    const services = {
      ...{ clock: NOW, accounts: { all: async () => [] }, people: { all: async () => [] } },
      administration: { audit: async () => entries },
    };
    const lines = await linesOf(auditPage, services);
    const rows = lines.filter((line) => line.includes('WIB |'));
    const { actions, kinds, system } = view.texts.operator.audit;
    expect(rows).toHaveLength(500);
    expect(rows[0]).toContain(`1 Jan 2026, 15:20 WIB | ${system} | ${actions['key.created']} (${kinds.mcp})`);
    expect(rows.at(-1)).toContain(`1 Jan 2026, 07:01 WIB | ${system} | ${actions['key.created']} |`);
    expect(lines.join('\n')).toContain('500 of 501');
  });

  test('of incidents begins with the first one', async () => {
    const asked: string[] = [];
    const incidents = {
      async since(time: Date) {
        asked.push(time.toISOString());
        return [];
      },
    };
    await linesOf(incidentsPage, { incidents });
    expect(asked).toEqual(['2025-01-01T00:00:00.000Z']);
  });
});

describe('the days', () => {
  const revision = (place: number, deleted_at: string | null) => ({
    ...{ trade_date: '2026-02-03', revision: place, state: 'replaced', deleted_at, trades_rows: 1 },
    ...{ source_name: 'DT260203.csv', ingested_by: 'x', published_at: null, replaced_at: null },
  });
  const services = {
    clock: NOW,
    people: { all: async () => [] },
    calendarDays: async () => [
      day('2025-12-30', 'missing'),
      day('2026-02-03', 'published'),
      day('2026-02-27', 'future'),
    ],
    intake: {
      last: null as unknown,
      publishedDays: async () => ['2025-12-30', '2026-02-03'],
      held: async () => [held(0, '2026-02-03'), held(1, null, { kept_at: null })],
      rejected: async () => [rejected(0, null), rejected(1, '2026-02-04')],
      corrections: async () => [revision(1, null), revision(2, '2026-02-20T00:00:00.000Z')],
    },
  };

  test('offer the revisions that were replaced and are kept', async () => {
    const lines = await linesOf(daysPage, services);
    expect(lines.filter((line) => line.includes('{choice')).join()).toContain(
      '{choice {2026-02-03 1: 3 Feb 2026: 1}}',
    );
    expect(lines.filter((line) => line.startsWith('3 Feb 2026 |'))).toHaveLength(2);
  });

  test('name each held file where it is, and open the form that was refused', async () => {
    const lines = await linesOf(daysPage, services, { refused: 'dismiss', sent: { source: '/in/r1' } });
    expect(lines.filter((line) => /^\/(kept|in)\//.test(line))).toEqual(['/kept/h0', '/in/h1']);
    expect(
      lines.filter((line) => /#dismiss-\d/.test(line)).map((line) => /#dismiss-\d \+*/.exec(line)?.[0]),
    ).toEqual(['#dismiss-0 +', '#dismiss-1 ++']);
  });

  test('of all years have a part for each year', async () => {
    const lines = await linesOf(daysPage, services, { query: { year: 'all' } });
    expect(lines.filter((line) => line.includes('### 20'))).toEqual(
      ['### 2026', '### 2025'].map((line) => `#year-${line.slice(-4)} ${line}`),
    );
    expect(lines.join('\n')).toContain('(/operator/days?year=all)*');
  });

  test.each([
    [{ ended_at: null }, '!info'],
    [{ result: null, failure: 'the disk is full' }, '!bad'],
    [{ result: { status: 'published', revision: 2, trades: 7 } }, '!ok'],
    [{ result: { status: 'unchanged' } }, '!ok'],
    [{ result: { status: 'rejected', rejection: { causes: CAUSES } } }, '!bad'],
  ])('say what became of a publication: %j', async (last, kind) => {
    const ended = {
      file: 'a.csv',
      started_at: '2026-02-27T14:00:00.000Z',
      ended_at: '2026-02-27T14:01:00.000Z',
    };
    const intake = { ...services.intake, last: { ...ended, result: null, failure: null, ...last } };
    const lines = await linesOf(daysPage, { ...services, intake });
    const notice = lines.find((line) => line.startsWith('!')) ?? '';
    expect(notice.split(' ', 1)).toEqual([kind]);
    expect(notice).toContain('a.csv');
    // A held file is decided after the publication.
    expect(lines.some((line) => line.startsWith('#publish-0'))).toBe(!('ended_at' in last));
  });
});

describe('the morning', () => {
  const finding = (item: string, state: string, code: string) => ({
    item,
    state,
    code,
    values: ['/in', null, '2 Feb 2026', 'refused'],
    what: '',
    fix: '',
  });
  const services = {
    clock: NOW,
    administration: { overviews: async () => [] as object[] },
    billing: {
      orders: { waiting: async () => [] as object[] },
      books: { entries: async () => [] as object[] },
    },
    intake: {
      canCheck: true,
      publishedDays: async () => ['2025-06-02'],
      held: async () => [] as object[],
      rejected: async () => [] as object[],
    },
    calendarDays: async () => [day('2026-02-27', 'published')] as object[],
    failures: () => [],
    disk: async () => undefined,
    figures: async () => undefined,
    diagnose: async (): Promise<unknown> => undefined,
  };

  test('lists what needs the operator, the worst first', async () => {
    const problems = [
      { ...finding('backup', 'warning', 'backup_never'), values: [] },
      { ...finding('orders', 'ok', 'orders_none'), values: [] },
      { ...finding('source', 'warning', 'source_never'), values: ['/in', true] },
      { ...finding('missing_days', 'problem', 'days_missing'), values: [1, [], 'DT260204.csv'] },
      finding('held_files', 'problem', 'held'),
      finding('rejected_files', 'problem', 'rejected'),
    ];
    const ends = { plan: 'custom', period_end: '2026-03-04T12:00:00.000Z' };
    const failure = { method: 'GET', route: null, status: 503, code: 'overloaded', request_id: 'r1' };
    const lines = await linesOf(todayPage, {
      ...services,
      administration: {
        overviews: async ({ ending_days }: { ending_days?: number } = {}) => [
          ...[100, 100, 90, 0].map((percent, place) => ({ ...account(place + 1, percent), ...ends })),
          ...(ending_days === 7 ? [] : [account(5)]),
        ],
      },
      billing: { ...services.billing, orders: { waiting: async () => [order(1, 'pending')] } },
      intake: {
        ...services.intake,
        publishedDays: async () => ['2026-02-03', '2026-02-05'],
        held: async () => [
          held(1, '2026-02-05', {
            published: { revision: 2, trades_rows: 7 },
            totals: { file: { trades: 6 } },
            kept_at: null,
          }),
        ],
        rejected: async () => [rejected(1, '2026-02-04')],
      },
      calendarDays: async () => [
        day('2026-02-02', 'missing'),
        day('2026-02-03', 'published', { revision: 1, trades: 5, verified: true }),
        day('2026-02-04', 'missing'),
        day('2026-02-05', 'published', { revision: 2, trades: 7 }),
        day('2026-02-06', 'missing'),
        day('2026-02-09', 'missing'),
        day('2026-02-10', null),
      ],
      failures: () => [{ ...failure, at: new Date('2026-02-28T00:59:00Z'), account_id: null, count: 2 }],
      disk: async () => ({
        bytes: { lake: 2e9, replaced: 0, serving: 5e8, inbox: 0, refused: 9000, ledger: 4e6, other: 0 },
        ...{ free_bytes: 2.5e9, size_bytes: 5e9, growth_bytes: 25e6, full_on: '2026-06-07', backup: null },
      }),
      figures: async () => ({
        ...{ disk_free_bytes: 2.5e9, disk_size_bytes: 5e8, disk_until_full_days: 3.9 },
        ...{ last_backup_s: 1_770_000_000, last_update_s: 0 },
      }),
      diagnose: async () => ({
        checked_at: '2026-02-28T01:00:00.000Z',
        state: 'problem',
        findings: problems,
      }),
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(OUTLINES, 'operator-today.txt'));
  });

  test('lists six problems of days, ten missing days, five orders to decide, and how many more there are', async () => {
    const missing = listOf(12, (place) => day(`2025-11-${String(place + 3).padStart(2, '0')}`, 'missing'));
    const lines = await linesOf(todayPage, {
      ...services,
      calendarDays: async () => missing,
      billing: {
        ...services.billing,
        orders: {
          waiting: async () => listOf(9, (place) => order(place, place < 2 ? 'pending' : 'paid_not_applied')),
        },
      },
    });
    const problems = lines.filter((line) => line.startsWith('(bad)'));
    expect(problems[0]).toContain('12 trading days');
    expect(problems[0]).toContain(
      '3 Nov 2025, 4 Nov 2025, 5 Nov 2025, 6 Nov 2025, 7 Nov 2025, 8 Nov 2025, 9 Nov 2025, 10 Nov 2025, 11 Nov 2025, 12 Nov 2025, and 2 more.',
    );
    expect(problems.slice(1, 6).every((line) => line.includes('](/operator/orders/'))).toBe(true);
    expect([problems.length, problems[6]]).toEqual([
      7,
      expect.stringContaining(view.texts.operator.today.orders_to_decide('2')),
    ]);
    // The sum of both orders.
    expect(lines.find((line) => line.startsWith('(warn)'))).toContain('Rp2,000 in all');
    const many = await linesOf(todayPage, {
      ...services,
      intake: { ...services.intake, rejected: async () => listOf(9, (place) => rejected(place, null)) },
    });
    const files = many.filter((line) => line.startsWith('(bad)'));
    expect([files.length, files[6]]).toEqual([
      7,
      expect.stringContaining(view.texts.operator.today.days_more('3', false)),
    ]);
  });

  test('has the calendar of five months, the five busiest accounts, and the payments of customers', async () => {
    const source = (from: string) => ({
      source: from,
      target: 'applied',
      amount_idr: 1000,
      plan: 'starter',
      method: 'manual',
      booked_on: '2026-02-01',
    });
    const lines = await linesOf(todayPage, {
      ...services,
      administration: { overviews: async () => listOf(7, (place) => account(place, place * 10)) },
      billing: {
        ...services.billing,
        books: { entries: async () => [source('customer'), source('credit')] },
      },
      calendarDays: async () => [
        day('2025-09-30', 'published'),
        day('2025-10-01', 'published'),
        day('2026-02-27', 'published'),
      ],
      figures: async () => ({
        ...{ disk_free_bytes: 2e9, disk_size_bytes: 5e9, disk_until_full_days: 3.9, last_update_s: 0 },
        ...{ last_backup_s: Number.NaN, replaced_bytes: 3e6 },
      }),
    });
    const text = lines.join('\n');
    expect([text.includes('September 2025'), text.includes('October 2025')]).toEqual([false, true]);
    expect(
      lines.filter((line) => /^\[a\d@example\.com\]/.test(line)).map((line) => line.slice(1, 3)),
    ).toEqual(['a6', 'a5', 'a4', 'a3', 'a2']);
    expect(text).toContain('1 payment');
    expect(text).toContain(view.texts.operator.today.backup_outside);
    expect(text).toContain('3.0 MB');
  });

  test('has one problem for a source whose certificate is not trusted', async () => {
    const findings = [
      finding('certificate', 'problem', 'certificate_distrusted'),
      finding('source', 'problem', 'source_failed'),
    ];
    const state = { checked_at: '2026-02-28T01:00:00.000Z', state: 'problem' };
    const of = async (shown: object[]) =>
      (
        await linesOf(todayPage, { ...services, diagnose: async () => ({ ...state, findings: shown }) })
      ).filter((line) => line.startsWith('(bad)'));
    expect([(await of(findings)).length, (await of(findings.slice(1))).length]).toEqual([1, 1]);
    expect((await of(findings))[0]).toContain(view.texts.operator.today.items.certificate);
    const calm = await linesOf(todayPage, {
      ...services,
      diagnose: async () => ({ ...state, findings: [] }),
    });
    expect(calm.join('\n')).toContain(view.texts.operator.today.nothing);
    expect((await linesOf(todayPage, services)).join('\n')).toContain(view.texts.operator.today.checking);
  });
});

test('an offer that was taken or withdrawn does not become expired', async () => {
  const { states } = view.texts.operator.offers;
  const offers = [
    { taken_by: 'order', withdrawn_at: null },
    { taken_by: null, withdrawn_at: '2026-02-02T00:00:00.000Z' },
    { taken_by: null, withdrawn_at: null },
    { taken_by: null, withdrawn_at: null, expires_at: '2026-02-28T01:00:00.001Z' },
  ].map((state, place) => ({
    ...{ offer_id: `offer ${place}`, account_id: 'a1', days: 30, price_idr: 1000, units: 10, keys: 1 },
    ...{ requests_per_minute: 60, expires_at: '2026-02-28T01:00:00.000Z', series: null, ...state },
  }));
  const lines = await linesOf(offersPage, {
    accounts: { all: async () => [account(1)] },
    billing: { offers: { all: async () => offers } },
    clock: NOW,
  });
  const rows = lines.filter((line) => line.includes('a1@example.com'));
  const found = rows.flatMap((line) => Object.values(states).filter((text) => line.includes(text)));
  expect(found).toEqual([states.open, states.expired, states.withdrawn, states.taken]);
});

describe('the texts of the operator', () => {
  test.each([
    [0, '0.0 kB'],
    [99_900, '99.9 kB'],
    [100_000, '0.1 MB'],
    [999_900_000, '999.9 MB'],
    [1_000_000_000, '1.0 GB'],
    [250e9, '250.0 GB'],
  ])('write %d bytes as %s', (bytes, text) => {
    expect(bytesText(view, bytes)).toBe(text);
  });

  test('name the form and the fields of a command, without those of its path and the reason', () => {
    const { orders, reason } = view.texts.operator;
    const given = new Map([
      [{ name: 'order_id' }, 'x'],
      [{ name: 'amount_idr' }, '5'],
      [{ name: 'reason' }, 'why'],
    ]);
    const operation = { command: 'order refund', route: 'POST /admin/orders/:order_id/refund' };
    const text = wordingOf(view).command(operation as never, given as never);
    expect(text).toContain(orders.refund);
    expect(text).toMatch(/ 5\)$/);
    expect(text).not.toContain(reason);
  });
});
