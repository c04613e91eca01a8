import type { FastifyInstance } from 'fastify';
import { newItem, newSavedInput } from '../../../../api/endpoints/account/saved.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { SavedItem, SavedItems } from '../../../../commerce/accounts/saved-items.ts';
import type { Watched } from '../../../../core/market/brief.ts';
import type { Screen } from '../../../../market/serving/screens/screen.ts';
import type { Visitor } from '../../../sessions/visitor.ts';
import { Card } from '../../components/card.tsx';
import { Field, Form, Submit, TextArea } from '../../components/forms.tsx';
import { Secret } from '../../components/secret.tsx';
import { urlWith, useView, type View } from '../../components/view.ts';
import { originOf } from '../../framework/origin.ts';
import type { Fields } from '../../framework/page-routes.tsx';
import { ScreenWords } from '../../screens/screen-words.tsx';
import { accountForm, Confirmation, checkedInput, fieldProblem, OwnersOnly } from '../account-form.tsx';
import { type AccountContext, AccountPage, accountPage } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';
import { BriefByMail, briefsByMail } from '../webhooks/brief-card.tsx';
import { AlertsCard, alertForms } from './alerts.tsx';

export const SAVED = '/account/saved';

const SOME_SCREEN = { where: { measure: 'volume_ratio_20d', gte: 3 }, sort: { measure: 'value' } };

/** The page of a screen or a watchlist, its alerts, and its deletion. */
export function itemPages(scope: FastifyInstance, services: AccountPageServices): void {
  const { saved } = services;
  const item = accountPage(scope, `${SAVED}/:saved_id`, 'saved', (context) => itemPage(services, context));
  const deletion = accountPage(scope, `${item.back}/delete`, 'saved', (context) =>
    deletionPage(services, context),
  );
  alertForms(scope, services.alerts, item);

  accountForm(scope, `${item.back}/change`, item, async (fields, context) => {
    const { saved_id, kind } = await itemOf(saved, context);
    await saved.change(context.account_id, saved_id, sentItem(kind, fields, context));
    return 'saved';
  });

  accountForm(scope, deletion.back, deletion, async (_, context) => {
    await saved.delete(context.account_id, context.params.saved_id ?? '');
    return { to: SAVED, done: 'saved_deleted' };
  });
}

function itemOf(saved: SavedItems, { account_id, params }: AccountContext): Promise<SavedItem> {
  return saved.find(account_id, params.saved_id ?? '');
}

/** What a form asks to save, as the operation of the API takes it. */
export function sentItem(
  kind: SavedItem['kind'],
  { name = '', ...fields }: Fields,
  { view }: AccountContext,
) {
  const listIn = (text = '') => text.split(/[\s,]+/).filter((each) => each !== '');
  const watchlist = { tickers: listIn(fields.tickers), brokers: listIn(fields.brokers) };
  const content = kind === 'screen' ? screenIn(fields.screen, view) : watchlist;
  return checkedInput(
    () => newItem(validated(newSavedInput, { name, [kind]: content })),
    ({ field, message }) => ({
      field: field.replace(/^watchlist$/, 'tickers').replace(/^watchlist\./, ''),
      // The place in the screen.
      message: `${field} ${message}`,
    }),
  );
}

function screenIn(text: string | undefined, { texts }: View): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw fieldProblem('screen', texts.account.problems.screen_json);
  }
}

interface ItemFieldsProps {
  readonly kind: SavedItem['kind'];
  /** What the fields have at first. */
  readonly item?: SavedItem;
  /** Whether the JSON of a saved screen is shown at once. */
  readonly isOpen?: boolean;
}

export function ItemFields({ kind, item, isOpen = false }: ItemFieldsProps) {
  const { saved } = useView().texts.account;
  const { tickers, brokers } = (item?.content ?? { tickers: [], brokers: [] }) as Watched;
  const json = (
    <TextArea
      name="screen"
      label={saved.kinds.screen}
      hint={saved.screen_hint}
      rows={8}
      value={JSON.stringify(item?.content ?? SOME_SCREEN, null, 2)}
      autocomplete="off"
    />
  );
  return (
    <>
      <Field name="name" label={saved.name} value={item?.name} maxLength={64} autocomplete="off" required />
      {kind === 'screen' ? (
        item ? (
          <details class="fold" open={isOpen}>
            <summary>{saved.json}</summary>
            {json}
          </details>
        ) : (
          json
        )
      ) : (
        <>
          <Field
            name="tickers"
            label={saved.tickers}
            hint={saved.tickers_hint}
            value={tickers.join(' ')}
            autocomplete="off"
          />
          <Field
            name="brokers"
            label={saved.brokers}
            hint={saved.brokers_hint}
            value={brokers.join(' ')}
            autocomplete="off"
          />
        </>
      )}
    </>
  );
}

/** A screen or a watchlist, at the address that people of the account share. */
async function itemPage(services: AccountPageServices, context: AccountContext) {
  const { saved, alerts, public_url } = services;
  const { view, isOwner, request } = context;
  const { saved: savedTexts } = view.texts.account;
  const other = await otherAccountOf(saved, context.visitor, context.params.saved_id ?? '');
  if (other) return otherAccountPage(context, other);
  const item = await itemOf(saved, context);
  const { saved_id, kind, name, content } = item;
  const path = `${SAVED}/${saved_id}`;
  const { tickers, brokers } = content as Watched;
  return (
    <AccountPage tab="saved" title={name} remark={savedTexts.kinds[kind]}>
      <div class="grid">
        <Card title={savedTexts.link} about={savedTexts.link_about} span={6}>
          <Secret text={`${originOf(request, public_url)}${path}`} />
          {kind === 'watchlist' && (
            <>
              <p>
                <a href={urlWith('/brief', { watchlist: saved_id })}>{view.texts.brief.title}</a>
              </p>
              <BriefByMail saved_id={saved_id} subscriptions={await briefsByMail(services, request)} />
            </>
          )}
        </Card>
        <Card title={savedTexts.content} span={6}>
          {kind === 'screen' && (
            <>
              <ScreenWords {...(content as Screen)} />
              <p>
                <a href={urlWith('/screens', { screen: saved_id })}>{view.texts.screens.run}</a>
              </p>
            </>
          )}
          {isOwner ? (
            <Form action={`${path}/change`}>
              <ItemFields kind={kind} item={item} isOpen={context.refused === 'change'} />
              <p class="buttons">
                <Submit kind="primary">{savedTexts.save}</Submit>
                <a class="btn danger" href={`${path}/delete`}>
                  {savedTexts.delete}
                </a>
              </p>
            </Form>
          ) : (
            <>
              {kind === 'screen' ? (
                <details class="fold">
                  <summary>{savedTexts.json}</summary>
                  <Secret text={JSON.stringify(content, null, 2)} isCode />
                </details>
              ) : (
                <Secret text={[...tickers, ...brokers].join(' ')} isCode />
              )}
              <OwnersOnly />
            </>
          )}
        </Card>
        {await AlertsCard({ alerts, item, path, context })}
      </div>
    </AccountPage>
  );
}

/** The other account of the visitor that a link leads to. */
export async function otherAccountOf(saved: SavedItems, visitor: Visitor, wanted: string) {
  for (const account of visitor.accounts) {
    if (account.account_id === visitor.account_id) continue;
    const items = await saved.all(account.account_id);
    if (items.some(({ saved_id }) => saved_id === wanted)) return account;
  }
  return undefined;
}

function otherAccountPage(
  context: AccountContext,
  { account_id, email }: { account_id: string; email: string },
) {
  return (
    <AccountPage tab="saved">
      <Form action="/account/switch" class="card confirmation">
        <input type="hidden" name="account_id" value={account_id} />
        <input type="hidden" name="next" value={context.request.url} />
        <Submit kind="primary">{context.view.texts.account.saved.switch_to(email)}</Submit>
      </Form>
    </AccountPage>
  );
}

async function deletionPage({ saved }: AccountPageServices, context: AccountContext) {
  const { saved: savedTexts } = context.view.texts.account;
  const { saved_id, name } = await itemOf(saved, context);
  const title = savedTexts.delete_title(name);
  return (
    <AccountPage tab="saved" title={title}>
      <Confirmation
        action={`${SAVED}/${saved_id}/delete`}
        submit={savedTexts.delete}
        back={`${SAVED}/${saved_id}`}
      >
        <p>{savedTexts.delete_effect}</p>
      </Confirmation>
    </AccountPage>
  );
}
