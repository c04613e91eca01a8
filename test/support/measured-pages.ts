import type { TestAlir } from './alir.ts';
import { BrowserSession } from './browser-session.ts';
import { dailyFileOf } from './measure-market.ts';
import { fileName } from './small-market.ts';

/** Publishes days of the market of measures, and computes their measures. */
export async function publishMeasured(alir: TestAlir, days: readonly string[]): Promise<void> {
  for (const [place, day] of days.entries()) await alir.ingest(fileName(day), dailyFileOf(day, place));
  await alir.measure();
}

/** A browser in which a customer of the Professional plan is signed in. */
export async function professionalBrowser(alir: TestAlir): Promise<BrowserSession> {
  await alir.become('professional');
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(alir.key);
  return browser;
}

/** The remaining units of the account. */
export async function remainingUnits(alir: TestAlir): Promise<number> {
  return Number((await alir.get('/usage', {})).headers.get('x-monthly-remaining'));
}
