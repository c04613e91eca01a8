import type { FastifyInstance } from 'fastify';
import { newKeyInput, newLinkInput } from '../../../../api/endpoints/account/accounts.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { KeyRecord, NewKey } from '../../../../commerce/accounts/accounts.ts';
import { ipRange } from '../../../../commerce/accounts/keys/ip-ranges.ts';
import { endOfKey, hasEnded } from '../../../../commerce/accounts/keys/key-terms.ts';
import { KEY_SCOPES } from '../../../../core/commerce-terms.ts';
import { dayRange, isIsoDate } from '../../../../core/dates.ts';
import { expiryText } from '../../components/expiry.ts';
import { Facts } from '../../components/facts.tsx';
import { Checks, Field, Form, Submit } from '../../components/forms.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { OwnKeyOffer } from '../../components/own-key.tsx';
import { Secret } from '../../components/secret.tsx';
import { originOf } from '../../framework/origin.ts';
import { type Fields, valuesOf } from '../../framework/page-routes.tsx';
import { type AccountFormPage, accountForm, fieldProblem } from '../account-form.tsx';
import { type AccountContext, AccountPage, useAccount } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';

export const KEYS = '/account/keys';

/** Registers the forms that make a key. @param list the page that they are on */
export function newKeyForms(
  scope: FastifyInstance,
  services: AccountPageServices,
  list: AccountFormPage,
): void {
  const { accounts, clock, links } = services;
  const form = (path: string, make: (fields: Fields, context: AccountContext) => Promise<[string, NewKey]>) =>
    accountForm(scope, `${KEYS}/${path}`, list, async (fields, context) =>
      newKeyPage(context, services, ...(await make(fields, context))),
    );

  form('create', async (fields, context) => {
    const { name, ...terms } = keyInput(fields, context, clock.now());
    return [name, await accounts.createKey(context.account_id, name, terms, context.actor)];
  });

  form('link', async (fields, { account_id, actor }) => {
    const { name, request: link, max_units } = linkInput(fields);
    await links.check(link);
    return [name, await accounts.createKey(account_id, name, { max_units, link }, actor)];
  });

  form('mcp/replace', async (_, context) => {
    return ['mcp', await accounts.rotateMcpKey(context.account_id, context.actor)];
  });
}

/** What the form asks for, as the operation of the API takes it. */
function keyInput(
  { name = '', expires_on, allowed_ips, max_units }: Fields,
  context: AccountContext,
  now: Date,
) {
  const { problems } = context.view.texts.account;
  if (expires_on !== undefined && !isIsoDate(expires_on)) {
    throw fieldProblem('expires_on', problems.expires_on);
  }
  const expires_at = expires_on === undefined ? null : dayRange(expires_on, expires_on).until;
  if (expires_at !== null && expires_at <= now.toISOString()) {
    throw fieldProblem('expires_on', problems.expires_on);
  }
  const ranges = (allowed_ips ?? '').split(/[\s,]+/).filter((each) => each !== '');
  const input = validated(newKeyInput, {
    name,
    scopes: valuesOf(context, 'scopes'),
    ...(ranges.length > 0 && { allowed_ips: ranges }),
    ...(max_units !== undefined && { max_units }),
  });
  return {
    name: input.name,
    scopes: input.scopes ?? [],
    expires_at,
    allowed_ips: input.allowed_ips?.flatMap((range) => ipRange(range) ?? []) ?? null,
    max_units: input.max_units ?? null,
  };
}

/** What the form of a new link asks for. `last_days` takes the place of the range. */
function linkInput({ name = '', request = '', last_days, max_units }: Fields) {
  const [path = '', query] = request.split('?');
  const parameters = new URLSearchParams(query);
  if (last_days !== undefined) {
    for (const day of ['from', 'to']) parameters.delete(day);
    parameters.set('last_days', last_days);
  }
  return validated(newLinkInput, { name, request: `${path}?${parameters}`, max_units });
}

export function NewKeyForm() {
  const context = useAccount();
  const { view, refused } = context;
  const { keys } = view.texts.account;
  return (
    <Form action={`${KEYS}/create`} class="columns">
      <Field name="name" label={keys.name} hint={keys.name_hint} maxLength={64} autocomplete="off" required />
      <Field name="expires_on" type="date" label={keys.expires_on} hint={keys.expires_hint} />
      <Checks
        name="scopes"
        label={keys.scopes_label}
        chosen={refused === 'create' ? valuesOf(context, 'scopes') : ['data']}
        options={KEY_SCOPES.map((value) => ({ value, title: keys[`scope_${value}`] }))}
      />
      <Field name="allowed_ips" label={keys.allowed} hint={keys.allowed_hint} autocomplete="off" />
      <LimitField />
      <div class="buttons">
        <Submit kind="primary">{keys.create}</Submit>
      </div>
    </Form>
  );
}

export function NewLinkForm() {
  const { view, query } = useAccount();
  const { keys } = view.texts.account;
  return (
    <Form action={`${KEYS}/link`} class="columns">
      <Field name="name" label={keys.name} maxLength={64} autocomplete="off" required />
      <Field name="request" label={keys.request} hint={keys.request_hint} value={query.request} required />
      <Field name="last_days" type="number" label={keys.last_days} hint={keys.last_days_hint} min={1} />
      <Field name="max_units" type="number" label={keys.max_units} hint={keys.max_units_hint} value={100} />
      <div class="buttons">
        <Submit kind="primary">{keys.link_create}</Submit>
      </div>
    </Form>
  );
}

export function LimitField({ value }: { readonly value?: number | undefined }) {
  const { keys } = useAccount().view.texts.account;
  const hint = `${keys.max_units_hint} ${keys.max_units_empty}`;
  return <Field name="max_units" type="number" label={keys.max_units} hint={hint} value={value} min={1} />;
}

/** A new key, which only this page shows. @param old the key that it replaced */
export function newKeyPage(
  context: AccountContext,
  { public_url, clock }: AccountPageServices,
  name: string,
  { api_key, scopes, expires_at, link }: NewKey,
  old?: KeyRecord,
) {
  const { view, request } = context;
  const { keys } = view.texts.account;
  const origin = originOf(request, public_url);
  const uses = link ? (
    <>
      <p>{keys.link_made}</p>
      <Secret text={`=IMPORTDATA("${origin}/csv/${api_key}")`} />
      <p>{keys.link_address}</p>
      <Secret text={`${origin}/csv/${api_key}`} />
    </>
  ) : (
    <>
      <Secret text={api_key} />
      <OwnKeyOffer api_key={api_key} />
      <Facts
        facts={[
          [keys.permits, scopes.map((scope) => keys[`scope_${scope}`]).join('; ')],
          [keys.expires, expires_at === null ? keys.no_expiry : expiryText(view, expires_at)],
        ]}
      />
      <h2>{keys.made_call}</h2>
      <Secret
        text={`curl -H 'Authorization: Bearer ${api_key}' '${origin}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30'`}
      />
    </>
  );
  return (
    <AccountPage tab="keys" title={keys.made_title}>
      <section class="card confirmation">
        <p>
          <strong>{keys.made(name)}</strong>. {keys.made_advice}
        </p>
        {old && (
          <p>
            {hasEnded(old, clock.now())
              ? keys.old_ended
              : keys.old_until(expiryText(view, endOfKey(old) ?? ''))}
          </p>
        )}
        {uses}
        <p class="buttons">
          <ButtonLink to={KEYS}>{keys.to_list}</ButtonLink>
        </p>
      </section>
    </AccountPage>
  );
}
