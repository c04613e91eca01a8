import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanMonths } from '../../src/core/commerce-terms.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from './alir.ts';
import { BrowserSession, mailsOf, signInByMail } from './browser-session.ts';
import { csv, line, wholeDay, writeTo } from './daily-files.ts';
import { fileName } from './small-market.ts';

export const OPERATOR = 'ani@example.com';
export const BY = { actor: 'operator', reason: 'a test' };
/** The day that is held, its file, and the days before it. */
export const HELD_DAY = '2026-01-30';
export const HELD_FILE = 'DT260130.csv';
const REJECTED_FILE = 'DT260127.csv';
const CORRECTED_DAY = '2026-01-22';
const MISSING_DAY = '2026-01-21';

/** A browser in which an operator is signed in. */
export async function operatorBrowser(alir: TestAlir, mails = mailsOf(alir)): Promise<BrowserSession> {
  await alir.stores.people.addOperator(OPERATOR, BY);
  const browser = new BrowserSession(alir);
  await signInByMail(browser, mails, OPERATOR);
  return browser;
}

/** Accounts with plans, use and orders. @returns the id of each */
export async function customers(alir: TestAlir) {
  const { accounts, administration, billing, clock } = alir.stores;
  const account = async (
    email: string,
    plan: 'free' | 'starter' | 'professional',
    months: PlanMonths = 1,
  ) => {
    const paid = plan === 'free' ? 0 : billing.prices[plan][months];
    return (await accounts.create(email, plan, months, null, paid)).account.account_id;
  };
  const quant = await account('quant@example.com', 'professional', 3);
  const desk = await account('desk@example.com', 'starter');
  const student = await account('student@example.com', 'free');
  await administration.grantDays(desk, 3, BY);
  const order = (account_id: string, plan: 'starter' | 'professional', key: string) =>
    billing.orders.create(account_id, { plan, months: 1 }, { idempotency_key: key });
  const applied = await order(student, 'starter', 'a');
  await billing.payments.confirm(applied.order_id, { payment_reference: 'BCA 0117' }, 'operator ani');
  const pending = await order(desk, 'professional', 'b');
  const short = await order(student, 'professional', 'c');
  await billing.payments.confirm(short.order_id, { amount_idr: 1000 }, 'operator ani');
  const offer = await billing.offers.create(
    quant,
    { units: 500_000, requests_per_minute: 600, keys: 30, price_idr: 2_500_000, days: 45 },
    true,
    new Date(clock.now().getTime() + 5 * 86_400_000),
  );
  return {
    ...{ quant, desk, student },
    orders: { applied: applied.order_id, pending: pending.order_id, short: short.order_id },
    offer_id: offer.offer_id,
  };
}

/** Adds an open and a resolved incident. @returns their ids */
export async function incidents(alir: TestAlir) {
  const { incidents: all } = alir.stores;
  const open = await all.add({ title: 'The day is late', details: 'The file has not arrived.' }, BY);
  const resolved = await all.add({ title: 'Slow responses', details: '' }, BY);
  await all.resolve(resolved.incident_id, BY);
  return { open: open.incident_id, resolved: resolved.incident_id };
}

/** Publishes days, corrects one, and delivers a file that is held and one that is rejected. @param first of the published days */
export async function intake(alir: TestAlir, first: string): Promise<void> {
  const { ingest, calendar, folders } = alir.stores;
  const days = calendar.tradingDays(first, HELD_DAY).filter((day) => day !== MISSING_DAY);
  const rejected = `20${REJECTED_FILE.slice(2, 4)}-${REJECTED_FILE.slice(4, 6)}-${REJECTED_FILE.slice(6, 8)}`;
  const whole = days.filter((day) => day !== rejected);
  await alir.ingestPaths(
    ...(await Promise.all(whole.map((day) => writeTo(alir.outside, fileName(day), wholeDay(day))))),
  );
  if (days.includes(CORRECTED_DAY)) await alir.ingest(fileName(CORRECTED_DAY), wholeDay(CORRECTED_DAY, 200));
  await mkdir(folders.inbox, { recursive: true });
  const held = join(folders.inbox, HELD_FILE);
  await writeFile(held, csv([line({ TRX_DATE: HELD_DAY, TRX_CODE: 1 })]));
  const broken = join(folders.inbox, REJECTED_FILE);
  await writeFile(broken, csv([line({ TRX_DATE: rejected, STK_PRIC: '<script>alert(1)</script>' })]));
  await ingestFiles(ingest, [
    { path: held, command: 'update' },
    { path: broken, command: 'update' },
  ]);
}
