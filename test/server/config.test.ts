import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { type Config, readConfig, SETTINGS, shownValue, variableOf } from '../../src/server/config.ts';
import { checkAddress } from '../../src/server/listen.ts';
import { checkSettings } from '../../src/server/main.ts';
import { configOf } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';

describe('an unknown variable', () => {
  test.each([
    ['ALIR_PROT', 'ALIR_PORT'],
    ['ALIR_DATADIR', 'ALIR_DATA_DIR'],
    ['ALIR_DATA', 'ALIR_DATA_DIR'],
    ['ALIR_LOGLEVEL', 'ALIR_LOG_LEVEL'],
    ['ALIR_PAYMENT_TOKEN', 'ALIR_PAYMENT_KEY'],
    ['ALIR_SQL_SECOND', 'ALIR_SQL_SECONDS'],
    ['ALIR_port', 'ALIR_PORT'],
  ])('%s is refused with the nearest name, %s', (name, near) => {
    expect(() => readConfig({ [name]: 'a secret' })).toThrow(
      `${name} is not a setting of Alir. Did you mean ${near}? Correct the name, or unset the variable.`,
    );
    expect(() => readConfig({ [name]: 'a secret' })).not.toThrow('a secret');
  });

  test.each([
    ['that is empty', { ALIR_PROT: '' }],
    [
      'of a program that calls the API',
      { ALIR_KEY: 'x', ALIR_URL: 'x', ALIR_API_KEY: 'x', ALIR_BASE_URL: 'x' },
    ],
    ['of a test', { ALIR_TEST_PYTHON: 'x' }],
    ['of another program', { PORT: '1', XALIR_PORT: '1' }],
  ])('%s is ignored', (_, environment) => {
    expect(readConfig(environment).port).toBe(8080);
  });

  test('every setting is known', () => {
    for (const [name, { fallback }] of Object.entries(SETTINGS))
      expect(() => readConfig({ [variableOf(name)]: fallback })).not.toThrow();
  });
});

/** The values that a setting accepts, with what they mean, and those that it refuses, by the message. */
function outcomesOf(name: keyof Config, variable: string, values: readonly string[]): string[] {
  const outcomes = new Map<string, string[]>();
  for (const value of values) {
    const sent = value.length > 60 ? `${value.length} characters` : JSON.stringify(value);
    const add = (outcome: string, text: string) =>
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), text]);
    try {
      const read = readConfig({ [variable]: value })[name];
      add('accepts', read === value ? sent : `${sent} as ${JSON.stringify(read)}`);
    } catch (error) {
      add((error as Error).message.replace(/; it is .*/s, ''), sent);
    }
  }
  return [...outcomes].map(([outcome, texts]) => `  ${outcome}: ${texts.join(', ')}`);
}

test('each setting accepts and refuses the values that were reviewed', async () => {
  const values = [
    '0',
    '1',
    '-1',
    '1.5',
    '65536',
    '9'.repeat(12),
    'yes',
    'no',
    'en',
    'info',
    'BBCA',
    'a b',
    'a\nb',
  ];
  const addresses = ['127.0.0.1', '10.0.0.0/8', 'a@example.com', 'https://a.example.com', 'ftp://a'];
  const others = [
    ...[
      'Alir <a@example.com>',
      'a.example.com',
      'https://a.example.com/',
      'http://a.example.com',
      'http://a:1',
    ],
    ...[
      'http://127.0.0.1',
      's3://bucket',
      's3://bucket/a=b',
      'https://a.example.com/{date}',
      'postgres://a@b/c',
    ],
    ...[
      'https://user@a.example.com/{yymmdd}',
      'smtp://mail.example.com',
      'smtps://',
      'smtps://a:b@example.com',
    ],
    ...[
      '15',
      '16',
      '34',
      '35',
      '99',
      '100',
      '101',
      '256',
      '257',
      '366',
      '367',
      '1440',
      '1441',
      '36500',
      '36501',
    ],
    ...[
      '604800',
      '604801',
      '65535',
      '1000000',
      '1000001',
      'none',
      'newest',
      '2026-01-30',
      '2026-02-30',
      'anyone',
    ],
    ...['starter,custom', 'bbca', '123:ab-C', '01.234.567.8-901.000', 'X-Key: a', 'X-Key a'],
    ...['x'.repeat(15), 'x'.repeat(100), 'x'.repeat(101), 'x'.repeat(201), 'x'.repeat(501)],
  ];
  // A folder is an absolute path of this machine.
  const { data_dir: _, ...settings } = SETTINGS;
  const lines = Object.keys(settings).flatMap((name) => [
    variableOf(name),
    ...outcomesOf(name as keyof Config, variableOf(name), [...values, ...addresses]),
    ...outcomesOf(name as keyof Config, variableOf(name), others)
      .filter((outcome) => outcome.startsWith('  accepts'))
      .map((outcome) => outcome.replace('accepts', 'accepts of the other values')),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('settings.txt');
});

test('the secret settings are never shown', () => {
  const names = Object.keys(SETTINGS).filter((name) => shownValue(name, 'hush') === '(secret)');
  const secrets = [
    'source_header',
    'payment_key',
    'payment_callback_token',
    'telegram_token',
    'metrics_token',
  ];
  expect(names.toSorted()).toEqual([...secrets, 'follow_key', 'key', 'ledger_url', 'smtp_url'].toSorted());
  expect(shownValue('key', '')).toBe('');
});

describe('settings that prevent the start of a server are refused by "alir config"', () => {
  const check = async (folder: string, environment: NodeJS.ProcessEnv) =>
    checkSettings(configOf(join(folder, 'data'), environment));
  const file = (folder: string, text: string) => {
    writeFileSync(join(folder, 'settings.json'), text);
    return join(folder, 'settings.json');
  };
  const month = { 1: 1, 3: 1, 6: 1 };

  test('a tax needs the seller whom invoices name', async ({ folder }) => {
    const seller = {
      ALIR_SELLER_NAME: 'PT A',
      ALIR_SELLER_ADDRESS: 'Jl. A 1',
      ALIR_SELLER_TAX_ID: '01.234.567.8-901.000',
    };
    await check(folder, { ALIR_TAX_RATE: '11', ...seller });
    await check(folder, { ALIR_TAX_RATE: '0' });
    for (const name of Object.keys(seller)) {
      await expect(check(folder, { ALIR_TAX_RATE: '11', ...seller, [name]: '' })).rejects.toThrow(
        `${name} is not set, but ALIR_TAX_RATE requires it`,
      );
    }
    for (const rate of ['11.5', '-1', '101', 'x']) {
      await expect(check(folder, { ALIR_TAX_RATE: rate, ...seller })).rejects.toThrow(
        'ALIR_TAX_RATE must be a whole number from 0 to 100',
      );
    }
    await expect(check(folder, { ALIR_SELLER_TAX_ID: '01.234.567.8-901.00' })).rejects.toThrow(
      'ALIR_SELLER_TAX_ID must have 15 or 16 digits (NPWP or NIK)',
    );
    await expect(check(folder, { ALIR_SELLER_NAME: 'a\nb' })).rejects.toThrow(
      'ALIR_SELLER_NAME must not contain control characters',
    );
  });

  test('valid settings are accepted', async ({ folder }) => {
    // Windows writes a byte order mark.
    const prices = `\uFEFF${JSON.stringify({ starter: month, professional: month, advanced: month })}`;
    for (const settings of [
      {},
      { ALIR_PAYMENT_PROVIDER: 'xendit', ALIR_PAYMENT_KEY: 'a', ALIR_PAYMENT_CALLBACK_TOKEN: 'b' },
      { ALIR_PRICES: file(folder, prices) },
    ]) {
      await expect(check(folder, settings)).resolves.not.toThrow();
    }
  });

  test.for([
    ['a provider without its key', { ALIR_PAYMENT_PROVIDER: 'midtrans' }, /ALIR_PAYMENT_KEY is not set/],
    [
      'a provider without its token',
      { ALIR_PAYMENT_PROVIDER: 'xendit', ALIR_PAYMENT_KEY: 'a' },
      /ALIR_PAYMENT_CALLBACK_TOKEN is not set/,
    ],
    [
      'a file that does not exist is an error',
      { ALIR_PRICES: '/nowhere/p.json' },
      /ALIR_PRICES is set to \/nowhere\/p\.json, which does not exist\. Check the path/,
    ],
    [
      'a folder as a file',
      { ALIR_NEWS_SOURCES: '/' },
      /ALIR_NEWS_SOURCES is set to \/, which cannot be read/,
    ],
    [
      'an address of another machine',
      { ALIR_HOST: '192.0.2.1' },
      /Cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\): this machine does not have the address/,
    ],
  ] as const)('%s', async ([, environment, expectedText], { folder }) => {
    await expect(check(folder, environment)).rejects.toThrow(expectedText);
  });

  test.for([
    ['{\n "starter": 1,\n}', /The prices in \S+: the file is not valid JSON/],
    ['[]', /: the file must be an object; its entries are starter, professional, advanced; it is \[\]\./],
    [
      '{"starter": {}}',
      /: starter\.1 must be a whole number of rupiah from 0 to 10000000000; it is missing\./,
    ],
    [
      JSON.stringify({ starter: { ...month, 3: '500000' } }),
      /: starter\.3 must be a whole number of rupiah .*; it is "500000"\./,
    ],
    [
      JSON.stringify({ starter: { ...month, 12: 1 } }),
      /: starter has an unknown entry "12"; its entries are 1, 3, 6\./,
    ],
  ] as const)('prices %s', async ([text, expectedText], { folder }) => {
    await expect(check(folder, { ALIR_PRICES: file(folder, text) })).rejects.toThrow(expectedText);
  });

  const source = {
    name: 'A',
    on: true,
    feeds: ['https://a.example/x'],
    hosts: ['a.example'],
    time_zone: 'Asia/Jakarta',
  };
  test.for([
    [{ ...source, on: 'yes' }, /: sources\.0\.on must be true or false; it is "yes"\./],
    [
      { ...source, feeds: [] },
      /The news sources in \S+: sources\.0\.feeds must be a list of 1 to 20; it is \[\]\./,
    ],
    [{ ...source, feeds: ['a.example/x'] }, /: sources\.0\.feeds\.0 must be an http or https URL/],
    [
      { ...source, hosts: 'a.example' },
      /: sources\.0\.hosts must be a list of 1 to 100; it is "a\.example"\./,
    ],
    [{ ...source, time_zone: 'WIB' }, /: sources\.0\.time_zone must be an IANA time zone.*; it is "WIB"\./],
    [
      { ...source, feed: 'x' },
      /: sources\.0 has an unknown entry "feed"; its entries are name, on, feeds, hosts, time_zone\./,
    ],
  ] as const)('news sources %j', async ([wrong, expectedText], { folder }) => {
    const times = { deadline_ms: 5000, feed_timeout_ms: 4000, max_feed_bytes: 1000 };
    await expect(
      check(folder, { ALIR_NEWS_SOURCES: file(folder, JSON.stringify({ ...times, sources: [wrong] })) }),
    ).rejects.toThrow(expectedText);
  });

  test('a data folder that is a file', async ({ folder }) => {
    await expect(checkSettings(configOf(file(folder, '')))).rejects.toThrow(/cannot be used \(ENOTDIR\)/);
  });
});

test('a port in use is reported before any work, and a free port stays free', async () => {
  const other = createServer();
  const port = await listen(other);
  await expect(checkAddress({ host: '127.0.0.1', port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port} (EADDRINUSE): another program listens there. Stop it, or set ALIR_PORT`,
  );
  await new Promise((resolve) => other.close(resolve));
  await checkAddress({ host: '127.0.0.1', port });
  await checkAddress({ host: '127.0.0.1', port });
});
