import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Accounts } from '../commerce/accounts/accounts.ts';
import { FULL_ACCESS } from '../commerce/accounts/key-terms.ts';
import { systemClock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import { ingestFiles } from '../market/ingest/lake-writer.ts';
import type { Config } from '../server/config.ts';
import { checkAddress } from '../server/listen.ts';
import { startServer } from '../server/main.ts';
import { referenceFile } from '../server/settings-files.ts';
import { openStores, type Stores } from '../server/stores.ts';
import { demoMarket } from './demo/demo-market.ts';
import { writeDailyFile } from './demo/write-daily-file.ts';
import type { Output } from './output.ts';
import { untilStopped } from './signals.ts';

const FOLDER = resolve('demo-data');
const MARKER = join(FOLDER, 'MADE-UP-NUMBERS.txt');
const EMAIL = 'demo@example.com';

/** Generates a small market with made-up numbers in its own folder, ingests it like real files, and serves it. */
export async function demoCommand(config: Config, output: Output): Promise<void> {
  // Before the days are generated, and before a running demo loses its key.
  await checkAddress(config);
  claimFolder();
  const stores = await openStores(
    { ...config, data_dir: FOLDER, log_level: 'error', update_minutes: 0 },
    systemClock,
  );
  await publishDemoDays(stores, output);
  const { api_key, mcp_key } = await freshKeys(stores.accounts);
  const stopped = untilStopped();
  const server = await startServer(stores);
  const example = `curl -H 'Authorization: Bearer ${api_key}' '${server.url}/stocks/broker-summary?ticker=BBCA&from=2026-01-01&to=2026-01-30&investor=all'`;
  output.record(
    { url: server.url, api_key, mcp_key, data_dir: FOLDER, example },
    instructions(server.url, { api_key, mcp_key }, example),
  );
  await stopped;
  await server.close();
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

async function publishDemoDays(
  { ingest, folders, calendar, manifest }: Stores,
  output: Output,
): Promise<void> {
  const { market, days } = demoMarket(referenceFile('brokers.csv'), calendar);
  const published = new Set(await manifest.allPublishedDays());
  const missing = days.filter((day) => !published.has(day));
  if (missing.length === 0) return;
  output.notice(`Generating ${missing.length} days of a made-up market ...`);
  mkdirSync(folders.inbox, { recursive: true });
  const files: string[] = [];
  for (const day of missing) files.push(await writeDailyFile(market, day, folders.inbox));
  let trades = 0;
  const results = await ingestFiles(
    ingest,
    files.map((path) => ({ path, command: 'demo', confirmed: true })),
    { onResult: (result) => (trades += result.trades) },
  );
  const rejected = results.find((result) => result.rejection);
  if (rejected) throw new Error(`A file that the demo generated was rejected: ${JSON.stringify(rejected)}`);
  output.notice(`${results.length} days published, ${trades.toLocaleString('en')} trades.`);
}

interface DemoKeys {
  readonly api_key: string;
  readonly mcp_key: string;
}

/** Keys are shown only once, so each start of the demo replaces them. */
async function freshKeys(accounts: Accounts): Promise<DemoKeys> {
  const account = await accounts.withEmail(EMAIL);
  if (!account) return await accounts.create(EMAIL, 'starter', 1);
  for (const key of await accounts.keys(account.account_id)) {
    if (key.kind === 'api' && key.revoked_at === null) await accounts.revokeKey(key.key_id);
  }
  return {
    api_key: (await accounts.createKey(account.account_id, 'demo', FULL_ACCESS)).api_key,
    mcp_key: (await accounts.rotateMcpKey(account.account_id)).api_key,
  };
}

function instructions(url: string, { api_key, mcp_key }: DemoKeys, example: string): string {
  return `
All numbers are generated. They are not prices of the exchange.

  API       ${url}
  reference ${url}/docs
  MCP       ${url}/mcp  (alir mcp config --url ${url} --key ${mcp_key})
  API key   ${api_key}
  data      ${FOLDER}  (daily files in inbox/, Parquet in lake/)

Try it:

  ${example}

Press Ctrl-C to stop the demo.`;
}
