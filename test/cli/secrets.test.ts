import { describe, expect, test } from 'vitest';
import { configCommand } from '../../src/cli/operation/config.ts';
import { readConfig } from '../../src/server/config.ts';
import { runCli } from '../support/cli.ts';

function printed() {
  const records: any[] = [];
  const texts: string[] = [];
  const output = {
    record: (record: object, text: string) => {
      records.push(record);
      texts.push(text, JSON.stringify(record));
    },
    notice: (text: string) => texts.push(text),
  };
  return { output: output as never, records, texts, text: () => texts.join('\n') };
}

const SECRET_SETTINGS = {
  ALIR_SOURCE_HEADER: 'X-Key: hush',
  ALIR_PAYMENT_KEY: 'hush',
  ALIR_PAYMENT_CALLBACK_TOKEN: 'hush',
  ALIR_KEY: 'alir_live_hush',
};

describe('alir config hides', () => {
  test.each([
    ['https://files.example/DT{yymmdd}.csv?token=hush', 'https://files.example/DT{yymmdd}.csv?(secret)'],
    ['/srv/files', '/srv/files'],
    ['https://files.example/{date}', 'https://files.example/{date}'],
  ])('the secrets in ALIR_SOURCE %s', async (ALIR_SOURCE, shown) => {
    const { output, records, text } = printed();
    await configCommand(readConfig({ ...SECRET_SETTINGS, ALIR_SOURCE }), output);
    expect(records[0].source).toBe(shown);
    expect(text()).not.toContain('hush');
  });
});

test('alir config shows booleans as yes and no in text, and as booleans in JSON', async () => {
  const { output, records, texts } = printed();
  await configCommand(readConfig({ ALIR_LAKE_GROUP_READ: 'yes' }), output);
  expect(texts[0]).toMatch(/^ALIR_LAKE_GROUP_READ +yes +/m);
  expect(texts[0]).toMatch(/^ALIR_PAYMENT_SANDBOX +no +/m);
  expect(records[0]).toMatchObject({ lake_group_read: true, payment_sandbox: false });
});

test.each([
  'http://files.example/{date}?token=hush',
  'http://user:hush@files.example/{date}',
  'https://user:hush@files.example/DT{yymmdd}.csv',
  'https://hush@files.example/{date}#hush',
  'https://a:hush@hush@files.example/{date}?a=@b',
  'https://user:hush@files example/{date}',
  'https:/files.example/{yymmdd}?token=hush',
  'https:/user:hush@files.example/{yymmdd}',
  'https:user:hush@files.example/{yymmdd}',
  'HTTPS:/files.example/{date}?token=hush',
  ' https:/files.example/{date}?token=hush',
  'https:////user:hush@files.example/{date}',
  'https://user:a/hush@files.example/{date}',
  'https://user:a?hush@files.example/{date}',
  'ftp:/user:hush@files.example/{date}',
  'https//user:hush@files.example/{date}',
])('the error for an invalid ALIR_SOURCE contains no secret: %s', (ALIR_SOURCE) => {
  let message = '';
  try {
    readConfig({ ALIR_SOURCE });
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toContain('ALIR_SOURCE must be');
  expect(message).not.toContain('hush');
});

describe('alir mcp config', () => {
  const mcp = (args: string[], input = '') =>
    runCli(['mcp', 'config', ...args], { env: { ALIR_KEY: 'alir_live_environment' }, input });

  test('takes the key from --key, and else from ALIR_KEY', async () => {
    expect((await mcp([])).stdout).toContain('Bearer alir_live_environment');
    const { stdout } = await mcp(['--key', 'alir_live_told']);
    expect(stdout).toContain('Bearer alir_live_told');
    expect(stdout).not.toContain('alir_live_environment');
  });

  test('takes the key from standard input for --key -', async () => {
    const read = (input: string) => mcp(['--key', '-'], input);
    expect((await read('alir_live_piped\n')).stdout).toContain('Bearer alir_live_piped');
    const refused = {
      code: 2,
      stdout: '',
      stderr: 'alir: Standard input does not contain a key. Send only the key, on one line.\n',
    };
    expect(await read("alir_live_x' --other")).toMatchObject(refused);
    expect(await read('')).toMatchObject(refused);
  });
});

test.each([
  ['ALIR_LEDGER_URL', 'postgres//alir:hush@db.example/alir'],
  ['ALIR_LEDGER_URL', 'postgres:alir:hush@db.example/alir'],
  ['ALIR_LEDGER_URL', 'alir:hush@db.example/alir'],
  ['ALIR_LEDGER_URL', 'mysql://alir:hush@db.example/alir'],
  ['ALIR_SMTP_URL', 'smtp//alir:hush@mail.example'],
  ['ALIR_SMTP_URL', 'smtps:alir:hush@mail.example'],
  ['ALIR_SMTP_URL', 'alir:hush@mail.example:587'],
])('the error for an invalid %s contains no password: %s', (name, url) => {
  let message = '';
  try {
    readConfig({ [name]: url });
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toContain(`${name} must be`);
  expect(message).not.toContain('hush');
});
