// node charges.mjs CODE FILE ACCOUNTS ENDPOINTS DAYS: charges units in a new ledger with the compiled code of a version, and with usage of past
// days if the version counts it. For each line with a number on its standard input, it makes that many charges and prints their figures.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [code, file, ...counts] = process.argv.slice(2);
const [accounts, endpoints, days] = counts.map(Number);
const CLIENTS = 64;
const START = '2026-01-01T00:00:00.000Z';
const END = '2036-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
const WRITTEN_BYTES = /wchar: (\d+)/;
const ENDPOINTS = ['get_broker_summary', 'get_foreign_flow', 'get_broker_summary_batch'].slice(0, endpoints);

const load = (path) => import(pathToFileURL(`${code}/${path}`).href);
const { Database } = await load('ledger/sqlite.js');
const { SqliteLedger } = await load('ledger/sqlite-ledger.js');
const { Meter } = await load('commerce/usage/meter.js');

const ledger = new SqliteLedger(file);
/** As spread as a UUID. */
const id = (text) => createHash('sha256').update(text).digest('hex').slice(0, 36);
const callers = Array.from({ length: accounts }, (_, number) => ({
  account_id: id(`account ${number}`),
  key_id: id(`key ${number}`),
  plan: 'enterprise',
  period_start: START,
  period_end: END,
  requests_per_minute: 1e9,
  units: 1e12,
  keys: 3,
  term_days: null,
  granted_window: null,
  granted_units: 0,
}));

function fill() {
  const db = new Database(file);
  const insert = db.transaction(() => {
    const account = db.prepare(
      'INSERT INTO account (account_id, email, plan, period_start, period_end, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const key = db.prepare(
      "INSERT INTO api_key (key_id, account_id, name, kind, sha256, masked, created_at) VALUES (?, ?, 'default', 'api', ?, '', ?)",
    );
    for (const { account_id, key_id, plan } of callers) {
      account.run(account_id, `${account_id}@example.com`, plan, START, END, START);
      key.run(key_id, account_id, createHash('sha256').update(key_id).digest(), START);
    }
    const has_history = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'usage_history'").get();
    if (!has_history) return;
    const usage = db.prepare(
      'INSERT INTO usage_history (key_id, usage_date, endpoint, units, requests) VALUES (?, ?, ?, 50, 50)',
    );
    for (let day = days; day > 0; day--) {
      const date = new Date(Date.now() - day * DAY_MS).toISOString().slice(0, 10);
      for (const { key_id } of callers) for (const endpoint of ENDPOINTS) usage.run(key_id, date, endpoint);
    }
  });
  insert();
  db.close();
}

let seed = 1;
function below(limit) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

/** By all threads of the process, to the log and to the database. */
const writtenBytes = () => Number(WRITTEN_BYTES.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

fill();
const meter = new Meter(ledger, { now: () => new Date(), monotonic_ms: () => performance.now() });

async function charge(count) {
  let remaining = count;
  const client = async () => {
    while (remaining-- > 0) {
      const hold = await meter.hold(callers[below(accounts)], 1, ENDPOINTS[below(endpoints)]);
      await hold.charge(() => false);
    }
  };
  const bytes = writtenBytes();
  const cpu = process.cpuUsage();
  const start_ms = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - start_ms) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    per_second: count / seconds,
    cpu_us: (user + system) / count,
    bytes: (writtenBytes() - bytes) / count,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await charge(Number(line))));
}
process.exit(0);
