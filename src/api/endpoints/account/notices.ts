import * as z from 'zod';
import { keyActor } from '../../../commerce/accounts/audit-log.ts';
import {
  changeNoticeSettings,
  DEFAULT_EMAIL_EVENTS,
  type NoticeSettings,
  noticeSettings,
} from '../../../commerce/accounts/notices/notice-settings.ts';
import type { TelegramChats } from '../../../commerce/accounts/notices/telegram-chats.ts';
import {
  type Delivery,
  MAX_DELIVERIES_SHOWN,
  MAX_WEBHOOKS,
  type Webhooks,
} from '../../../commerce/accounts/notices/webhooks.ts';
import {
  ACCOUNT_EVENTS,
  EVENT_KINDS,
  LANGUAGES,
  type Language,
  NOTICE_STATES,
} from '../../../core/commerce-terms.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { count, fieldsOf, record, SOME_ID, text, timestamp } from '../../http/responses/response-fields.ts';

const FREE = { group: 'Notices', units: 0, depends_on: 'caller', scope: 'account' } as const;
const MAX_URL_CHARACTERS = 500;
const SOME_URL = 'https://hooks.example.com/alir';

const event = z.enum(ACCOUNT_EVENTS, { error: `must be one of ${ACCOUNT_EVENTS.join(', ')}` });

const events = (description: string) =>
  z
    .array(event, { error: 'must be an array of events' })
    .max(ACCOUNT_EVENTS.length, { error: 'must have each event once' })
    .meta({ description });

const chat = z
  .string({ error: 'must be the id of a chat, as text' })
  .regex(/^(-?\d{1,20}|@\w{5,32})$/, { error: 'must be the id of a chat, such as 123456789 or @channel' })
  .meta({ description: 'Id of a Telegram chat, such as 123456789, or the name of a channel: @channel' });

const webhookFields = {
  webhook_id: text('Identifier of the webhook'),
  url: text('URL that receives the events'),
  events: z.array(event).meta({ description: 'Events that are sent' }),
  created_at: timestamp('Time of creation'),
  failing_since: timestamp(
    'Time of the first failure since the last delivery',
    'Null while deliveries succeed. After 3 days of failures, the webhook is disabled',
  ).nullable(),
  disabled_at: timestamp('Time at which the webhook was disabled', 'Null while it is enabled').nullable(),
};

const webhookSchema = record('Webhook', 'A receiver of events', webhookFields);

const newWebhookSchema = record('CreatedWebhook', 'A receiver of events, with its secret', {
  ...webhookFields,
  secret: text(
    'Secret that signs the deliveries. Store it now: only this response contains it. It begins with whsec_',
  ),
});

const webhook_id = text('Identifier of the webhook, from GET /account/webhooks');

export const newWebhookInput = requestOf({
  url: z
    .string({ error: 'is required: an https URL' })
    .max(MAX_URL_CHARACTERS, { error: `must have at most ${MAX_URL_CHARACTERS} characters` })
    .refine(isReceiver, {
      error: 'must be an https URL with a public host name, without a user name or password',
    })
    .meta({ format: 'uri', description: 'URL that receives the events: https, with a public host name' }),
  events: events('Events to send, at least one').min(1, {
    error: `must have at least one of ${ACCOUNT_EVENTS.join(', ')}`,
  }),
});

const deliverySchema = record('WebhookDelivery', 'An event that is sent to a webhook', {
  event_id: text('Identifier of the event: the header webhook-id, the same in each attempt'),
  event: z.enum(EVENT_KINDS).meta({ description: 'Type of the event' }),
  state: z.enum(NOTICE_STATES).meta({
    description:
      'pending: it will be sent (again); delivered; failed: given up after a day; not_sent: too many deliveries waited for the webhook, its alerts were paused or deleted, or the account was suspended',
  }),
  created_at: timestamp('Time at which the event was taken over for this webhook'),
  attempts: count('Attempts so far'),
  next_attempt_at: timestamp('Time of the next attempt', 'Null if there is none').nullable(),
  last_attempt_at: timestamp('Time of the last attempt', 'Null before the first one').nullable(),
  settled_at: timestamp('Time of the delivery or of the last failure', 'Null while it is pending').nullable(),
  last_status: z
    .int()
    .meta({ description: 'HTTP status of the last answer; null without an answer' })
    .nullable(),
  last_error: text('Why the last attempt failed; null if it did not').nullable(),
});

export function webhookEndpoints(webhooks: Webhooks): Endpoint[] {
  return [
    endpoint({
      ...FREE,
      route: 'GET /account/webhooks',
      name: 'list_webhooks',
      title: 'Webhooks of the account',
      description: 'Lists the webhooks of the account, oldest first. Free.',
      output: z.array(webhookSchema),
      answer: async (_input, { account_id }) =>
        (await webhooks.all(account_id)).map((webhook) => fieldsOf(webhookSchema, webhook)),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/webhooks',
      name: 'create_webhook',
      title: 'Create a webhook',
      description: `Has events sent to an https URL, with the headers of Standard Webhooks, and returns the secret that signs them once. An account can have ${MAX_WEBHOOKS} webhooks. Deliveries go to public addresses only, do not follow redirects, and are repeated for a day until the receiver answers with a status from 200 to 299 within 10 seconds. Free.`,
      errors: ['webhook_limit_reached'],
      example: { url: SOME_URL, events: ['day.published', 'day.corrected'] },
      input: newWebhookInput,
      output: newWebhookSchema,
      answer: async ({ url, events: wanted }, caller) =>
        fieldsOf(
          newWebhookSchema,
          await webhooks.create(caller.account_id, new URL(url).href, wanted, keyActor(caller)),
        ),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/webhooks/:webhook_id/rotate',
      name: 'rotate_webhook_secret',
      title: 'Replace the secret of a webhook',
      description:
        'Replaces the secret of a webhook, and returns the new one once. All later attempts are signed with the new secret, also those of earlier events. The request has no body. Free.',
      errors: ['unknown_webhook'],
      example: { webhook_id: SOME_ID },
      input: requestOf({ webhook_id }),
      output: newWebhookSchema,
      answer: async (input, caller) =>
        fieldsOf(
          newWebhookSchema,
          await webhooks.rotate(caller.account_id, input.webhook_id, keyActor(caller)),
        ),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/webhooks/:webhook_id/test',
      name: 'test_webhook',
      title: 'Test a webhook',
      description:
        'Has an event of the type webhook.test sent to a webhook. The delivery log shows the result after a few seconds. The request has no body. Free.',
      errors: ['unknown_webhook', 'webhook_not_ready'],
      example: { webhook_id: SOME_ID },
      input: requestOf({ webhook_id }),
      output: record('WebhookTest', 'A test event that will be sent', {
        event_id: text('Identifier of the event: the header webhook-id of its delivery'),
      }),
      answer: async (input, { account_id }) => ({
        event_id: await webhooks.test(account_id, input.webhook_id),
      }),
    }),
    endpoint({
      ...FREE,
      route: 'GET /account/webhooks/:webhook_id/deliveries',
      name: 'list_webhook_deliveries',
      title: 'Deliveries of a webhook',
      description: `Lists the newest ${MAX_DELIVERIES_SHOWN} deliveries of a webhook, newest first. Settled deliveries are kept for 60 days. Free.`,
      errors: ['unknown_webhook'],
      example: { webhook_id: SOME_ID },
      input: requestOf({ webhook_id }),
      output: z.array(deliverySchema),
      answer: async (input, { account_id }) =>
        (await webhooks.deliveries(account_id, input.webhook_id)).map(presentDelivery),
    }),
    endpoint({
      ...FREE,
      route: 'DELETE /account/webhooks/:webhook_id',
      name: 'delete_webhook',
      title: 'Delete a webhook',
      description:
        'Deletes a webhook of the account, with its delivery log and the deliveries that wait. Free.',
      errors: ['unknown_webhook'],
      example: { webhook_id: SOME_ID },
      input: requestOf({ webhook_id }),
      output: webhookSchema,
      answer: async (input, caller) =>
        fieldsOf(webhookSchema, await webhooks.delete(caller.account_id, input.webhook_id, keyActor(caller))),
    }),
  ];
}

const settingsSchema = record('NoticeSettings', 'What is sent to the account by e-mail and Telegram', {
  language: z.enum(LANGUAGES).meta({ description: 'Language of e-mails: en (English) or id (Indonesian)' }),
  email_events: z.array(event).meta({ description: 'Events that are sent by e-mail' }),
  telegram_chat: text('Telegram chat that gets messages about alerts; null for none').nullable(),
});

export interface NoticeChoices {
  of(account_id: string): Promise<NoticeSettings>;
  change(account_id: string, settings: Partial<NoticeSettings>): Promise<void>;
  readonly telegram: TelegramChats;
}

/** @param language of accounts that chose none */
export function noticeChoices(
  services: Parameters<typeof changeNoticeSettings>[0],
  language: Language,
  telegram: TelegramChats,
): NoticeChoices {
  return {
    of: (account_id) => noticeSettings(services.ledger, account_id, language),
    telegram,
    change: (account_id, settings) => changeNoticeSettings(services, account_id, settings),
  };
}

export const telegramCodeInput = requestOf({ chat });

/** The language and the events of e-mails, and the Telegram chat. */
export function noticeSettingsEndpoints(choices: NoticeChoices): Endpoint[] {
  return [
    endpoint({
      ...FREE,
      route: 'GET /account/notices',
      name: 'get_notice_settings',
      title: 'Settings of e-mails',
      description:
        'Returns the language of e-mails to the account, and the events that are sent by e-mail. Free.',
      output: settingsSchema,
      answer: async (_input, { account_id }) => choices.of(account_id),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/notices',
      name: 'change_notice_settings',
      title: 'Change the settings of e-mails',
      description: `Changes the language of e-mails, the events that are sent by e-mail, or the Telegram chat that gets messages about alerts (null for none; a new one needs its code). By default, these events are sent: ${DEFAULT_EMAIL_EVENTS.join(', ')}. The quota of a day, on the Free plan, is never reported by e-mail. The morning brief is none of the events: each person subscribes to it on its page. Free.`,
      example: { language: 'id' },
      input: requestOf({
        telegram_chat: chat
          .nullable()
          .meta({
            description: 'Telegram chat that gets messages about alerts; null for none. Default: unchanged',
          })
          .optional(),
        telegram_code: text('Code that the chat got, with a new `telegram_chat`').optional(),
        language: z
          .enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(', ')}` })
          .meta({ description: 'Language of e-mails. Default: unchanged' })
          .optional(),
        email_events: events(
          'Events to send by e-mail; an empty array for none. Default: unchanged',
        ).optional(),
      }).refine(({ telegram_code: _, ...sent }) => Object.values(sent).some((each) => each !== undefined), {
        error: 'must have at least one of language, email_events and telegram_chat',
      }),
      output: settingsSchema,
      async answer({ language, email_events, telegram_chat, telegram_code = '' }, { account_id }) {
        if (telegram_chat) await choices.telegram.check(account_id, telegram_chat, telegram_code);
        await choices.change(account_id, {
          ...(language && { language }),
          ...(email_events && { email_events }),
          ...(telegram_chat !== undefined && { telegram_chat }),
        });
        return choices.of(account_id);
      },
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/notices/telegram',
      name: 'send_telegram_code',
      title: 'Send a code to a Telegram chat',
      description:
        'Has the bot of the server send a code to a chat, at most one a minute. Start the bot in the chat before. The code expires after one to two hours. POST /account/notices with the chat and the code then has messages about alerts sent to the chat. Free.',
      example: { chat: '123456789' },
      input: telegramCodeInput,
      output: record('TelegramChat', 'A chat that gets a code', { chat: text('Identifier of the chat') }),
      answer: async (input, { account_id }) => {
        await choices.telegram.sendCode(account_id, input.chat);
        return input;
      },
    }),
  ];
}

/** An https URL whose host is a name with a dot. Its addresses are checked at each attempt. */
function isReceiver(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, hostname } = new URL(url);
  const isName = /^[a-z\d.-]+\.[a-z][a-z\d-]*\.?$/.test(hostname);
  return protocol === 'https:' && username === '' && password === '' && isName;
}

function presentDelivery(delivery: Delivery) {
  return fieldsOf(deliverySchema, { ...delivery, event: delivery.kind });
}
