import type { TestAlir, TestSettings } from './alir.ts';
import { BrowserSession } from './browser-session.ts';
import { dailyFileOf } from './measure-market.ts';
import { fileName } from './small-market.ts';

/** Days of the market of measures, published and measured. */
export function measuredDays(days: readonly string[]): TestSettings {
  return { published: days.map((day, place) => [fileName(day), dailyFileOf(day, place)]), measured: true };
}

/** A browser in which a customer of the Professional plan is signed in. */
export async function professionalBrowser(alir: TestAlir): Promise<BrowserSession> {
  await alir.become('professional');
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(alir.key);
  return browser;
}

export async function remainingUnits(alir: TestAlir): Promise<number> {
  return Number((await alir.get('/usage', {})).headers.get('x-monthly-remaining'));
}
