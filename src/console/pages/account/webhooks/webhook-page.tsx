import {
  type Delivery,
  MAX_DELIVERIES_SHOWN,
  type Webhook,
  type Webhooks,
} from '../../../../commerce/accounts/notices/webhooks.ts';
import type { EventKind } from '../../../../core/commerce-terms.ts';
import { AlirError } from '../../../../core/errors.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable, OfRow } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Form, Submit } from '../../components/forms.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Empty, Notice, type NoticeKind, Tag } from '../../components/notice.tsx';
import { Secret } from '../../components/secret.tsx';
import { useView, type View } from '../../components/view.ts';
import { Confirmation } from '../account-form.tsx';
import { type AccountContext, AccountPage } from '../account-page.tsx';

export const WEBHOOKS = '/account/webhooks';

const DELIVERY_KINDS: Readonly<Record<Delivery['state'], NoticeKind>> = {
  pending: 'info',
  delivered: 'ok',
  failed: 'bad',
  not_sent: 'warn',
};

/** The webhook of the path. @throws AlirError `unknown_webhook` */
export async function webhookOf(
  { params, account_id }: AccountContext,
  webhooks: Webhooks,
): Promise<Webhook> {
  const found = (await webhooks.all(account_id)).find(({ webhook_id }) => webhook_id === params.webhook_id);
  if (found) return found;
  throw new AlirError('unknown_webhook', 'The account has no webhook with this id.');
}

/** Whether deliveries of a webhook arrive. */
export function WebhookState({ webhook: { failing_since, disabled_at } }: { webhook: Webhook }) {
  const { states } = useView().texts.account.webhooks;
  if (disabled_at !== null) return <Tag kind="bad">{states.disabled}</Tag>;
  if (failing_since !== null) return <Tag kind="warn">{states.failing}</Tag>;
  return <Tag kind="ok">{states.ok}</Tag>;
}

/** A webhook with the log of its deliveries. */
export async function webhookPage({ webhooks }: { webhooks: Webhooks }, context: AccountContext) {
  const { view, account_id, isOwner } = context;
  const { texts, dates, numbers } = view;
  const { webhooks: webhookTexts } = texts.account;
  const webhook = await webhookOf(context, webhooks);
  const { webhook_id, url, events, created_at, failing_since, disabled_at } = webhook;
  const path = `${WEBHOOKS}/${webhook_id}`;
  return (
    <AccountPage tab="webhooks" title={webhookTexts.detail_title} remark={<span class="long">{url}</span>}>
      <div class="grid">
        <Card
          title={<WebhookState webhook={webhook} />}
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
            <Form action={`${path}/send-test`}>
              <p class="buttons">
                <Submit kind="primary">{webhookTexts.test}</Submit>
                <ButtonLink to={`${path}/replace-secret`}>{webhookTexts.rotate}</ButtonLink>
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
            id="deliveries"
            caption={webhookTexts.log_caption}
            rows={await webhooks.deliveries(account_id, webhook_id)}
            columns={deliveryColumns(view, isOwner && disabled_at === null ? `${path}/send-again` : null)}
            empty={<Empty title={webhookTexts.no_deliveries}>{webhookTexts.no_deliveries_advice}</Empty>}
          />
        </Card>
      </div>
    </AccountPage>
  );
}

/** @param again where the form of a failed delivery goes; null without one */
function deliveryColumns(view: View, again: string | null): Column<Delivery>[] {
  const { webhooks } = view.texts.account;
  const names: Readonly<Partial<Record<EventKind, string>>> = webhooks.event_names;
  return [
    {
      title: webhooks.event,
      cell: ({ kind }) => (
        <>
          <code>{kind}</code>
          <small class="under">{names[kind]}</small>
        </>
      ),
    },
    { title: webhooks.created, time: ({ created_at }) => created_at },
    {
      title: webhooks.state,
      cell: ({ state }) => <Tag kind={DELIVERY_KINDS[state]}>{webhooks.delivery_states[state]}</Tag>,
    },
    { title: webhooks.attempts, number: ({ attempts }) => attempts },
    { title: webhooks.attempted, time: ({ last_attempt_at }) => last_attempt_at },
    { title: webhooks.next, time: ({ next_attempt_at }) => next_attempt_at },
    {
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
    {
      title: view.texts.account.actions,
      actions: ({ notice_id, state, kind }) =>
        again !== null &&
        state === 'failed' && (
          <Form action={again}>
            <button type="submit" class="link" name="notice_id" value={notice_id}>
              <OfRow text={webhooks.again} row={kind} />
            </button>
          </Form>
        ),
    },
  ];
}

/** Asks before the secret of a webhook is replaced, or the webhook is deleted. */
export function webhookConfirmation(
  context: AccountContext,
  { webhook_id, url }: Webhook,
  action: 'replace-secret' | 'delete',
) {
  const { webhooks } = context.view.texts.account;
  const isDeletion = action === 'delete';
  return (
    <AccountPage
      tab="webhooks"
      title={isDeletion ? webhooks.delete_title : webhooks.rotate}
      remark={<span class="long">{url}</span>}
    >
      <Confirmation
        action={`${WEBHOOKS}/${webhook_id}/${action}`}
        submit={isDeletion ? webhooks.delete_submit : webhooks.rotate}
        kind={isDeletion ? 'danger' : 'primary'}
        back={`${WEBHOOKS}/${webhook_id}`}
      >
        <p>{isDeletion ? webhooks.delete_effect : webhooks.rotate_effect}</p>
      </Confirmation>
    </AccountPage>
  );
}

/** The secret of a webhook, which only this page shows. */
export function secretPage(
  context: AccountContext,
  { webhook_id, url, secret }: Webhook & { readonly secret: string },
) {
  const { view } = context;
  const { webhooks } = view.texts.account;
  return (
    <AccountPage tab="webhooks" title={webhooks.secret_title} remark={<span class="long">{url}</span>}>
      <section class="card confirmation">
        <p>{webhooks.secret_advice}</p>
        <Secret text={secret} />
        <p class="buttons">
          <ButtonLink to={`${WEBHOOKS}/${webhook_id}`}>{webhooks.back}</ButtonLink>
          <ButtonLink to="/docs/caller#verify-a-delivery">{webhooks.guide}</ButtonLink>
        </p>
      </section>
    </AccountPage>
  );
}
