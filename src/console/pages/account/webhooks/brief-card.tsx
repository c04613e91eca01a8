import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  BriefSubscription,
  BriefSubscriptions,
} from '../../../../commerce/accounts/alerts/brief-subscriptions.ts';
import type { Briefs } from '../../../../market/serving/queries/brief.ts';
import { requirePerson, subscriberOf, visitorOf } from '../../../sessions/visitor.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Form, Submit } from '../../components/forms.tsx';
import { urlWith, useView } from '../../components/view.ts';
import type { SignInServices } from '../../sign-in/sign-in-forms.ts';
import { type AccountFormPage, accountForm } from '../account-form.tsx';
import { stateColumns } from '../saved/alerts.tsx';
import { WEBHOOKS } from './webhook-page.tsx';

const FORM = `${WEBHOOKS}/brief`;

export interface BriefMailServices {
  readonly brief_subscriptions: BriefSubscriptions;
  readonly briefs: Briefs;
  /** Null if the server sends no e-mail. */
  readonly mailer: SignInServices['mailer'];
}

/** Registers the forms of the briefs that a person gets by e-mail: every member has their own. @param list the page that they are on */
export function briefForms(scope: FastifyInstance, services: BriefMailServices, list: AccountFormPage): void {
  const { brief_subscriptions, briefs } = services;
  const page = { ...list, guard: requirePerson };
  accountForm(scope, FORM, page, async ({ saved_id = null }, { request, view }) => {
    await brief_subscriptions.subscribe(subscriberOf(request), saved_id, view.language);
    return 'brief_subscribed';
  });

  accountForm(
    scope,
    `${FORM}/:subscription_id`,
    page,
    async ({ action }, { request, view, params: { subscription_id = '' } }) => {
      const subscriber = subscriberOf(request);
      if (action === 'test') {
        const brief = await briefs.read();
        if (!brief) return { kind: 'info', content: view.texts.brief.no_day };
        await brief_subscriptions.test(subscriber, subscription_id, brief);
        return 'alert_tested';
      }
      if (action === 'delete') await brief_subscriptions.stop(subscriber, subscription_id);
      else await brief_subscriptions.pause(subscriber, subscription_id, action === 'pause');
      return action === 'delete' ? 'brief_stopped' : 'saved';
    },
  );
}

/** The briefs that a visitor gets by e-mail; null for one who cannot get any. */
export async function briefsByMail(
  { mailer, brief_subscriptions }: BriefMailServices,
  request: FastifyRequest,
): Promise<BriefSubscription[] | null> {
  const { person, account_id } = visitorOf(request) ?? {};
  return mailer && person && account_id ? await brief_subscriptions.of(subscriberOf(request)) : null;
}

/** The button of one brief. @param saved_id a watchlist; null for the whole market */
export function BriefByMail({
  subscriptions,
  saved_id,
}: {
  subscriptions: readonly BriefSubscription[] | null;
  saved_id: string | null;
}) {
  const { brief } = useView().texts;
  if (subscriptions === null) return null;
  const isMailed = subscriptions.some((each) => each.saved_id === saved_id);
  return isMailed ? (
    <a href={`${WEBHOOKS}#briefs`}>{brief.is_mailed}</a>
  ) : (
    <SubscribeForm saved_id={saved_id} text={brief.by_mail} />
  );
}

function SubscribeForm({ saved_id, text }: { saved_id: string | null; text: string }) {
  return (
    <Form action={FORM}>
      <input type="hidden" name="saved_id" value={saved_id ?? ''} />
      <Submit>{text}</Submit>
    </Form>
  );
}

export function BriefsCard({ subscriptions }: { subscriptions: readonly BriefSubscription[] }) {
  const view = useView();
  const { brief, account } = view.texts;
  const { webhooks } = account;
  const columns: Column<BriefSubscription>[] = [
    {
      title: brief.title,
      cell: ({ saved_id, name }) => (
        <a href={urlWith('/brief', { watchlist: saved_id })}>{name ?? brief.market}</a>
      ),
    },
    {
      title: webhooks.language,
      cell: ({ language, saved_id }) =>
        language === view.language ? (
          webhooks.languages[language]
        ) : (
          <SubscribeForm saved_id={saved_id} text={webhooks.brief_in(webhooks.languages[view.language])} />
        ),
    },
    ...stateColumns<BriefSubscription>(view, ({ subscription_id }) => `${FORM}/${subscription_id}`),
  ];
  return (
    <Card title={webhooks.briefs} about={webhooks.briefs_about(view.visitor?.email ?? '')} id="briefs">
      <DataTable
        id="briefs-table"
        caption={webhooks.briefs}
        rows={subscriptions}
        columns={columns}
        empty={<a href="/brief">{webhooks.no_briefs}</a>}
      />
    </Card>
  );
}
