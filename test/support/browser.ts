import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestAlir } from './alir.ts';
import { afterThisFile, afterThisTest } from './cleanups.ts';
import { someOf } from './size.ts';

/** The path of a Chromium of this machine; undefined without one, so that tests with a browser are skipped. */
export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
if (CHROMIUM === undefined) console.warn('No Chromium on this machine: tests with a browser are skipped.');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Windows in which every page is looked at: width in pixels. */
export const LOOKS = someOf(
  [
    { colorScheme: 'light', width: 1440, locale: 'en' },
    { colorScheme: 'dark', width: 1920, locale: 'en' },
    { colorScheme: 'dark', width: 1440, locale: 'id' },
    { colorScheme: 'light', width: 768, locale: 'id' },
    { colorScheme: 'light', width: 360, locale: 'en' },
    { colorScheme: 'dark', width: 360, locale: 'id' },
  ] as const,
  2,
);

/** A page, with everything that a correct page does not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to another host than the first one, errors and warnings of the console, responses with a status of 400 or more. */
  readonly problems: string[];
}

let running: Promise<Browser> | undefined;

/** The browser of a test file. It closes after the file. */
function browser(): Promise<Browser> {
  if (running) return running;
  const started = chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  running = started;
  afterThisFile(async () => {
    running = undefined;
    await (await started).close();
  });
  return started;
}

/** A page with cookies and a cache of its own, which closes at the end of the test. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await browser()).newContext(options);
  afterThisTest(() => context.close());
  return context.newPage();
}

/** Opens a page, and collects its problems. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const page = await openPage(options);
  const problems: string[] = [];
  let host: string | undefined;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.protocol.startsWith('http')) return;
    host ??= url.host;
    if (url.host !== host) problems.push(`requested ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return { page, problems };
}

/** What axe-core objects to on the page: a rule, and the first element that breaks it. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The policy of the page forbids inline scripts; a script of the debugger is not one.
  await page.evaluate(AXE);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200) + ' ' + nodes[0].failureSummary))`);
}

/** Whether the page is wider than its window, and the elements that make it so. */
export async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const isClipped = (each) => each !== null && (getComputedStyle(each).overflowX !== 'visible' || isClipped(each.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > width + 1 && !isClipped(each.parentElement))
      .map((each) => each.tagName + '.' + each.className).slice(0, 5);
  })()`);
}

/** Lets the limits of pages by address recover until the test file ends: a browser in a test asks faster than a person. */
export function letLimitsRecover({ clock }: TestAlir): void {
  const timer = setInterval(() => {
    clock.elapsed_ms += 1000;
  }, 20);
  afterThisFile(async () => clearInterval(timer));
}

/** Expects that the page is accessible and fits its window. */
export async function expectGoodLook(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  expect([name, await axeViolations(page), await overflowing(page)]).toEqual([name, [], []]);
}

/** Saves a picture of the whole page, if ALIR_TEST_SCREENSHOTS names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const { ALIR_TEST_SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
