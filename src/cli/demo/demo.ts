import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FULL_ACCESS } from '../../commerce/accounts/keys/key-terms.ts';
import { signInLink } from '../../commerce/accounts/people/sign-in-mails.ts';
import { AlirError } from '../../core/errors.ts';
import { packageFile } from '../../core/package-files.ts';
import type { Config } from '../../server/config.ts';
import { clockOf, DEMO_MARKER } from '../../server/data-clock.ts';
import { invoiceSettings } from '../../server/invoice-settings.ts';
import { checkAddress } from '../../server/listen.ts';
import { startServer } from '../../server/main.ts';
import { referenceFile } from '../../server/settings-files.ts';
import { openStores, type Stores } from '../../server/stores.ts';
import { measurePublished } from '../market/measured.ts';
import type { Output, Terminal } from '../output.ts';
import { untilStopped } from '../signals.ts';
import { addDemoAccounts, DEMO_EMAIL } from './demo-accounts.ts';
import { publishDemoDays } from './demo-days.ts';
import { demoMarket } from './demo-market.ts';
import { startDemoNews } from './demo-news.ts';

const FOLDER = resolve('demo-data');
const MARKER = join(FOLDER, DEMO_MARKER);
/** The made-up publishers, unless the environment names other sources. */
const NEWS_SOURCES = join(FOLDER, 'news-sources.json');
/** A command that runs in a clone and beside an installed package. In a clone, npx would compile Alir again while the demo runs. */
const ALIR = `node ${relative('', fileURLToPath(packageFile('dist/cli.js')))}`;
/** The page that a sign-in opens. */
const FIRST_PAGE = '/explore/BBCA';
/** On invoices, unless the environment names a seller. */
const SELLER = {
  seller_name: 'Alir demo (made up)',
  seller_address: 'Jl. Contoh 1, Jakarta 10110',
  seller_tax_id: '00.000.000.0-000.000',
  tax_rate: 11,
};
/** On orders, unless the environment has instructions. */
const PAYMENT_INSTRUCTIONS =
  'Bank Contoh (made up), account 000-000-0000, Alir demo. Questions: billing@example.com. Do not transfer money.';

/** Generates a small market with made-up numbers in its own folder, ingests it like real files, and serves it. */
export async function demoCommand(config: Config, output: Terminal): Promise<void> {
  // Before the days are generated, and before a running demo loses its key.
  await checkAddress(config);
  claimFolder();
  const news = await startDemoNews();
  writeFileSync(NEWS_SOURCES, news.settings);
  const stores = await openStores(
    {
      ...config,
      ...(config.seller_name === '' ? SELLER : {}),
      payment_instructions: config.payment_instructions || PAYMENT_INSTRUCTIONS,
      news_sources: config.news_sources || NEWS_SOURCES,
      data_dir: FOLDER,
      log_level: 'error',
      update_minutes: 0,
      public_day: 'newest',
      sample_ticker: 'BBCA',
    },
    clockOf(FOLDER),
  );
  await publishDays(stores, output);
  await measurePublished(stores, output, new AbortController().signal);
  const first = await firstKeys(stores);
  const stopped = untilStopped(output.io);
  const server = await startServer(stores, { local_hosts: news.ports });
  // A start that finds the demo running has failed by now, and leaves the keys of that demo alone.
  const { api_key, mcp_key } = first ?? (await freshKeys(stores));
  if (first === undefined) {
    output.notice(
      `Continuing the demo of ${FOLDER}. Its keys are new: the keys of the last start no longer work.`,
    );
  }
  const example = `curl -H 'Authorization: Bearer ${api_key}' '${server.url}/stocks/broker-summary?ticker=BBCA&from=2026-01-01&to=2026-01-30&investor=all'`;
  const sign_in_url = await signInUrl(stores, server.url);
  output.record(
    { url: server.url, api_key, mcp_key, data_dir: FOLDER, example, sign_in_url },
    instructions({ url: server.url, api_key, mcp_key, example, sign_in_url }),
  );
  await stopped;
  await server.close();
  await news.close();
}

/** The demo never writes into a folder that it did not create. */
function claimFolder(): void {
  if (existsSync(MARKER)) return;
  try {
    mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
    if (readdirSync(FOLDER).length === 0) {
      writeFileSync(
        MARKER,
        '"alir demo" generated every number in this folder. You can delete the folder at any time.\n',
      );
      return;
    }
  } catch (cause) {
    throw new AlirError(
      'unusable_folder',
      `The demo cannot write to ${FOLDER} (${(cause as NodeJS.ErrnoException).code}). Start the demo in a folder in which you can create files.`,
      { cause },
    );
  }
  throw new AlirError(
    'unusable_folder',
    `${FOLDER} already exists, and the demo did not create it. Move it away, or start the demo in another folder.`,
  );
}

async function publishDays({ ingest, calendar }: Stores, output: Output): Promise<void> {
  const demo = demoMarket(referenceFile('brokers.csv'), calendar);
  const results = await publishDemoDays(ingest, demo, (days) =>
    output.notice(`Generating ${days} days of a made-up market ...`),
  );
  if (results.length === 0) return;
  const published = results.filter(({ status }) => status === 'published');
  // The newest revision of each day.
  const trades = new Map(published.map((result) => [result.trade_date, result.trades]));
  const sum = [...trades.values()].reduce((total, each) => total + each, 0);
  output.notice(`${trades.size} days published, ${sum.toLocaleString('en')} trades.`);
  const problems = results.filter(({ status }) => status === 'rejected' || status === 'held');
  for (const { trade_date, status } of problems) {
    output.notice(`The file of ${trade_date} is ${status}, on purpose.`);
  }
}

interface DemoKeys {
  readonly api_key: string;
  readonly mcp_key: string;
}

/** Adds the accounts of the demo; undefined if it has them already. */
async function firstKeys({
  accounts,
  ledger,
  clock,
  billing: { prices },
  config,
}: Stores): Promise<DemoKeys | undefined> {
  if (await accounts.withEmail(DEMO_EMAIL)) return undefined;
  return addDemoAccounts({ ledger, clock, prices, invoice_settings: invoiceSettings(config) });
}

/** Keys are shown only once, so each start of the demo replaces those that it shows. Keys with other names stay. */
async function freshKeys({ accounts }: Stores): Promise<DemoKeys> {
  const account = await accounts.withEmail(DEMO_EMAIL);
  if (!account) throw new Error('The demo has no account');
  const { account_id } = account;
  const keys = await accounts.keys(account_id);
  const shown = keys.find(({ name, revoked_at }) => name === 'default' && revoked_at === null);
  return {
    api_key: (shown
      ? await accounts.rotateKey(shown.key_id)
      : await accounts.createKey(account_id, 'default', FULL_ACCESS)
    ).api_key,
    mcp_key: (await accounts.rotateMcpKey(account_id)).api_key,
  };
}

/** A link that signs in the owner of the demo's account, who is also an operator, and opens the explorer. */
async function signInUrl({ people, sign_in, operator }: Stores, origin: string): Promise<string> {
  await people.addOperator(DEMO_EMAIL, { actor: operator, reason: 'start of the demo' });
  const link = new URL(signInLink(origin, await sign_in.linkCode(DEMO_EMAIL)));
  link.searchParams.set('next', FIRST_PAGE);
  return link.href;
}

interface Instructions extends DemoKeys {
  readonly url: string;
  readonly example: string;
  readonly sign_in_url: string;
}

function instructions({ url, api_key, mcp_key, example, sign_in_url }: Instructions): string {
  return `
All numbers are generated. They are not prices of the exchange. The clock of the demo starts on
the evening of 30 January 2026, its last day.

Open this link in a browser, and press "Sign in". It works once, and each start of the demo prints
a new one:

  ${sign_in_url}

  API       ${url}
  reference ${url}/docs/reference
  MCP       ${url}/mcp  (${ALIR} mcp config --url ${url} --key ${mcp_key})
  API key   ${api_key}
  data      ${FOLDER}  (daily files in inbox/, Parquet in lake/)

Try it:

  ${example}

To see the rejected file, the held file and the missing day, run this in another terminal, in
the same folder:

  ALIR_DATA_DIR=demo-data ${ALIR} status

Press Ctrl-C to stop the demo.`;
}
