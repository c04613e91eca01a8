import type { FastifyInstance, FastifyReply } from 'fastify';
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
import { Secret } from './account-keys.tsx';
import {
  type AccountRequest,
  accountForm,
  accountPage,
  Card,
  Confirmation,
  NO_PROBLEMS,
  OwnersOnly,
  orCorrected,
  type Problems,
  redirected,
  sendAccountPage,
} from './account-page.tsx';
import { Checks, Field, Form, Select, Submit } from './forms.tsx';
import { Empty, Notice, type NoticeKind, Tag } from './notice.tsx';
import type { SignInServices } from './sign-in-forms.ts';
import { type Column, DataTable } from './table.tsx';
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

interface SentForm {
  readonly url: string;
  readonly events: readonly string[];
  readonly problems: Problems;
  readonly status: number;
}

const NEW: SentForm = {
  url: '',
  events: ['day.published', 'day.corrected'],
  problems: NO_PROBLEMS,
  status: 200,
};

const DELIVERY_KINDS: Readonly<Record<Delivery['state'], NoticeKind>> = {
  pending: 'info',
  delivered: 'ok',
  failed: 'bad',
  not_sent: 'warn',
};

/** The webhooks of an account with their logs, and the choices of its e-mails. */
export function webhookPages(scope: FastifyInstance, services: WebhookPageServices): void {
  const { webhooks, notices } = services;

  accountPage(scope, PATH, 'webhooks', (context) => sendWebhooks(context, services));

  accountForm(scope, `${PATH}/create`, async (context, form) => {
    const sent = { url: form.text('url'), events: form.list('events') };
    return await orCorrected(
      context,
      async () => {
        const { url, events } = validated(newWebhookInput, sent);
        const created = await webhooks.create(context.account_id, new URL(url).href, events);
        return sendSecret(context, created);
      },
      (problems, status) => sendWebhooks(context, services, { ...sent, problems, status }),
    );
  });

  accountForm(scope, `${PATH}/notices`, async (context, form) => {
    const language = LANGUAGES.find((each) => each === form.text('language'));
    const chosen = form.list('email_events');
    await notices.change(context.account_id, {
      ...(language && { language }),
      email_events: ACCOUNT_EVENTS.filter((event) => chosen.includes(event)),
    });
    return redirected(context, PATH, 'notices_saved');
  });

  accountPage(scope, `${PATH}/:webhook_id`, 'webhooks', async (context) =>
    sendWebhook(context, services, await webhookOf(context, webhooks)),
  );

  accountForm(scope, `${PATH}/:webhook_id/send-test`, async (context) => {
    const webhook = await webhookOf(context, webhooks);
    const { webhook_id } = webhook;
    return await orCorrected(
      context,
      async () => {
        await webhooks.test(context.account_id, webhook_id);
        return redirected(context, `${PATH}/${webhook_id}`, 'test_sent');
      },
      (problems, status) => sendWebhook(context, services, webhook, problems, status),
    );
  });

  for (const action of ['replace-secret', 'delete'] as const) {
    accountPage(scope, `${PATH}/:webhook_id/${action}`, 'webhooks', async (context) =>
      sendQuestion(context, await webhookOf(context, webhooks), action),
    );
  }

  accountForm(scope, `${PATH}/:webhook_id/replace-secret`, async (context) => {
    const { webhook_id } = await webhookOf(context, webhooks);
    return sendSecret(context, await webhooks.rotate(context.account_id, webhook_id));
  });

  accountForm(scope, `${PATH}/:webhook_id/delete`, async (context) => {
    const { webhook_id } = await webhookOf(context, webhooks);
    await webhooks.delete(context.account_id, webhook_id);
    return redirected(context, PATH, 'webhook_deleted');
  });
}

/** The webhook of the path. @throws AlirError `unknown_webhook` */
async function webhookOf({ request, account_id }: AccountRequest, webhooks: Webhooks): Promise<Webhook> {
  const { webhook_id } = request.params as { readonly webhook_id: string };
  const found = (await webhooks.all(account_id)).find((each) => each.webhook_id === webhook_id);
  if (found) return found;
  throw new AlirError('unknown_webhook', 'The account has no webhook with this id.');
}

async function sendWebhooks(
  context: AccountRequest,
  { accounts, webhooks, notices, mailer }: WebhookPageServices,
  { url, events, problems, status }: SentForm = NEW,
): Promise<FastifyReply> {
  const { view, account_id, isOwner } = context;
  const { texts, numbers } = view;
  const { webhooks: webhookTexts } = texts.account;
  const all = await webhooks.all(account_id);
  const { email } = await accounts.withId(account_id);
  return sendAccountPage(
    context,
    {
      tab: 'webhooks',
      title: webhookTexts.title,
      remark: webhookTexts.remark(numbers.full(all.length), numbers.full(MAX_WEBHOOKS)),
      problems,
      url: PATH,
    },
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
        <OwnersOnly view={view} isOwner={isOwner} />
      </section>
      {isOwner && all.length < MAX_WEBHOOKS && (
        <Card
          title={webhookTexts.new_title}
          about={webhookTexts.new_about}
          span={7}
          id="new"
          footer={<a href="/docs/caller#verify-a-delivery">{webhookTexts.guide}</a>}
        >
          <Form view={view} action={`${PATH}/create`}>
            <Field
              name="url"
              type="url"
              label={webhookTexts.url}
              hint={webhookTexts.url_hint}
              value={url}
              problem={problems.fields.url}
              maxLength={MAX_URL_CHARACTERS}
              autocomplete="off"
              required
            />
            <Checks
              name="events"
              label={webhookTexts.events}
              chosen={events}
              options={eventOptions(view)}
              problem={problems.fields.events}
            />
            <Submit kind="primary">{webhookTexts.create}</Submit>
          </Form>
        </Card>
      )}
      <NoticesCard
        view={view}
        email={email}
        isOwner={isOwner}
        sendsMail={mailer !== null}
        settings={await notices.of(account_id)}
      />
    </div>,
    status,
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
  const { texts, dates } = view;
  const { webhooks, actions } = texts.account;
  return [
    { key: 'url', title: webhooks.url, cell: ({ url }) => <span class="long">{url}</span> },
    {
      key: 'events',
      title: webhooks.events,
      cell: ({ events }) => <span class="long">{events.join(', ')}</span>,
    },
    { key: 'created', title: webhooks.created, cell: ({ created_at }) => dates.time(created_at) },
    { key: 'state', title: webhooks.state, cell: (webhook) => <State view={view} webhook={webhook} /> },
    {
      key: 'open',
      title: <span class="visually-hidden">{actions}</span>,
      cell: ({ webhook_id, url }) => (
        <a href={`${PATH}/${webhook_id}`}>
          {webhooks.open}
          <span class="visually-hidden"> {url}</span>
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

async function sendWebhook(
  context: AccountRequest,
  { webhooks }: WebhookPageServices,
  webhook: Webhook,
  problems: Problems = NO_PROBLEMS,
  status = 200,
): Promise<FastifyReply> {
  const { view, account_id, isOwner } = context;
  const { texts, dates, numbers } = view;
  const { webhooks: webhookTexts } = texts.account;
  const { webhook_id, url, events, created_at, failing_since, disabled_at } = webhook;
  const deliveries = await webhooks.deliveries(account_id, webhook_id);
  const path = `${PATH}/${webhook_id}`;
  return sendAccountPage(
    context,
    {
      tab: 'webhooks',
      title: webhookTexts.detail_title,
      remark: <span class="long">{url}</span>,
      problems,
      url: path,
    },
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
        <dl class="facts">
          <dt>{webhookTexts.events}</dt>
          <dd>{events.join(', ')}</dd>
          <dt>{webhookTexts.created}</dt>
          <dd>{dates.time(created_at)}</dd>
        </dl>
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
          rows={deliveries}
          keyOf={({ notice_id }) => notice_id}
          columns={deliveryColumns(view)}
          empty={<Empty title={webhookTexts.no_deliveries}>{webhookTexts.no_deliveries_advice}</Empty>}
        />
      </Card>
    </div>,
    status,
  );
}

function deliveryColumns(view: View): Column<Delivery>[] {
  const { texts, dates, numbers } = view;
  const { webhooks } = texts.account;
  const timed = (time: string | null) => (time === null ? '–' : dates.time(time));
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
    { key: 'created', title: webhooks.created, cell: ({ created_at }) => dates.time(created_at) },
    {
      key: 'state',
      title: webhooks.state,
      cell: ({ state }) => <Tag kind={DELIVERY_KINDS[state]}>{webhooks.delivery_states[state]}</Tag>,
    },
    {
      key: 'attempts',
      title: webhooks.attempts,
      isNumber: true,
      cell: ({ attempts }) => numbers.full(attempts),
    },
    { key: 'last', title: webhooks.attempted, cell: ({ last_attempt_at }) => timed(last_attempt_at) },
    { key: 'next', title: webhooks.next, cell: ({ next_attempt_at }) => timed(next_attempt_at) },
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

function sendQuestion(
  context: AccountRequest,
  { webhook_id, url }: Webhook,
  action: 'replace-secret' | 'delete',
): Promise<FastifyReply> {
  const { view, isOwner } = context;
  const { webhooks, cancel } = view.texts.account;
  const isDeletion = action === 'delete';
  return sendAccountPage(
    context,
    {
      tab: 'webhooks',
      title: isDeletion ? webhooks.delete_title : webhooks.rotate_title,
      remark: <span class="long">{url}</span>,
    },
    <Confirmation>
      <p>{isDeletion ? webhooks.delete_effect : webhooks.rotate_effect}</p>
      <OwnersOnly view={view} isOwner={isOwner} />
      {isOwner && (
        <Form view={view} action={`${PATH}/${webhook_id}/${action}`}>
          <p class="buttons">
            <Submit kind={isDeletion ? 'danger' : 'primary'}>
              {isDeletion ? webhooks.delete_submit : webhooks.rotate}
            </Submit>
            <a class="btn" href={`${PATH}/${webhook_id}`}>
              {cancel}
            </a>
          </p>
        </Form>
      )}
    </Confirmation>,
  );
}

/** The secret of a webhook, which only this page shows. */
function sendSecret(
  context: AccountRequest,
  { webhook_id, url, secret }: Webhook & { readonly secret: string },
): Promise<FastifyReply> {
  const { view } = context;
  const { webhooks } = view.texts.account;
  const path = `${PATH}/${webhook_id}`;
  return sendAccountPage(
    context,
    { tab: 'webhooks', title: webhooks.secret_title, remark: <span class="long">{url}</span>, url: path },
    <Confirmation>
      <p>{webhooks.secret_advice}</p>
      <Secret view={view} text={secret} />
      <p class="buttons">
        <a class="btn" href={path}>
          {webhooks.back}
        </a>
        <a class="btn" href="/docs/caller#verify-a-delivery">
          {webhooks.guide}
        </a>
      </p>
    </Confirmation>,
  );
}
