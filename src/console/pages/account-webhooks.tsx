import type { FastifyInstance } from 'fastify';
import { type NoticeChoices, newWebhookInput } from '../../api/endpoints/notices.ts';
import { validated } from '../../api/http/validation.ts';
import type { Accounts } from '../../commerce/accounts/accounts.ts';
import type { NoticeSettings } from '../../commerce/accounts/notice-settings.ts';
import {
  type Delivery,
  MAX_DELIVERIES_SHOWN,
  MAX_WEBHOOKS,
  type Webhook,
  type Webhooks,
} from '../../commerce/accounts/webhooks.ts';
import { ACCOUNT_EVENTS, type EventKind, LANGUAGES } from '../../core/commerce-terms.ts';
import { AlirError } from '../../core/errors.ts';
import {
  type AccountContext,
  AccountPage,
  accountForm,
  accountPage,
  Confirmation,
  OwnersOnly,
} from './account-page.tsx';
import { Card } from './card.tsx';
import { Facts } from './facts.tsx';
import { Checks, Field, Form, Select, Submit } from './forms.tsx';
import { Empty, Notice, type NoticeKind, Tag } from './notice.tsx';
import { valuesOf } from './page-routes.tsx';
import { Secret } from './secret.tsx';
import type { SignInServices } from './sign-in-forms.ts';
import { type Column, DataTable, OfRow } from './table.tsx';
import type { View } from './view.ts';

const PATH = '/account/webhooks';
const MAX_URL_CHARACTERS = 500;

export interface WebhookPageServices {
  readonly accounts: Accounts;
  readonly webhooks: Webhooks;
  readonly notices: NoticeChoices;
  /** Null if the server sends no e-mail. */
  readonly mailer: SignInServices['mailer'];
}

const DELIVERY_KINDS: Readonly<Record<Delivery['state'], NoticeKind>> = {
  pending: 'info',
  delivered: 'ok',
  failed: 'bad',
  not_sent: 'warn',
};

/** The webhooks of an account with their logs, and the choices of its e-mails. */
export function webhookPages(scope: FastifyInstance, services: WebhookPageServices): void {
  const { webhooks, notices } = services;
  const list = { back: PATH, show: webhooksPage(services) };
  const detail = { back: `${PATH}/:webhook_id`, show: webhookPage(services) };
  accountPage(scope, list.back, 'webhooks', list.show);
  accountPage(scope, detail.back, 'webhooks', detail.show);
  for (const action of ['replace-secret', 'delete'] as const) {
    accountPage(scope, `${detail.back}/${action}`, 'webhooks', async (context) =>
      confirmationPage(context, await webhookOf(context, webhooks), action),
    );
  }

  accountForm(scope, `${PATH}/create`, {
    ...list,
    async run(fields, context) {
      const sent = { url: fields.url ?? '', events: valuesOf(context, 'events') };
      const { url, events } = validated(newWebhookInput, sent);
      const created = await webhooks.create(context.account_id, new URL(url).href, events);
      const view = { ...context.view, url: `${PATH}/${created.webhook_id}` };
      return secretPage({ ...context, view }, created);
    },
  });

  accountForm(scope, `${PATH}/notices`, {
    ...list,
    async run(fields, context) {
      const language = LANGUAGES.find((each) => each === fields.language);
      const chosen = valuesOf(context, 'email_events');
      await notices.change(context.account_id, {
        ...(language && { language }),
        email_events: ACCOUNT_EVENTS.filter((event) => chosen.includes(event)),
      });
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
      return secretPage(context, await webhooks.rotate(context.account_id, webhook_id));
    },
  });

  accountForm(scope, `${detail.back}/delete`, {
    ...detail,
    async run(_, context) {
      const { webhook_id } = await webhookOf(context, webhooks);
      await webhooks.delete(context.account_id, webhook_id);
      return { to: PATH, done: 'webhook_deleted' };
    },
  });
}

/** The webhook of the path. @throws AlirError `unknown_webhook` */
async function webhookOf({ params, account_id }: AccountContext, webhooks: Webhooks): Promise<Webhook> {
  const found = (await webhooks.all(account_id)).find(({ webhook_id }) => webhook_id === params.webhook_id);
  if (found) return found;
  throw new AlirError('unknown_webhook', 'The account has no webhook with this id.');
}

function webhooksPage({ accounts, webhooks, notices, mailer }: WebhookPageServices) {
  return async (context: AccountContext) => {
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
              view={view}
              id="webhooks"
              caption={webhookTexts.caption}
              rows={all}
              keyOf={({ webhook_id }) => webhook_id}
              columns={webhookColumns(view)}
              empty={<Empty title={webhookTexts.none}>{webhookTexts.none_advice}</Empty>}
            />
            <OwnersOnly context={context} />
          </section>
          {isOwner && all.length < MAX_WEBHOOKS && <NewWebhook context={context} />}
          <NoticesCard
            view={view}
            email={email}
            isOwner={isOwner}
            sendsMail={mailer !== null}
            settings={await notices.of(account_id)}
          />
        </div>
      </AccountPage>
    );
  };
}

function NewWebhook({ context }: { readonly context: AccountContext }) {
  const { view, sent, problems, refused } = context;
  const { webhooks } = view.texts.account;
  return (
    <Card
      title={webhooks.new_title}
      about={webhooks.new_about}
      span={7}
      id="new"
      footer={<a href="/docs/caller#verify-a-delivery">{webhooks.guide}</a>}
    >
      <Form view={view} action={`${PATH}/create`}>
        <Field
          name="url"
          type="url"
          label={webhooks.url}
          hint={webhooks.url_hint}
          value={sent.url}
          problem={problems.url}
          maxLength={MAX_URL_CHARACTERS}
          autocomplete="off"
          required
        />
        <Checks
          name="events"
          label={webhooks.events}
          chosen={refused === 'create' ? valuesOf(context, 'events') : ['day.published', 'day.corrected']}
          options={eventOptions(view)}
          problem={problems.events}
        />
        <Submit kind="primary">{webhooks.create}</Submit>
      </Form>
    </Card>
  );
}

function NoticesCard({
  view,
  email,
  isOwner,
  sendsMail,
  settings: { language, email_events },
}: {
  readonly view: View;
  readonly email: string;
  readonly isOwner: boolean;
  readonly sendsMail: boolean;
  readonly settings: NoticeSettings;
}) {
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
        <Form view={view} action={`${PATH}/notices`}>
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
            options={eventOptions(view)}
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

function eventOptions({ texts }: View) {
  const { event_names } = texts.account.webhooks;
  return ACCOUNT_EVENTS.map((value) => ({
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
    { key: 'url', title: webhooks.url, cell: ({ url }) => <span class="long">{url}</span> },
    {
      key: 'events',
      title: webhooks.events,
      cell: ({ events }) => <span class="long">{events.join(', ')}</span>,
    },
    { key: 'created', title: webhooks.created, time: ({ created_at }) => created_at },
    { key: 'state', title: webhooks.state, cell: (webhook) => <State view={view} webhook={webhook} /> },
    {
      key: 'open',
      title: actions,
      actions: ({ webhook_id, url }) => (
        <a href={`${PATH}/${webhook_id}`}>
          <OfRow text={webhooks.open} row={url} />
        </a>
      ),
    },
  ];
}

function State({
  view,
  webhook: { failing_since, disabled_at },
}: {
  readonly view: View;
  readonly webhook: Webhook;
}) {
  const { states } = view.texts.account.webhooks;
  if (disabled_at !== null) return <Tag kind="bad">{states.disabled}</Tag>;
  if (failing_since !== null) return <Tag kind="warn">{states.failing}</Tag>;
  return <Tag kind="ok">{states.ok}</Tag>;
}

function webhookPage({ webhooks }: WebhookPageServices) {
  return async (context: AccountContext) => {
    const { view, account_id, isOwner } = context;
    const { texts, dates, numbers } = view;
    const { webhooks: webhookTexts } = texts.account;
    const webhook = await webhookOf(context, webhooks);
    const { webhook_id, url, events, created_at, failing_since, disabled_at } = webhook;
    const path = `${PATH}/${webhook_id}`;
    return (
      <AccountPage
        context={context}
        tab="webhooks"
        title={webhookTexts.detail_title}
        remark={<span class="long">{url}</span>}
      >
        <div class="grid">
          <Card
            title={<State view={view} webhook={webhook} />}
            about={failing_since === null ? undefined : webhookTexts.failing_since(dates.time(failing_since))}
          >
            {disabled_at !== null && (
              <Notice kind="bad" title={webhookTexts.disabled_at(dates.time(disabled_at))}>
                {webhookTexts.disabled_advice}
              </Notice>
            )}
            <Facts
              facts={[
                [webhookTexts.events, events.join(', ')],
                [webhookTexts.created, dates.time(created_at)],
              ]}
            />
            {isOwner && (
              <Form view={view} action={`${path}/send-test`}>
                <p class="buttons">
                  <Submit kind="primary">{webhookTexts.test}</Submit>
                  <a class="btn" href={`${path}/replace-secret`}>
                    {webhookTexts.rotate}
                  </a>
                  <a class="btn danger" href={`${path}/delete`}>
                    {webhookTexts.delete}
                  </a>
                </p>
              </Form>
            )}
          </Card>
          <Card
            title={webhookTexts.log}
            about={webhookTexts.log_about(numbers.full(MAX_DELIVERIES_SHOWN))}
            footer={<a href={path}>{webhookTexts.reload}</a>}
          >
            <DataTable
              view={view}
              id="deliveries"
              caption={webhookTexts.log_caption}
              rows={await webhooks.deliveries(account_id, webhook_id)}
              keyOf={({ notice_id }) => notice_id}
              columns={deliveryColumns(view)}
              empty={<Empty title={webhookTexts.no_deliveries}>{webhookTexts.no_deliveries_advice}</Empty>}
            />
          </Card>
        </div>
      </AccountPage>
    );
  };
}

function deliveryColumns(view: View): Column<Delivery>[] {
  const { webhooks } = view.texts.account;
  const names: Readonly<Partial<Record<EventKind, string>>> = webhooks.event_names;
  return [
    {
      key: 'event',
      title: webhooks.event,
      cell: ({ kind }) => (
        <>
          <code>{kind}</code>
          <small class="under">{names[kind]}</small>
        </>
      ),
    },
    { key: 'created', title: webhooks.created, time: ({ created_at }) => created_at },
    {
      key: 'state',
      title: webhooks.state,
      cell: ({ state }) => <Tag kind={DELIVERY_KINDS[state]}>{webhooks.delivery_states[state]}</Tag>,
    },
    { key: 'attempts', title: webhooks.attempts, number: ({ attempts }) => attempts },
    { key: 'last', title: webhooks.attempted, time: ({ last_attempt_at }) => last_attempt_at },
    { key: 'next', title: webhooks.next, time: ({ next_attempt_at }) => next_attempt_at },
    {
      key: 'answer',
      title: webhooks.answer,
      cell: ({ last_status, last_error, attempts }) =>
        last_status !== null ? (
          <>
            {last_status} {last_error !== null && <small class="under">{last_error}</small>}
          </>
        ) : (
          (last_error ?? (attempts > 0 ? webhooks.no_answer : '–'))
        ),
    },
  ];
}

function confirmationPage(
  context: AccountContext,
  { webhook_id, url }: Webhook,
  action: 'replace-secret' | 'delete',
) {
  const { webhooks } = context.view.texts.account;
  const isDeletion = action === 'delete';
  return (
    <AccountPage
      context={context}
      tab="webhooks"
      title={isDeletion ? webhooks.delete_title : webhooks.rotate}
      remark={<span class="long">{url}</span>}
    >
      <Confirmation
        context={context}
        action={`${PATH}/${webhook_id}/${action}`}
        submit={isDeletion ? webhooks.delete_submit : webhooks.rotate}
        kind={isDeletion ? 'danger' : 'primary'}
        back={`${PATH}/${webhook_id}`}
      >
        <p>{isDeletion ? webhooks.delete_effect : webhooks.rotate_effect}</p>
      </Confirmation>
    </AccountPage>
  );
}

/** The secret of a webhook, which only this page shows. */
function secretPage(
  context: AccountContext,
  { webhook_id, url, secret }: Webhook & { readonly secret: string },
) {
  const { view } = context;
  const { webhooks } = view.texts.account;
  return (
    <AccountPage
      context={context}
      tab="webhooks"
      title={webhooks.secret_title}
      remark={<span class="long">{url}</span>}
    >
      <section class="card confirmation">
        <p>{webhooks.secret_advice}</p>
        <Secret view={view} text={secret} />
        <p class="buttons">
          <a class="btn" href={`${PATH}/${webhook_id}`}>
            {webhooks.back}
          </a>
          <a class="btn" href="/docs/caller#verify-a-delivery">
            {webhooks.guide}
          </a>
        </p>
      </section>
    </AccountPage>
  );
}
