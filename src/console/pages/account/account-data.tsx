import type { FastifyInstance } from 'fastify';
import type { DeletionEffects } from '../../../commerce/accounts/account-deletion.ts';
import { addressChangedMail } from '../../../commerce/accounts/people/sign-in-mails.ts';
import { isEmailAddress, MAX_EMAIL_CHARACTERS } from '../../../core/email.ts';
import { AlirError } from '../../../core/errors.ts';
import { requireAccount } from '../../sessions/visitor.ts';
import { Card } from '../components/card.tsx';
import { CheckBox, Field, Form, Submit } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { Heading, Notice } from '../components/notice.tsx';
import { ViewContext } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { sendFile } from '../framework/page-routes.tsx';
import { accountForm, Confirmation, changeBy, fieldProblem, OwnersOnly } from './account-form.tsx';
import { type AccountContext, AccountPage, accountPage, useAccount } from './account-page.tsx';
import type { AccountPageServices } from './account-services.ts';

const PATH = '/account/data';

/** What a person does with the own data: another e-mail address, a copy of the account, and its deletion. */
export function dataPages(scope: FastifyInstance, services: AccountPageServices): void {
  const { administration, billing, invitations, people, sign_in, mailer } = services;
  const page = accountPage(scope, PATH, 'people', (context) => dataPage(services, context));
  accountPage(scope, `${PATH}/email`, 'people', newAddressPage);

  accountPage(scope, `${PATH}/export.json`, 'people', async (context) => {
    const { account_id } = context;
    ownerOf(context);
    const exported = await administration.export(account_id, changeBy(context));
    const content = `${JSON.stringify(exported, null, 2)}\n`;
    return sendFile(context, 'json', { name: `account-${account_id}`, content });
  });

  // Any person may change the own address.
  accountForm(scope, `${PATH}/email`, { ...page, guard: requireAccount }, async ({ email = '' }, context) => {
    personOf(context);
    if (!isEmailAddress(email)) throw fieldProblem('email', context.view.texts.account.problems.email);
    const { sent, failure } = await invitations.sendAddressLink(
      email,
      context.account_id,
      context.view.language,
      changeBy(context),
    );
    if (failure !== undefined) context.request.log.error({ err: failure }, 'an e-mail could not be sent');
    if (sent) return 'address_link_sent';
    throw fieldProblem('new_email', context.view.texts.account.data.not_sent);
  });

  accountForm(
    scope,
    `${PATH}/email/confirm`,
    { ...page, guard: requireAccount },
    async ({ email = '', code = '' }, context) => {
      const person = personOf(context);
      await sign_in.proveEmail(email, code);
      await people.changeEmail(person, email, changeBy(context));
      // The old address hears of it even if its owner did not ask for the change.
      await mailer?.send(addressChangedMail(context.view.language, person.email, email)).catch((err) => {
        context.request.log.error({ err }, 'an e-mail could not be sent');
      });
      return 'address_changed';
    },
  );

  accountForm(scope, `${PATH}/delete`, page, async ({ typed_email = '', forfeit }, context) => {
    const { account_id, view } = context;
    personOf(context);
    const { data } = view.texts.account;
    const effects = await billing.deletion.effects(account_id);
    if (typed_email.trim().toLowerCase() !== effects.email.toLowerCase()) {
      throw fieldProblem('typed_email', data.mismatch);
    }
    if (needsOperator(effects)) throw fieldProblem('typed_email', data.unsettled);
    await billing.deletion.delete(account_id, changeBy(context), forfeit === 'yes');
    return (
      <ViewContext.Provider value={{ ...view, visitor: null }}>
        <Page title={data.deleted}>
          <Heading title={data.deleted} />
          <Notice kind="ok">{data.deleted_text}</Notice>
        </Page>
      </ViewContext.Provider>
    );
  });
}

/** @throws AlirError `owner_required` for a visitor who signed in with a key: a copy of a key must not take the account from its people. */
function personOf({ visitor, view }: AccountContext) {
  if (visitor.person) return visitor.person;
  throw new AlirError('owner_required', view.texts.account.data.people_only);
}

function ownerOf(context: AccountContext) {
  if (!context.isOwner) throw new AlirError('owner_required', context.view.texts.account.owners_only);
  return personOf(context);
}

/** Whether the operator decides about money of the account before it is deleted. */
function needsOperator({ undecided_orders, held_idr, owed_idr }: DeletionEffects): boolean {
  return undecided_orders > 0 || held_idr > 0 || owed_idr > 0;
}

async function dataPage({ billing, invitations }: AccountPageServices, context: AccountContext) {
  const { view, visitor, isOwner, account_id, problems } = context;
  const { data } = view.texts.account;
  return (
    <AccountPage tab="people" title={data.title}>
      {visitor.person === null ? (
        <Notice>{data.people_only}</Notice>
      ) : (
        <div class="grid">
          <Card title={data.email_title} span={6} id="email">
            <p>{data.email_about(visitor.person.email)}</p>
            {!invitations.sendsLinks ? (
              <p>{data.no_mail}</p>
            ) : (
              <Form action={`${PATH}/email`}>
                <Field
                  {...{ name: 'email', type: 'email', label: data.new_email, required: true }}
                  {...{ maxLength: MAX_EMAIL_CHARACTERS, autocomplete: 'email' }}
                  problem={problems.email ?? problems.new_email}
                />
                <Submit>{data.send_link}</Submit>
              </Form>
            )}
          </Card>
          {isOwner && (
            <Card title={data.copy_title} about={data.copy_about} span={6} id="copy">
              <p class="buttons">
                <ButtonLink to={`${PATH}/export.json`}>{data.download}</ButtonLink>
              </p>
            </Card>
          )}
          {isOwner && <Deletion effects={await billing.deletion.effects(account_id)} />}
          <OwnersOnly />
        </div>
      )}
    </AccountPage>
  );
}

function Deletion({ effects }: { effects: DeletionEffects }) {
  const { view } = useAccount();
  const { data } = view.texts.account;
  const { numbers } = view;
  const { live_keys, people, invoices, open_orders, credit_idr } = effects;
  return (
    <Card title={data.delete_title} span={6} id="delete">
      <p>{data.delete_effect(numbers.full(live_keys), numbers.full(people), numbers.full(invoices))}</p>
      {needsOperator(effects) ? (
        <Notice kind="warn">{data.unsettled}</Notice>
      ) : (
        <Form action={`${PATH}/delete`}>
          {(open_orders > 0 || credit_idr > 0) && (
            <CheckBox
              name="forfeit"
              label={data.forfeit(numbers.full(open_orders), numbers.rupiah(credit_idr))}
            />
          )}
          <Field
            {...{ name: 'typed_email', label: data.type_email, hint: effects.email, required: true }}
            {...{ autocomplete: 'off', maxLength: MAX_EMAIL_CHARACTERS }}
          />
          <Submit kind="danger">{data.delete_title}</Submit>
        </Form>
      )}
    </Card>
  );
}

/** The page of the link in the e-mail: a program that checks e-mails opens it, so only the button changes the address. */
function newAddressPage(context: AccountContext) {
  const { view, query, visitor } = context;
  const { data } = view.texts.account;
  const { email = '', code = '' } = query;
  return (
    <AccountPage tab="people" title={data.email_title}>
      <Confirmation
        action={`${PATH}/email/confirm`}
        submit={data.confirm}
        kind="primary"
        back={PATH}
        isAllowed={visitor.person !== null}
        fields={
          <>
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="code" value={code} />
          </>
        }
      >
        <p>{data.confirm_effect(visitor.email, email)}</p>
      </Confirmation>
    </AccountPage>
  );
}
