import type { FastifyInstance } from 'fastify';
import { newKeyInput, overlapHours } from '../../../../api/endpoints/account/accounts.ts';
import { requestOf } from '../../../../api/http/requests/request-fields.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { KeyRecord } from '../../../../commerce/accounts/accounts.ts';
import { DAY_MS } from '../../../../core/dates.ts';
import { AlirError } from '../../../../core/errors.ts';
import { Field, Select } from '../../components/forms.tsx';
import { Notice } from '../../components/notice.tsx';
import { type AccountFormPage, accountForm, Confirmation } from '../account-form.tsx';
import { type AccountContext, AccountPage, accountPage, useAccount } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';
import { KEYS, LimitField, newKeyPage } from './new-key.tsx';

/** What is done to a key, each with a page that says what it changes. */
export const ACTIONS = ['rename', 'limit', 'replace', 'revoke'] as const;
type KeyAction = (typeof ACTIONS)[number];

const limitInput = requestOf({ max_units: newKeyInput.shape.max_units });

/** How long a replaced key can remain valid, in hours. */
const OVERLAPS_H = [0, 1, 24, 168] as const;

/** Registers the pages and the forms that change a key. @param list the page that the keys are on */
export function keyChanges(
  scope: FastifyInstance,
  services: AccountPageServices,
  list: AccountFormPage,
): void {
  const { accounts } = services;
  const pageOf = (action: KeyAction) =>
    accountPage(scope, `${KEYS}/:key_id/${action}`, 'keys', (context) =>
      actionPage(services, action, context),
    );
  const [rename, limit] = [pageOf('rename'), pageOf('limit')];
  const [replace, revoke] = [pageOf('replace'), pageOf('revoke')];

  accountForm(scope, rename.back, rename, async ({ name = '' }, context) => {
    const { key_id } = await liveKey(context, services);
    await accounts.renameKey(key_id, name, context.actor);
    return { to: KEYS, done: 'key_renamed' };
  });

  accountForm(scope, limit.back, limit, async ({ max_units }, context) => {
    const { key_id } = await liveKey(context, services);
    const input = validated(limitInput, { ...(max_units !== undefined && { max_units }) });
    await accounts.limitKey(key_id, input.max_units ?? null, context.actor);
    return { to: KEYS, done: 'key_limited' };
  });

  accountForm(scope, replace.back, list, async ({ overlap_hours = '0' }, context) => {
    const { key_id, name } = await liveKey(context, services);
    const key = await accounts.rotateKey(key_id, context.actor, validated(overlapHours, overlap_hours));
    const old = (await accounts.keys(context.account_id)).find((each) => each.key_id === key_id);
    return newKeyPage(context, services, name, key, old);
  });

  accountForm(scope, revoke.back, list, async (_, context) => {
    const { key_id } = await liveKey(context, services);
    await accounts.revokeKey(key_id, context.actor);
    return 'key_revoked';
  });
}

/** The key of the path, which is in force and belongs to the account. @throws AlirError `unknown_key` */
async function liveKey(
  { params, account_id }: AccountContext,
  { accounts, clock }: AccountPageServices,
): Promise<KeyRecord> {
  const key = (await accounts.keys(account_id)).find(({ key_id }) => key_id === params.key_id);
  if (key && (key.revoked_at === null || key.revoked_at > clock.now().toISOString())) return key;
  throw new AlirError('unknown_key', 'The account has no key in force with this id.');
}

/** A page that says what an action changes, with its button. */
async function actionPage(services: AccountPageServices, action: KeyAction, context: AccountContext) {
  const { view, visitor, sent, refused } = context;
  const { texts, dates } = view;
  const { keys } = texts.account;
  const { key_id, name, last_used_at, max_units } = await liveKey(context, services);
  const shown = refused === 'rename' ? (sent.name ?? '') : name;
  const title = keys[`${action}_title`](shown);
  const wasUsed =
    last_used_at !== null && Date.parse(last_used_at) > services.clock.now().getTime() - 30 * DAY_MS;
  return (
    <AccountPage tab="keys" title={title}>
      <Confirmation
        action={`${KEYS}/${key_id}/${action}`}
        submit={keys[`${action}_submit`]}
        kind={action === 'revoke' ? 'danger' : 'primary'}
        back={KEYS}
        fields={
          (action === 'rename' && (
            <Field name="name" label={keys.name} value={shown} maxLength={64} autocomplete="off" required />
          )) ||
          (action === 'limit' && <LimitField value={max_units ?? undefined} />) ||
          (action === 'replace' && <Overlap />)
        }
      >
        {action === 'limit' && <p>{keys.limit_effect}</p>}
        {(action === 'replace' || action === 'revoke') && (
          <>
            {wasUsed && <Notice kind="warn">{keys.used_lately(dates.time(last_used_at))}</Notice>}
            {key_id === visitor.key_id && <Notice kind="warn">{keys.own_key}</Notice>}
            <p>{keys[`${action}_effect`]}</p>
          </>
        )}
      </Confirmation>
    </AccountPage>
  );
}

export function Overlap() {
  const { keys } = useAccount().view.texts.account;
  const options = OVERLAPS_H.map((hours) => ({ value: String(hours), title: keys.overlaps[hours] }));
  return <Select name="overlap_hours" label={keys.overlap} options={options} />;
}
