import { describe, expect } from 'vitest';
import { SETTINGS } from '../../src/server/config.ts';
import { runCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, ...args: string[]) => runCli(args, { data_dir });

describe('bad usage exits 2', () => {
  test.for([
    'nonsense',
    'ingest',
    'ingest --nonsense x',
    'account create',
    'account create --email a@example.com',
    'account create --email nobody --plan free',
    'account create --email a@example.com --plan golden',
    'account create --email a@example.com --plan starter --months 2',
    'key create --name x',
  ])('alir %s', async (args, { folder: data_dir }) => {
    const { code, stdout, stderr } = await run(data_dir, ...args.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(10);
  });

  test.for([
    ['ALIR_PORT', '80a', 'ALIR_PORT must be a whole number from 0 to 65535; it is "80a"'],
    ['ALIR_PORT', '65536', 'ALIR_PORT must be a whole number from 0 to 65535'],
    ['ALIR_THREADS', '0', 'ALIR_THREADS must be a whole number from 1 to 256'],
  ] as const)('%s=%s', async ([variable, value, expectedText], { folder: data_dir }) => {
    const { code, stderr } = await runCli(['config'], { data_dir, env: { [variable]: value } });
    expect(code).toBe(2);
    expect(stderr).toContain(expectedText);
  });

  test('help and version exit 0', async ({ folder: data_dir }) => {
    for (const args of [['--help'], ['ingest', '--help'], ['--version']])
      expect((await run(data_dir, ...args)).code).toBe(0);
  });
});

test('alir mcp config prints the client configuration with the given address and key', async ({
  folder: data_dir,
}) => {
  const { json } = await runCli(
    ['mcp', 'config', '--json', '--url', 'https://api.example.com', '--key', 'alir_live_x'],
    { data_dir },
  );
  const [{ url, clients }] = json() as [{ url: string; clients: { client: string; config: string }[] }];
  expect(url).toBe('https://api.example.com/mcp');
  expect(clients.map(({ client }) => client)).toContain('Claude Code');
  for (const { client, config } of clients) {
    expect(config, client).toContain('https://api.example.com/mcp');
    expect(config, client).toContain('Authorization');
    expect(config, client).toContain('Bearer alir_live_x');
    if (config.startsWith('{')) expect(() => JSON.parse(config), client).not.toThrow();
  }
  expect((await run(data_dir, 'mcp', 'config')).stdout).toContain('http://127.0.0.1:8080/mcp');
  expect((await run(data_dir, 'mcp', 'config', '--url', 'https://x.example/alir/')).stdout).toContain(
    'https://x.example/alir/mcp',
  );
  const six = await runCli(['mcp', 'config'], { data_dir, env: { ALIR_HOST: '::1' } });
  expect(six.stdout).toContain('http://[::1]:8080/mcp');
  expect((await run(data_dir, 'mcp', 'config', '--url', 'ftp://x')).code).toBe(2);
});

test('alir config prints every setting in force', async ({ folder: data_dir }) => {
  const { json } = await runCli(['config', '--json'], {
    data_dir,
    env: { ALIR_PORT: '9000', ALIR_HOST: '', ALIR_SOURCE_HEADER: 'X-Token: hush', ALIR_PAYMENT_KEY: 'hush' },
  });
  const [shown] = json();
  expect(Object.keys(shown)).toEqual(Object.keys(SETTINGS));
  expect(shown).toMatchObject({
    data_dir,
    host: '127.0.0.1',
    port: 9000,
    allowed_hosts: [],
    source_header: '(secret)',
    payment_key: '(secret)',
    payment_callback_token: '',
    payment_sandbox: false,
    update_minutes: 5,
    threads: expect.any(Number),
  });
  expect((await run(data_dir, 'config')).stdout).toMatch(/ALIR_PORT +8080 +port to listen on/);
});

test.for([
  ['ALIR_SOURCE', 'http://example.com/{yymmdd}', /must be a folder, or an https/],
  ['ALIR_SOURCE', 'https://example.com/today.csv', /\{yymmdd\} or \{date\}/],
  ['ALIR_SOURCE_HEADER', 'no colon', /must have the form Name: value/],
  ['ALIR_SOURCE_HEADER', 'hush hush', /^(?!.*hush hush)/s],
  ['ALIR_UPDATE_MINUTES', '-1', /whole number from 0 to 1440/],
] as const)(
  '%s=%s is refused with the valid values',
  async ([variable, value, expectedText], { folder: data_dir }) => {
    const { code, stderr } = await runCli(['config'], { data_dir, env: { [variable]: value } });
    expect(code).toBe(2);
    expect(stderr).toMatch(expectedText);
  },
);
