import { expect } from 'vitest';
import { BrowserSession } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { operatorBrowser } from '../../support/operator-morning.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

const WRONG = [
  ['/account/usage?by=week', 'by must be one of day, key, endpoint'],
  ['/account/usage?range=8', 'range must be one of window, 7, 30, 90'],
  ['/account/usage.csv?by=week', 'by must be one of day, key, endpoint'],
  ['/account/usage.csv?from=x', 'at most 366 days'],
  ['/account/billing?plan=gold', 'plan must be one of starter, professional, advanced'],
  ['/account/billing?plan=starter&months=2', 'months must be one of 1, 3, 6'],
  ['/operator/accounts?near_quota=x', 'near_quota must be a whole number from 0 to 100'],
  ['/operator/accounts?ending_days=-1', 'ending_days must be a whole number from 1 to 3660'],
  ['/operator/days?year=26', 'year must be a year as YYYY'],
  ['/operator/audit?from=2026-02-30', 'from must be a date as YYYY-MM-DD'],
  ['/operator/audit.csv?from=2026-02-02&to=2026-02-01', 'to must not be before from'],
  ['/operator/revenue?to=2026-13', 'to must be a month as YYYY-MM, such as 2026-01'],
  ['/operator/revenue.csv?from=x', 'from must be a month as YYYY-MM, such as 2026-01'],
  ['/operator/revenue/entries.csv?from=2026-02&to=2026-01', 'to must not be before from'],
  ['/docs/a%00b', 'contains a NUL character'],
] as const;

test('a wrong parameter is a page that says what is wrong, also for a file', async ({ alir }) => {
  const visitors = { operator: await operatorBrowser(alir), account: new BrowserSession(alir) };
  await visitors.account.signInWithKey(alir.key);
  for (const [path, problem] of WRONG) {
    alir.clock.elapsed_ms += 60_000;
    const browser = visitors[path.startsWith('/operator') ? 'operator' : 'account'];
    const { status, headers } = await browser.get(path);
    expect([path, status, headers.get('content-type')]).toEqual([path, 400, 'text/html; charset=utf-8']);
    expect(await (await browser.get(path)).text()).toContain(problem);
  }
});
