import { expect } from 'vitest';
import { runCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const OFFER = 'offer create --account a --units 1 --requests-per-minute 1 --keys 1';

/** A command, and what it says about its arguments. */
const REFUSED: [string, string][] = [
  ['nonsense', "error: unknown command 'nonsense'"],
  ['ingest', "error: missing required argument 'file'"],
  ['ingest --nonsense x', "error: unknown option '--nonsense'"],
  ['account create', "error: required option '--email <address>' not specified"],
  ['account create --email a@b.c', "error: required option '--plan <plan>' not specified"],
  [
    'account create --email a@b.c --plan golden',
    'Allowed choices are free, starter, professional, advanced, enterprise, custom.',
  ],
  ['account create --email a@b.c --plan starter --months 2', 'Allowed choices are 1, 3, 6.'],
  ['account create --email nobody --plan free', 'It must be an e-mail address, such as caller@example.com.'],
  ['account create --email a@b@c --plan free', 'It must be an e-mail address'],
  [
    'account create --email a@b.c --plan free --paid 1.5',
    'It must be a whole number of rupiah, without separators, such as 200000.',
  ],
  ['account create --email a@b.c --plan free --paid 12345678901', 'The maximum is 9999999999.'],
  ['account create --email a@b.c --plan custom --units 0', 'It must be a whole number above 0.'],
  ['account create --email a@b.c --plan custom --units 1234567890123', 'It must be a whole number above 0.'],
  ['account list --near-quota 101', 'It must be from 0 to 100.'],
  ['account list --near-quota -1', 'It must be from 0 to 100.'],
  ['account list --ending 3661', 'It must be at most 3660.'],
  ['account list --format xlsx', 'Allowed choices are table, csv.'],
  [
    'account grant a --units 1 --days 1 --reason x',
    "option '--days <number>' cannot be used with option '--units <number>'",
  ],
  ['account suspend a', "error: required option '--reason <text>' not specified"],
  ['key create --name x', "error: required option '--account <account>' not specified"],
  [
    'key create --account a --name x --scopes data,admin',
    'It must be one or more of data, account, separated by commas, such as data,account.',
  ],
  [
    'key create --account a --name x --expires-at 2100-01-01',
    'It must be a time in ISO 8601 with a time zone, such as 2026-12-31T23:59:59+07:00.',
  ],
  [
    'key create --account a --name x --allowed-ips 203.0.113.7/33',
    'It must be 1 to 20 IP addresses or CIDR blocks, separated by commas, such as 198.51.100.7,2001:db8::/32.',
  ],
  [
    `key create --account a --name x --allowed-ips ${Array(21).fill('203.0.113.7').join()}`,
    'It must be 1 to 20 IP addresses',
  ],
  ['revenue --from 2026-13', 'It must be a month as YYYY-MM, such as 2026-01.'],
  [`${OFFER} --price 1 --days 0`, 'It must be a whole number above 0.'],
  [`${OFFER} --days 5`, "error: required option '--price <idr>' not specified"],
  ['mcp config --url ftp://x', 'It must be an http or https URL, such as https://api.example.com.'],
  ['mcp config --url https://', 'It must be an http or https URL'],
  ['mcp config --key a-b', 'A key contains only letters, digits and _.'],
  [
    'export --from 2026-02-30 --to 2026-03-01 --output a.csv',
    'It must be a date as YYYY-MM-DD, such as 2026-01-30.',
  ],
  [
    "export --from 2026-02-01 --to 2026-03-01 --ticker a'b --output a.csv",
    'It must be 1 to 12 letters, digits or dashes.',
  ],
  [
    'export --from 2026-02-01 --to 2026-03-01 --table none --output a.csv',
    'Allowed choices are trades, broker_day, ticker_day, measure_day.',
  ],
  ['usage a --by hour', 'Allowed choices are day, key, endpoint.'],
  ['verify --ticker BRMS', 'error: --ticker, --date and --market need --brokers'],
  [
    'verify --brokers a --official b',
    "option '--brokers <file>' cannot be used with option '--official <path>'",
  ],
  ['sql --format xlsx x', 'Allowed choices are table, csv, json, ndjson, parquet, arrow.'],
  ['lake ddl oracle', 'Allowed choices are'],
  ['order refund a --plan drop --reason x', 'Allowed choices are keep, undo.'],
  ['ledger copy', 'alir: Name one PostgreSQL database: --to postgres://'],
];

test.for(REFUSED)(
  'alir %s exits with 2 and says what is valid',
  async ([command, reason], { folder: data_dir }) => {
    const { code, stdout, stderr } = await runCli(command.split(' '), { data_dir });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(reason)]);
  },
);

test.for([
  ['ALIR_PORT', '80a', 'ALIR_PORT must be a whole number from 0 to 65535; it is "80a"'],
  ['ALIR_PORT', '65536', 'ALIR_PORT must be a whole number from 0 to 65535'],
  ['ALIR_THREADS', '0', 'ALIR_THREADS must be a whole number from 1 to 256'],
  ['ALIR_UPDATE_MINUTES', '-1', 'whole number from 0 to 1440'],
  ['ALIR_SOURCE', 'http://example.com/{yymmdd}', 'must be a folder, or an https'],
  ['ALIR_SOURCE', 'https://example.com/today.csv', '{yymmdd} or {date}'],
  ['ALIR_SOURCE_HEADER', 'no colon', 'must have the form Name: value'],
] as const)('%s=%s is refused with the valid values', async ([name, value, reason], { folder: data_dir }) => {
  const { code, stderr } = await runCli(['config'], { data_dir, env: { [name]: value } });
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  if (name === 'ALIR_SOURCE_HEADER') expect(stderr).not.toContain(value);
});

test('help and version exit with 0', async ({ folder: data_dir }) => {
  for (const args of [['--help'], ['ingest', '--help'], ['--version']])
    expect(await runCli(args, { data_dir })).toMatchObject({ code: 0, stderr: '' });
});
