import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { configCommand } from '../../src/cli/config.ts';
import { mcpConfig } from '../../src/cli/mcp.ts';
import { readConfig } from '../../src/server/config.ts';

/** What a command prints. */
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
  test('takes the key from --key, and else from ALIR_KEY', async () => {
    const config = readConfig({ ALIR_KEY: 'alir_live_environment' });
    const own = printed();
    await mcpConfig(config, own.output, {});
    expect(own.text()).toContain('Bearer alir_live_environment');
    const printedText = printed();
    await mcpConfig(config, printedText.output, { key: 'alir_live_told' });
    expect(printedText.text()).toContain('Bearer alir_live_told');
    expect(printedText.text()).not.toContain('alir_live_environment');
  });

  test('takes the key from standard input for --key -', async () => {
    const stdin = vi.spyOn(process, 'stdin', 'get');
    const read = async (input: string) => {
      stdin.mockReturnValue(Readable.from([input]) as never);
      const { output, text } = printed();
      await mcpConfig(readConfig({}), output, { key: '-' });
      return text();
    };
    expect(await read('alir_live_piped\n')).toContain('Bearer alir_live_piped');
    await expect(read("alir_live_x' --other")).rejects.toThrow('Standard input does not contain a key.');
    await expect(read('')).rejects.toThrow('Standard input does not contain a key.');
    stdin.mockRestore();
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
