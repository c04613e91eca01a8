import type { FastifyInstance } from 'fastify';
import { type NoticeChoices, telegramCodeInput } from '../../../../api/endpoints/account/notices.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { NoticeSettings } from '../../../../commerce/accounts/notices/notice-settings.ts';
import { ACCOUNT_EVENTS, type AccountEvent, LANGUAGES } from '../../../../core/commerce-terms.ts';
import { Card } from '../../components/card.tsx';
import { Checks, Field, Form, Select, Submit } from '../../components/forms.tsx';
import { useView, type View } from '../../components/view.ts';
import { valuesOf } from '../../framework/page-routes.tsx';
import { type AccountFormPage, accountForm } from '../account-form.tsx';
import { WEBHOOKS } from './webhook-page.tsx';

/** Registers the forms of e-mails and of messages. @param list the page that they are on */
export function noticeForms(
  scope: FastifyInstance,
  { notices }: { readonly notices: NoticeChoices },
  list: AccountFormPage,
): void {
  accountForm(scope, `${WEBHOOKS}/notices`, list, async (fields, context) => {
    const language = LANGUAGES.find((each) => each === fields.language);
    const chosen = valuesOf(context, 'email_events');
    await notices.change(context.account_id, {
      ...(language && { language }),
      email_events: ACCOUNT_EVENTS.filter((event) => chosen.includes(event)),
    });
    return 'notices_saved';
  });

  accountForm(
    scope,
    `${WEBHOOKS}/telegram`,
    list,
    async ({ action, chat, telegram_code }, { account_id, view }) => {
      const { telegram_code_sent: content } = view.texts.account.webhooks;
      if (action === 'stop') await notices.change(account_id, { telegram_chat: null });
      else {
        const { chat: telegram_chat } = validated(telegramCodeInput, { chat: chat ?? '' });
        if (telegram_code === undefined) {
          await notices.telegram.sendCode(account_id, telegram_chat);
          return { kind: 'info', content, keepsForm: true };
        }
        await notices.telegram.check(account_id, telegram_chat, telegram_code);
        await notices.change(account_id, { telegram_chat });
      }
      return 'notices_saved';
    },
  );
}

export function NoticesCard({
  email,
  isOwner,
  sendsMail,
  settings: { language, email_events },
}: {
  email: string;
  isOwner: boolean;
  sendsMail: boolean;
  settings: NoticeSettings;
}) {
  const view = useView();
  const { webhooks } = view.texts.account;
  return (
    <Card
      title={webhooks.notices}
      about={sendsMail ? <span class="long">{webhooks.notices_about(email)}</span> : undefined}
      span={5}
      id="notices"
    >
      {!sendsMail && <p>{webhooks.no_mail}</p>}
      {isOwner && sendsMail ? (
        <Form action={`${WEBHOOKS}/notices`}>
          <Select
            name="language"
            label={webhooks.language}
            value={language}
            options={LANGUAGES.map((value) => ({ value, title: webhooks.languages[value] }))}
          />
          <Checks
            name="email_events"
            label={webhooks.email_events}
            chosen={email_events}
            options={eventOptions(view, ACCOUNT_EVENTS)}
          />
          <Submit>{webhooks.save}</Submit>
        </Form>
      ) : (
        <>
          <p>
            {webhooks.language}: {webhooks.languages[language]}
          </p>
          <h3>{webhooks.email_events}</h3>
          {email_events.length === 0 && <p>{webhooks.no_email_events}</p>}
          <ul>
            {email_events.map((event) => (
              <li key={event}>{webhooks.event_names[event]}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The chat that gets messages about alerts. */
export function TelegramCard({ isOwner, chat }: { isOwner: boolean; chat: string | null }) {
  const { webhooks } = useView().texts.account;
  return (
    <Card title="Telegram" about={webhooks.telegram_about} span={5} id="telegram">
      <p>{chat === null ? webhooks.no_telegram : webhooks.telegram_chat(chat)}</p>
      {isOwner && (
        <Form action={`${WEBHOOKS}/telegram`}>
          <Field
            name="chat"
            label={webhooks.chat}
            hint={webhooks.chat_hint}
            maxLength={33}
            autocomplete="off"
          />
          <Field
            name="telegram_code"
            label={webhooks.telegram_code}
            hint={webhooks.telegram_code_hint}
            maxLength={20}
            autocomplete="off"
          />
          <p class="buttons">
            <Submit>{webhooks.save}</Submit>
            {chat !== null && (
              <Submit name="action" value="stop" kind="danger">
                {webhooks.telegram_stop}
              </Submit>
            )}
          </p>
        </Form>
      )}
    </Card>
  );
}

export function eventOptions({ texts }: View, events: readonly AccountEvent[]) {
  const { event_names } = texts.account.webhooks;
  return events.map((value) => ({
    value,
    title: (
      <>
        {event_names[value]} <code class="mute">{value}</code>
      </>
    ),
  }));
}
