import { expect, test, vi } from 'vitest';
import { noticeSettingsEndpoints } from '../../../../src/api/endpoints/account/notices.ts';

const SETTINGS = { language: 'id', email_events: [], telegram_chat: null };
const caller = { account_id: 'account 1' } as never;
const NEVER = new AbortController().signal;

/** Changes the settings. @param right the code that the chat got */
async function changed(sent: object, right = '123456') {
  const check = vi.fn(async (_account_id: string, _chat: string, code: string) => {
    if (code !== right) throw new Error('wrong code');
  });
  const change = vi.fn(async () => {});
  const choices = { of: async () => SETTINGS, change, telegram: { check } };
  const [, endpoint] = noticeSettingsEndpoints(choices as never);
  const answer = await endpoint?.answer(sent as never, caller, NEVER).catch((error: Error) => error.message);
  return { answer, checks: check.mock.calls, changes: change.mock.calls };
}

test.for([
  [undefined, 'wrong code'],
  ['000000', 'wrong code'],
  ['123456', SETTINGS],
] as const)('a new Telegram chat with the code %s', async ([telegram_code, expected]) => {
  const { answer, checks, changes } = await changed({ telegram_chat: '42', telegram_code });
  expect([answer, checks]).toEqual([expected, [['account 1', '42', telegram_code ?? '']]]);
  const isChanged = expected === SETTINGS;
  expect(changes).toEqual(isChanged ? [['account 1', { telegram_chat: '42' }]] : []);
});

test.for([
  [{ telegram_chat: null }],
  [{ language: 'en' }],
  [{ email_events: [] }],
  [{ language: 'id', email_events: ['alert.changed'] }],
])('other settings need no code: %j', async ([sent]) => {
  const { answer, checks, changes } = await changed(sent as object);
  expect([answer, checks, changes]).toEqual([SETTINGS, [], [['account 1', sent]]]);
});
