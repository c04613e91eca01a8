import type { FastifyInstance } from 'fastify';
import { newWebhookInput } from '../../../../api/endpoints/account/notices.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import { MAX_WEBHOOKS, type Webhook } from '../../../../commerce/accounts/notices/webhooks.ts';
import { ACCOUNT_EVENTS } from '../../../../core/commerce-terms.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable, OfRow } from '../../components/data-table.tsx';
import { Checks, Field, Form, Submit } from '../../components/forms.tsx';
import { Empty } from '../../components/notice.tsx';
import { type View, ViewContext } from '../../components/view.ts';
import { valuesOf } from '../../framework/page-routes.tsx';
import { accountForm, OwnersOnly } from '../account-form.tsx';
import { type AccountContext, AccountPage, accountPage, useAccount } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';
import { BriefsCard, briefForms, briefsByMail } from './brief-card.tsx';
import { eventOptions, NoticesCard, noticeForms, TelegramCard } from './notice-cards.tsx';
import {
  secretPage,
  WEBHOOKS,
  WebhookState,
  webhookConfirmation,
  webhookOf,
  webhookPage,
} from './webhook-page.tsx';

const MAX_URL_CHARACTERS = 500;

/** The webhooks of an account with their logs, and the choices of its e-mails. */
export function webhookPages(scope: FastifyInstance, services: AccountPageServices): void {
  const { webhooks } = services;
  const list = accountPage(scope, WEBHOOKS, 'webhooks', (context) => webhooksPage(services, context));
  const detail = accountPage(scope, `${WEBHOOKS}/:webhook_id`, 'webhooks', (context) =>
    webhookPage(services, context),
  );
  noticeForms(scope, services, list);
  briefForms(scope, services, list);
  for (const action of ['replace-secret', 'delete'] as const) {
    accountPage(scope, `${detail.back}/${action}`, 'webhooks', async (context) =>
      webhookConfirmation(context, await webhookOf(context, webhooks), action),
    );
  }

  accountForm(scope, `${WEBHOOKS}/create`, list, async (fields, context) => {
    const sent = { url: fields.url ?? '', events: valuesOf(context, 'events') };
    const { url, events } = validated(newWebhookInput, sent);
    const created = await webhooks.create(context.account_id, new URL(url).href, events, context.actor);
    const view = { ...context.view, url: `${WEBHOOKS}/${created.webhook_id}` };
    const page = secretPage(context, created);
    return <ViewContext.Provider value={view}>{page}</ViewContext.Provider>;
  });

  accountForm(scope, `${detail.back}/send-test`, detail, async (_, { account_id, params }) => {
    await webhooks.test(account_id, params.webhook_id ?? '');
    return 'test_sent';
  });

  accountForm(
    scope,
    `${detail.back}/send-again`,
    detail,
    async ({ notice_id = '' }, { account_id, params }) => {
      await webhooks.sendAgain(account_id, params.webhook_id ?? '', notice_id);
      return 'sent_again';
    },
  );

  accountForm(scope, `${detail.back}/replace-secret`, detail, async (_, context) => {
    const { account_id, params, actor } = context;
    return secretPage(context, await webhooks.rotate(account_id, params.webhook_id ?? '', actor));
  });

  accountForm(scope, `${detail.back}/delete`, detail, async (_, { account_id, params, actor }) => {
    await webhooks.delete(account_id, params.webhook_id ?? '', actor);
    return { to: WEBHOOKS, done: 'webhook_deleted' };
  });
}

async function webhooksPage(services: AccountPageServices, context: AccountContext) {
  const { accounts, webhooks, notices, mailer } = services;
  const { view, account_id, isOwner } = context;
  const { texts, numbers } = view;
  const { webhooks: webhookTexts } = texts.account;
  const all = await webhooks.all(account_id);
  const { email } = await accounts.withId(account_id);
  const subscriptions = await briefsByMail(services, context.request);
  return (
    <AccountPage
      tab="webhooks"
      heading={webhookTexts.title}
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
        />
        {notices.telegram.isAvailable && (
          <TelegramCard isOwner={isOwner} chat={(await notices.of(account_id)).telegram_chat} />
        )}
        {subscriptions !== null && <BriefsCard subscriptions={subscriptions} />}
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
