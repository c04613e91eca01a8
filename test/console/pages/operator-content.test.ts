import { userInfo } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { h, type VNode } from 'preact';
import type { CalendarDay } from '../../../src/api/endpoints/market/market.ts';
import { viewOf } from '../../../src/console/pages/components/view.ts';
import { RequestContext } from '../../../src/console/pages/framework/page-routes.tsx';
import { pageHtml } from '../../../src/console/pages/framework/render.tsx';
import type { OperatorContext } from '../../../src/console/pages/operator/operator-page.tsx';
import type { OperatorServices } from '../../../src/console/pages/operator/operator-services.ts';
import { todayPage } from '../../../src/console/pages/operator/today/today-page.tsx';
import type { Finding } from '../../../src/operations/doctor/doctor.ts';
import { wholeDay } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { BY, intake, operatorBrowser } from '../../support/operator-morning.ts';
import { outlineOf, partOf, seenPages } from '../../support/page-outline.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

test('the morning lists what needs the operator, the worst first', async ({ alir }) => {
  const { see, areReviewed } = seenPages();
  const { clock, stores } = alir;
  const names: Record<string, string> = {};
  const tick = (hours = 1) => {
    clock.time = new Date(clock.time.getTime() + hours * 3_600_000);
    clock.elapsed_ms += 60_000;
  };
  for (const [email, units] of [
    ['a@example.com', 5],
    ['b@example.com', 2],
    ['c@example.com', 10],
  ] as const) {
    tick();
    const { account, api_key } = await stores.accounts.create(email, 'free', 1, null, 0);
    names[email.charAt(0)] = account.account_id;
    const terms = {
      plan: 'custom',
      months: 1,
      own_terms: { units, requests_per_minute: 60, keys: 2 },
      paid_idr: 0,
    } as const;
    await stores.administration.assignPlan(account.account_id, terms, BY);
    for (let call = 0; call < Math.min(units, 9); call++) {
      await fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, {
        headers: { authorization: `Bearer ${api_key}` },
      });
    }
  }
  tick(24 * 25);
  const { account: buyer } = await stores.accounts.create('buyer@example.com', 'free', 1, null, 0);
  names.buyer = buyer.account_id;
  const wanted = { plan: 'starter', months: 1 } as const;
  const keyed = { idempotency_key: 'first' };
  names.first = (await stores.billing.orders.create(buyer.account_id, wanted, keyed)).order_id;
  const finding = (
    item: Finding['item'],
    state: Finding['state'],
    code: Finding['code'],
    values: readonly unknown[],
  ) => ({ item, state, code, values, what: '', fix: '' });
  const causes = [{ code: 'no_trades', values: [] }] as never;
  const day = (
    date: string,
    condition: CalendarDay['condition'],
    more: Partial<CalendarDay> = {},
  ): CalendarDay =>
    ({
      date,
      kind: 'trading_day',
      name: null,
      condition,
      revision: null,
      trades: null,
      value: null,
      published_at: null,
      verified: null,
      verified_markets: null,
      ...more,
    }) as CalendarDay;
  const days = [
    day('2026-02-02', 'missing'),
    day('2026-02-03', 'published', { revision: 1, trades: 5, verified: true }),
    day('2026-02-04', 'missing'),
    day('2026-02-05', 'published', { revision: 2, trades: 7 }),
    day('2026-02-06', null),
  ];
  const services = {
    ...stores,
    intake: {
      publishedDays: async () => ['2026-02-03', '2026-02-05'],
      canCheck: true,
      held: async () => [
        {
          trade_date: '2026-02-05',
          source: '/in/DT260205.csv',
          file: 'DT260205.csv',
          kept_at: null,
          seen_at: '2026-02-27T14:00:00.000Z',
          published: { revision: 2, trades_rows: 7 },
          totals: { file: { trades: 6 } },
          reason: 'no rows',
          causes,
        },
      ],
      rejected: async () => [
        {
          trade_date: '2026-02-04',
          source: '/in/DT260204.csv',
          name: 'DT260204.csv',
          seen_at: '2026-02-27T14:00:00.000Z',
          reason: 'no rows',
          causes,
        },
      ],
    },
    calendarDays: async () => days,
    failures: () => [
      {
        at: new Date('2026-02-28T00:59:00Z'),
        method: 'GET',
        route: null,
        status: 503,
        code: 'overloaded',
        request_id: 'r1',
        account_id: null,
        count: 2,
      },
    ],
    disk: async () => ({
      bytes: { lake: 2e9, replaced: 0, serving: 5e8, inbox: 0, refused: 9000, ledger: 4e6, other: 0 },
      ...{ free_bytes: 2.5e9, size_bytes: 5e9, growth_bytes: 25e6, full_on: '2026-06-07', backup: null },
    }),
    figures: async () => ({
      disk_free_bytes: 2.5e9,
      disk_size_bytes: 5e8,
      disk_until_full_days: 3.9,
      last_backup_s: 1_770_000_000,
      last_update_s: 0,
    }),
    diagnose: async () => ({
      checked_at: '2026-02-28T01:00:00.000Z',
      state: 'problem',
      findings: [
        finding('backup', 'warning', 'backup_never', []),
        finding('orders', 'ok', 'orders_none', []),
        finding('source', 'warning', 'source_never', ['/in', true]),
        finding('missing_days', 'problem', 'days_missing', [1, [], 'DT260204.csv']),
        finding('held_files', 'problem', 'held', [['a.csv'], 'it is short', 'alir ingest --confirm a.csv']),
        finding('rejected_files', 'problem', 'rejected', [['b.csv'], 'it is short', null, null]),
      ],
    }),
  } as unknown as OperatorServices;
  const view = viewOf({ headers: {}, url: '/operator', method: 'GET', server: {} } as FastifyRequest);
  const context = {
    view,
    texts: view.texts.operator,
    outcome: null,
    query: {},
  } as unknown as OperatorContext;
  const page = h(RequestContext.Provider, { value: context }, await todayPage(services, context));
  see('the morning', outlineOf(pageHtml(view, page as VNode), names));
  await areReviewed('operator-today');
});

test('days with a held file, a rejected one and a correction', async ({ alir }) => {
  await intake(alir, '2026-01-26');
  await alir.ingest('DT260128.csv', wholeDay('2026-01-28', 200));
  const { see, areReviewed } = seenPages();
  const browser = await operatorBrowser(alir);
  const html = async (path: string) => (await browser.get(`/operator${path}`)).text();
  const page = async (path: string) => outlineOf(await html(path), { inbox: alir.stores.folders.inbox });
  const list = await page('/days');
  see('days', list.replaceAll(`by ${userInfo().username} |`, 'by USER |'));
  const cells = [
    ...(await html('/days')).matchAll(/<[ia] class="cal-day (\w+)" title="([^"]+)"[^>]*>(\d+)/g),
  ];
  const shown = cells
    .map(([, ...each]) => each.join(' '))
    .filter((each) => !/^(?:earlier|future)/.test(each));
  see(
    'the calendar',
    [cells.length, ...shown].join('\n'),
    partOf(await page('/days?year=2025'), '#', '-- 12'),
  );
  await areReviewed('operator-days');
});
