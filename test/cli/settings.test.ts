import { expect } from 'vitest';
import { SETTINGS } from '../../src/server/config.ts';
import { runCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, ...args: string[]) => runCli(args, { data_dir });

test('alir mcp config prints the configuration for an address and a key', async ({ folder: data_dir }) => {
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
