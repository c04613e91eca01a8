import { NoticeDispatcher } from '../../src/commerce/accounts/notices/notice-delivery.ts';
import { briefMail } from '../../src/console/pages/brief/brief-mail.tsx';
import type { Mail } from '../../src/network/mailer.ts';
import { sendWebhook } from '../../src/network/webhook-client.ts';
import type { Stores } from '../../src/server/stores.ts';
import { afterThisTest } from './alir.ts';
import { fakeTimers } from './cleanups.ts';
import type { Publishers } from './publishers.ts';

/** A message that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Answers each message of a host with a status, and keeps it. */
export function receiver(publishers: Publishers, host: string, status = () => 204): Received[] {
  const received: Received[] = [];
  publishers.serveHost(host, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body });
    response.writeHead(status()).end();
  });
  return received;
}

/** The dispatcher of a server over these stores, whose connections all go to the publishers, with a mail server that keeps its e-mails. */
export function dispatcherOf(
  {
    ledger,
    clock,
    config,
    telegram,
    telegram_chats,
    unsubscription,
  }: Pick<Stores, 'ledger' | 'clock' | 'config' | 'telegram' | 'telegram_chats' | 'unsubscription'>,
  publishers: Publishers,
  options: {
    readonly mails?: Mail[];
    /** May throw. */
    readonly beforeMail?: () => void;
    readonly language?: 'en' | 'id';
  } = {},
): NoticeDispatcher {
  const { mails, beforeMail = () => {}, language = config.language } = options;
  const send = async (mail: Mail) => {
    beforeMail();
    mails?.push(mail);
  };
  const dispatcher = new NoticeDispatcher({
    ledger,
    clock,
    post: (message, stopping) => sendWebhook(publishers.network, message, stopping),
    mailer: mails ? { send } : null,
    telegram,
    operator_email: 'operator@example.com',
    language,
    telegramCode: (account_id, chat) => telegram_chats.code(account_id, chat),
    briefMail: (brief, mail) => briefMail(brief, { ...mail, origin: config.public_url }),
    unsubscribeLink: (stopped) => unsubscription.link(config.public_url, stopped),
  });
  afterThisTest(() => dispatcher.close());
  return dispatcher;
}

/** Sends everything that is due. */
export async function sendAll(dispatcher: NoticeDispatcher): Promise<void> {
  // Each run makes one attempt for each receiver.
  for (let run = 0; run < 100; run++) {
    await dispatcher.run();
    await dispatcher.idle();
  }
}

/** Lets `new Date()` be a time, for the `standardwebhooks` package, which reads it. */
export function atTime(time: Date): void {
  fakeTimers({ toFake: ['Date'], now: time });
}
