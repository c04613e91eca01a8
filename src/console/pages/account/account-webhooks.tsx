import type { FastifyInstance } from 'fastify';
import {
  type NoticeChoices,
  newWebhookInput,
  telegramCodeInput,
} from '../../../api/endpoints/account/notices.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import type { Accounts } from '../../../commerce/accounts/accounts.ts';
import type { NoticeSettings } from '../../../commerce/accounts/notices/notice-settings.ts';
import { MAX_WEBHOOKS, type Webhook, type Webhooks } from '../../../commerce/accounts/notices/webhooks.ts';
import type { SavedItem, SavedItems } from '../../../commerce/accounts/saved-items.ts';
import { ACCOUNT_EVENTS, EMAIL_EVENTS, type EmailEvent, LANGUAGES } from '../../../core/commerce-terms.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable, OfRow } from '../components/data-table.tsx';
import { Checks, Field, Form, Select, Submit } from '../components/forms.tsx';
import { Empty } from '../components/notice.tsx';
import type { View } from '../components/view.ts';
import { useView } from '../components/view.ts';
import { valuesOf } from '../framework/page-routes.tsx';
import type { SignInServices } from '../sign-in/sign-in-forms.ts';
import {
  type AccountContext,
  AccountPage,
  accountForm,
  accountPage,
  OwnersOnly,
  useAccount,
} from './account-page.tsx';
import {
  secretPage,
  WEBHOOKS,
  WebhookState,
  webhookConfirmation,
  webhookOf,
  webhookPage,
} from './account-webhook.tsx';

const MAX_URL_CHARACTERS = 500;

export interface WebhookPageServices {
  readonly accounts: Accounts;
  readonly webhooks: Webhooks;
  readonly notices: NoticeChoices;
  readonly saved: SavedItems;
  /** Null if the server sends no e-mail. */
  readonly mailer: SignInServices['mailer'];
}

/** The webhooks of an account with their logs, and the choices of its e-mails. */
export function webhookPages(scope: FastifyInstance, services: WebhookPageServices): void {
  const { webhooks, notices } = services;
  const list = { back: WEBHOOKS, show: (context: AccountContext) => webhooksPage(services, context) };
  const detail = {
    back: `${WEBHOOKS}/:webhook_id`,
    show: (context: AccountContext) => webhookPage(services, context),
  };
  accountPage(scope, list.back, 'webhooks', list.show);
  accountPage(scope, detail.back, 'webhooks', detail.show);
  for (const action of ['replace-secret', 'delete'] as const) {
    accountPage(scope, `${detail.back}/${action}`, 'webhooks', async (context) =>
      webhookConfirmation(context, await webhookOf(context, webhooks), action),
    );
  }

  accountForm(scope, `${WEBHOOKS}/create`, {
    ...list,
    async run(fields, context) {
      const sent = { url: fields.url ?? '', events: valuesOf(context, 'events') };
      const { url, events } = validated(newWebhookInput, sent);
      const created = await webhooks.create(context.account_id, new URL(url).href, events, context.actor);
      const view = { ...context.view, url: `${WEBHOOKS}/${created.webhook_id}` };
      return secretPage({ ...context, view }, created);
    },
  });

  accountForm(scope, `${WEBHOOKS}/notices`, {
    ...list,
    async run(fields, context) {
      const language = LANGUAGES.find((each) => each === fields.language);
      const chosen = valuesOf(context, 'email_events');
      await notices.change(context.account_id, {
        ...(language && { language }),
        email_events: EMAIL_EVENTS.filter((event) => chosen.includes(event)),
        brief_watchlist: fields.brief_watchlist || null,
      });
      return 'notices_saved';
    },
  });

  accountForm(scope, `${WEBHOOKS}/brief`, {
    ...list,
    async run({ brief_watchlist }, { account_id }) {
      const { email_events } = await notices.of(account_id);
      await notices.change(account_id, {
        email_events: [...email_events, 'brief.published'],
        brief_watchlist: brief_watchlist || null,
      });
      return 'notices_saved';
    },
  });

  accountForm(scope, `${WEBHOOKS}/telegram`, {
    ...list,
    async run({ action, chat, telegram_code }, { account_id, view }) {
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
  });

  accountForm(scope, `${detail.back}/send-test`, {
    ...detail,
    async run(_, context) {
      const { webhook_id } = await webhookOf(context, webhooks);
      await webhooks.test(context.account_id, webhook_id);
      return 'test_sent';
    },
  });

  accountForm(scope, `${detail.back}/replace-secret`, {
    ...detail,
    async run(_, context) {
      const { webhook_id } = await webhookOf(context, webhooks);
      return secretPage(context, await webhooks.rotate(context.account_id, webhook_id, context.actor));
    },
  });

  accountForm(scope, `${detail.back}/delete`, {
    ...detail,
    async run(_, context) {
      const { webhook_id } = await webhookOf(context, webhooks);
      await webhooks.delete(context.account_id, webhook_id, context.actor);
      return { to: WEBHOOKS, done: 'webhook_deleted' };
    },
  });
}

async function webhooksPage(
  { accounts, webhooks, notices, saved, mailer }: WebhookPageServices,
  context: AccountContext,
) {
  const { view, account_id, isOwner } = context;
  const { texts, numbers } = view;
  const { webhooks: webhookTexts } = texts.account;
  const all = await webhooks.all(account_id);
  const { email } = await accounts.withId(account_id);
  return (
    <AccountPage
      context={context}
      tab="webhooks"
      title={webhookTexts.title}
      remark={webhookTexts.remark(numbers.full(all.length), numbers.full(MAX_WEBHOOKS))}
    >
      <div class="grid">
        <section class="card c12">
          <DataTable
            id="webhooks"
            caption={webhookTexts.caption}
            rows={all}
            columns={webhookColumns(view)}
            empty={<Empty title={webhookTexts.none}>{webhookTexts.none_advice}</Empty>}
          />
          <OwnersOnly />
        </section>
        {isOwner && all.length < MAX_WEBHOOKS && <NewWebhook />}
        <NoticesCard
          email={email}
          isOwner={isOwner}
          sendsMail={mailer !== null}
          settings={await notices.of(account_id)}
          lists={(await saved.all(account_id)).filter(({ kind }) => kind === 'watchlist')}
        />
        {notices.telegram.isAvailable && (
          <TelegramCard isOwner={isOwner} chat={(await notices.of(account_id)).telegram_chat} />
        )}
      </div>
    </AccountPage>
  );
}

function NewWebhook() {
  const context = useAccount();
  const { view, refused } = context;
  const { webhooks } = view.texts.account;
  return (
    <Card
      title={webhooks.new_title}
      about={webhooks.new_about}
      span={7}
      id="new"
      footer={<a href="/docs/caller#verify-a-delivery">{webhooks.guide}</a>}
    >
      <Form action={`${WEBHOOKS}/create`}>
        <Field
          name="url"
          type="url"
          label={webhooks.url}
          hint={webhooks.url_hint}
          maxLength={MAX_URL_CHARACTERS}
          autocomplete="off"
          required
        />
        <Checks
          name="events"
          label={webhooks.events}
          chosen={refused === 'create' ? valuesOf(context, 'events') : ['day.published', 'day.corrected']}
          options={eventOptions(view, ACCOUNT_EVENTS)}
        />
        <Submit kind="primary">{webhooks.create}</Submit>
      </Form>
    </Card>
  );
}

function NoticesCard({
  email,
  isOwner,
  sendsMail,
  settings: { language, email_events, brief_watchlist },
  lists,
}: {
  email: string;
  isOwner: boolean;
  sendsMail: boolean;
  settings: NoticeSettings;
  /** The watchlists of the account. */
  lists: readonly SavedItem[];
}) {
  const view = useView();
  const { webhooks } = view.texts.account;
  const briefs = [
    { value: '', title: view.texts.brief.market },
    ...lists.map(({ saved_id, name }) => ({ value: saved_id, title: name })),
  ];
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
            options={eventOptions(view, EMAIL_EVENTS)}
          />
          <Select
            name="brief_watchlist"
            label={webhooks.brief_watchlist}
            value={brief_watchlist ?? ''}
            options={briefs}
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
              <li key={event}>
                {webhooks.event_names[event]}
                {event === 'brief.published' &&
                  `: ${briefs.find(({ value }) => value === (brief_watchlist ?? ''))?.title}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The chat that gets messages about alerts. */
function TelegramCard({ isOwner, chat }: { isOwner: boolean; chat: string | null }) {
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

function eventOptions({ texts }: View, events: readonly EmailEvent[]) {
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

function webhookColumns(view: View): Column<Webhook>[] {
  const { webhooks, actions } = view.texts.account;
  return [
    { title: webhooks.url, cell: ({ url }) => <span class="long">{url}</span> },
    { title: webhooks.events, cell: ({ events }) => <span class="long">{events.join(', ')}</span> },
    { title: webhooks.created, time: ({ created_at }) => created_at },
    { title: webhooks.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    {
      title: actions,
      actions: ({ webhook_id, url }) => (
        <a href={`${WEBHOOKS}/${webhook_id}`}>
          <OfRow text={webhooks.open} row={url} />
        </a>
      ),
    },
  ];
}
