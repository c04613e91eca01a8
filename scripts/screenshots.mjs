// Takes a picture of every page of the demo, in both themes, on a desktop and on a phone:
//
//     npm run screenshots            into screenshots/, tall pages in parts
//     npm run screenshots -- home market       only these pages
//     npm run screenshots -- --docs  only those of the guides, into docs/images/
//     npm run screenshots -- --lang=id  in Indonesian
//
// Needs Chromium and a build. The demo gets a folder of its own.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const PAGES = {
  home: '/',
  pricing: '/pricing?months=3',
  docs: '/docs',
  guide: '/docs/caller',
  search: '/docs?q=quota',
  reference: '/docs/reference',
  request: '/docs/reference/get_accumulation',
  error: '/no-such-page',
  status: '/status',
  'status-2025': '/status?year=2025',
  explore: '/explore/BBCA',
  'explore-accumulation': '/explore/MEDC',
  'explore-suspended': '/explore/COIN',
  'explore-missing': '/explore/BBRI?from=2025-12-01&to=2026-01-30',
  broker: '/brokers/AK',
  market: '/market',
  news: '/market/news',
  usage: '/account/usage',
  keys: '/account/keys',
  billing: '/account/billing',
  quote: '/account/billing?plan=professional&months=1',
  people: '/account/people',
  webhooks: '/account/webhooks',
  mcp: '/account/mcp',
  operator: '/operator',
  days: '/operator/days',
  accounts: '/operator/accounts',
  orders: '/operator/orders',
  offers: '/operator/offers',
  revenue: '/operator/revenue',
  incidents: '/operator/incidents',
  audit: '/operator/audit',
};
const DOCS = ['explore', 'market', 'usage', 'operator'];
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } };
/** A taller picture is hard to look at, so it is cut into parts. */
const MAX_HEIGHT = 1500;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Buttons that load or open a part of a page. */
const CLICKS = {
  explore: ['#counterparties .idle button'],
  market: ['#broker-ranking .idle button'],
  broker: ['#book footer .link >> nth=0'],
  days: ['.action > summary'],
};
/** Pages whose addresses are found on other pages: the link to follow. */
const FOLLOWED = {
  invoice: ['/account/billing', 'a[href*="/invoices/"]'],
  account: ['/operator/accounts', 'tbody th a'],
  order: ['/operator/orders', 'tbody th a'],
};

const args = process.argv.slice(2);
const forDocs = args.includes('--docs');
const language = args.find((arg) => arg.startsWith('--lang='))?.slice('--lang='.length) ?? 'en';
const named = args.filter((arg) => !arg.startsWith('--'));
const out = resolve(forDocs ? 'docs/images' : 'screenshots');
const executablePath = BROWSERS.find(existsSync);
if (!executablePath) throw new Error(`Install Chromium: none of ${BROWSERS.join(', ')} exists.`);
mkdirSync(out, { recursive: true });

const cwd = mkdtempSync(join(tmpdir(), 'alir-screenshots-'));
const demo = spawn(process.execPath, [resolve('dist/cli.js'), 'demo', '--json'], {
  cwd,
  env: { ...process.env, ALIR_PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, sign_in_url } = await firstLine(demo.stdout);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}/?lang=${language}`);
  await shoot(page, 'sign-in', `${url}/sign-in`);
  await shoot(page, 'visitor', url);
  await page.goto(sign_in_url);
  await page.locator('main form button').click();
  await page.waitForURL('**/explore/**');
  for (const [name, path] of Object.entries(PAGES)) await shoot(page, name, url + path);
  for (const [name, [path, link]] of Object.entries(FOLLOWED)) {
    await page.goto(url + path);
    await shoot(page, name, url + (await page.locator(link).first().getAttribute('href')));
  }
  await shootNewKey(page, url);
  await browser.close();
} finally {
  demo.kill();
  await new Promise((done) => demo.once('exit', done));
  rmSync(cwd, { recursive: true });
}

async function shoot(page, name, address) {
  if (forDocs ? !DOCS.includes(name) : named.length > 0 && !named.includes(name)) return;
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      if (forDocs && (size !== 'desktop' || colorScheme !== 'light')) continue;
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto(address, { waitUntil: 'networkidle' });
      for (const selector of forDocs ? [] : (CLICKS[name] ?? [])) {
        await page.locator(selector).first().click();
        await page.waitForLoadState('networkidle');
        await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      }
      await page.evaluate(() => scrollTo(0, 0));
      if (forDocs) {
        await nameFolder(page);
        await page.screenshot({ path: `${out}/${name}.png` });
      } else await save(page, `${name}-${size}-${colorScheme}`);
      await checkWidth(page, name, viewport.width);
    }
  }
}

/** Names the folder of the demo as an operator would have it, instead of the temporary one. */
async function nameFolder(page) {
  await page.evaluate((folder) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      node.data = node.data.replaceAll(folder, '/srv/alir');
    }
  }, cwd);
}

/** Saves the whole page as NAME.png, or a tall one as NAME-1.png, NAME-2.png and so on. */
async function save(page, name) {
  const { width, height } = await page.evaluate(() => {
    const { clientWidth, scrollHeight } = document.documentElement;
    return { width: clientWidth, height: scrollHeight };
  });
  const parts = Math.ceil(height / MAX_HEIGHT);
  const isOld = (file) => file.startsWith(`${name}-`) || file === `${name}.png`;
  for (const file of readdirSync(out).filter(isOld)) rmSync(join(out, file));
  for (let part = 0; part < parts; part++) {
    const top = part * MAX_HEIGHT;
    const clip = { x: 0, y: top, width, height: Math.min(MAX_HEIGHT, height - top) };
    const path = join(out, parts === 1 ? `${name}.png` : `${name}-${part + 1}.png`);
    await page.screenshot({ path, fullPage: true, clip });
  }
}

/** The page that shows a new key answers a form, so only its size and theme change. */
async function shootNewKey(page, url) {
  if (forDocs || (named.length > 0 && !named.includes('new-key'))) return;
  await page.goto(`${url}/account/keys`);
  await page.locator('#new input[name=name]').fill('notebook');
  await page.locator('#new button[type=submit]').click();
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await save(page, `new-key-${size}-${colorScheme}`);
    }
  }
}

/** A page that scrolls sideways is cut on a phone. */
async function checkWidth(page, name, width) {
  const content = await page.evaluate(() => document.documentElement.scrollWidth);
  if (content > width) console.error(`${name}: the content is ${content} px wide, the window ${width} px.`);
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line);
  throw new Error('The demo stopped before it served.');
}
