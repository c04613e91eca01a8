import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect } from 'vitest';
import { exportAccount } from '../../../src/commerce/accounts/account-export.ts';
import { recordEvent } from '../../../src/ledger/events.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import { TelegramBot } from '../../../src/network/telegram.ts';
import { TestAlir } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';
import { listen } from '../../support/listen.ts';
import { dispatcherOf, sendAll } from '../../support/notices.ts';
import { Publishers } from '../../support/publishers.ts';

const TOKEN = '123456:secret-of-the-bot';
const MINUTE_MS = 60_000;

/** A stand-in for the Bot API, which answers each message with a status. */
async function botServer(status = () => 200) {
  const received: { path: string | undefined; chat_id: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url, ...JSON.parse(body) });
    const isOk = status() === 200;
    response.writeHead(status(), { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isOk ? { ok: true } : { ok: false, description: 'Forbidden: bot was blocked' }),
    );
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, received };
}

/** An account with an alert, on a server with a bot. */
async function withBot(status?: () => number) {
  const bot = await botServer(status);
  const environment = { ALIR_TELEGRAM_TOKEN: TOKEN, ALIR_TELEGRAM_URL: bot.url };
  const alir = await TestAlir.open({ environment });
  // The timer of the server takes over no event.
  alir.stores.ledger.isLeader = () => false;
  const created = await alir.stores.accounts.create('budi@example.com', 'free', 1);
  alir.key = created.api_key;
  const list = { name: 'Banks', watchlist: { tickers: ['BBCA'], brokers: [] } };
  const { saved_id } = (await alir.post('/account/saved', list)).body.data;
  const rule = { broker: 'YP', side: 'buy', value_idr: 1 };
  const { alert_id } = (await alir.post('/account/alerts', { saved_id, rule })).body.data;
  const dispatcher = dispatcherOf(alir.stores, await Publishers.start());
  const send = () => sendAll(dispatcher);
  const sendTest = async () => {
    alir.clock.pass(MINUTE_MS);
    await alir.request(`/account/alerts/${alert_id}/test`, { method: 'POST' });
    await send();
  };
  const connect = async () => {
    await alir.post('/account/notices/telegram', { chat: '77' });
    await send();
    const telegram_code = /[\da-f]{10}/.exec(bot.received[0]?.text ?? '')?.[0] ?? '';
    return await alir.post('/account/notices', { telegram_chat: '77', telegram_code });
  };
  return { alir, ...created.account, alert_id, ...bot, send, sendTest, connect };
}

describe('a Telegram chat', () => {
  test('gets messages about alerts after its code was entered', async () => {
    const { alir, account_id, received, send, sendTest, connect } = await withBot();
    const wrong = await alir.post('/account/notices', { telegram_chat: '77', telegram_code: '0123456789' });
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      'telegram_code is not a valid code of this chat. A code expires after one to two hours',
    ]);
    await sendTest();
    expect(received).toEqual([]);
    expect((await connect()).body.data).toMatchObject({ telegram_chat: '77' });
    await sendTest();
    expect(received.slice(1)).toMatchObject([
      {
        path: `/bot${TOKEN}/sendMessage`,
        chat_id: '77',
        text: 'Alir: test of an alert\n\nBanks: YP bought more than IDR 1 net\nPresent members: -\n',
      },
    ]);
    // The code of one chat does not open another one.
    const telegram_code = /[\da-f]{10}/.exec(received[0]?.text ?? '')?.[0];
    const other = await alir.post('/account/notices', { telegram_chat: '78', telegram_code });
    expect(other.status).toBe(400);
    // A chat gets no other events of the account.
    const event = {
      kind: 'key.created',
      occurrence: 'one',
      account_id,
      at: alir.clock.now(),
      data: {},
    } as const;
    await recordEvent(alir.stores.ledger, event);
    await send();
    await alir.post('/account/notices', { telegram_chat: null });
    await sendTest();
    expect(received).toHaveLength(2);
  });

  test('gets a code that expires and that the ledger does not store', async () => {
    const { alir, account_id, received, send } = await withBot();
    await alir.post('/account/notices/telegram', { chat: '77' });
    await send();
    const telegram_code = /[\da-f]{10}/.exec(received[0]?.text ?? '')?.[0] ?? 'none';
    const { ledger, accounts } = alir.stores;
    const exported = await exportAccount(ledger, await accounts.withId(account_id));
    expect(JSON.stringify(exported)).not.toContain(telegram_code);
    const enter = () => alir.post('/account/notices', { telegram_chat: '77', telegram_code });
    alir.clock.pass(60 * MINUTE_MS);
    expect((await enter()).status).toBe(200);
    alir.clock.pass(60 * MINUTE_MS);
    expect((await enter()).status).toBe(400);
  });

  test('gets one code in a minute, also if another chat got one', async () => {
    const { alir, received, send } = await withBot();
    const ask = (chat: string) => alir.post('/account/notices/telegram', { chat });
    expect((await ask('77')).status).toBe(200);
    const { status, headers, body } = await ask('77');
    expect([status, headers.get('retry-after'), body.error]).toEqual([
      429,
      '60',
      'A code was sent to this chat less than a minute ago. Try again in a minute.',
    ]);
    expect((await ask('78')).status).toBe(200);
    await send();
    expect(received.map(({ chat_id }) => chat_id).toSorted()).toEqual(['77', '78']);
  });

  test('that is blocked delays no e-mail', async () => {
    const { alir, account_id, alert_id } = await withBot();
    const sendCode = async () => {
      alir.clock.pass(MINUTE_MS);
      await alir.stores.telegram_chats.sendCode(account_id, '77');
    };
    for (let code = 0; code < 50; code++) await sendCode();
    await expect(sendCode()).rejects.toMatchObject({ code: 'rate_limited', retry_after_s: 3600 });
    await alir.stores.alerts.test(account_id, alert_id);
    const mails: Mail[] = [];
    const dispatcher = dispatcherOf(alir.stores, await Publishers.start(), { mails });
    await dispatcher.run();
    await dispatcher.idle();
    expect(mails.map(({ subject }) => subject)).toContain('Alir: test of an alert');
  });

  test('that refuses is tried again', async () => {
    let status = 200;
    const { alir, account_id, received, send, sendTest, connect } = await withBot(() => status);
    await connect();
    status = 403;
    await sendTest();
    const notices = async () =>
      (await alir.stores.ledger.all('notices_of_account', { account_id })).filter(
        ({ telegram_chat, last_status, last_error }) =>
          telegram_chat !== null && (last_status ?? last_error) !== null,
      );
    const refused = 'Telegram answered with status 403: Forbidden: bot was blocked';
    expect(await notices()).toMatchObject([{ state: 'pending', last_error: refused }]);
    status = 200;
    alir.clock.pass(MINUTE_MS);
    await send();
    expect(await notices()).toEqual([]);
    expect(received.map(({ chat_id }) => chat_id)).toEqual(['77', '77', '77']);
    await alir.close();
  });

  test('gets a long text in several messages, cut between words', async () => {
    const { url, received } = await botServer();
    const text = Array.from({ length: 2000 }, (_, place) => `TK${place},`).join(' ');
    await new TelegramBot(url, TOKEN).send('77', text, new AbortController().signal);
    expect(received.length).toBeGreaterThan(2);
    expect(received.map((each) => each.text).join('')).toBe(text);
    expect(received.every((each) => each.text.length <= 4096)).toBe(true);
    expect(received.slice(0, -1).every((each) => each.text.endsWith(' '))).toBe(true);
  });

  test('of a server that cannot be reached is an error without the token', async () => {
    const server = createServer((request) => request.socket.destroy());
    const bot = new TelegramBot(`http://127.0.0.1:${await listen(server)}`, TOKEN);
    const error = () => bot.send('77', 'x', new AbortController().signal).catch((reason) => reason);
    const broken = await error();
    await new Promise((resolve) => server.close(resolve));
    for (const each of [broken, await error()]) {
      expect(each.message).toBe('the connection to Telegram failed');
      expect(inspect(each, { depth: null })).not.toContain(TOKEN);
    }
  });

  test('is refused by a server without a bot', async ({ alir }) => {
    const { status, body } = await alir.post('/account/notices/telegram', { chat: '77' });
    expect([status, body.error]).toEqual([400, 'This server has no Telegram bot']);
  });
});
