import type { FastifyInstance } from 'fastify';
import { newKeyInput, newLinkInput, overlapHours } from '../../../api/endpoints/account/accounts.ts';
import type { LinkRequests } from '../../../api/http/link-route.ts';
import { requestOf } from '../../../api/http/requests/request-fields.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import type { Accounts, KeyRecord, NewKey } from '../../../commerce/accounts/accounts.ts';
import { entitlementAt } from '../../../commerce/accounts/entitlement.ts';
import { ipRange } from '../../../commerce/accounts/keys/ip-ranges.ts';
import { endOfKey, hasEnded } from '../../../commerce/accounts/keys/key-terms.ts';
import type { Meter } from '../../../commerce/accounts/quota/meter.ts';
import type { Clock } from '../../../core/clock.ts';
import { KEY_SCOPES } from '../../../core/commerce-terms.ts';
import { DAY_MS, dayRange, isIsoDate } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable, OfRow } from '../components/data-table.tsx';
import { expiryText } from '../components/expiry.ts';
import { Facts } from '../components/facts.tsx';
import { Checks, Field, Form, Select, Submit } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { Notice, Tag } from '../components/notice.tsx';
import { OwnKeyOffer } from '../components/own-key.tsx';
import { Secret } from '../components/secret.tsx';
import type { View } from '../components/view.ts';
import { originOf } from '../framework/origin.ts';
import { type Fields, valuesOf } from '../framework/page-routes.tsx';
import {
  type AccountContext,
  AccountPage,
  accountForm,
  accountPage,
  Confirmation,
  fieldProblem,
  OwnersOnly,
  useAccount,
} from './account-page.tsx';

const PATH = '/account/keys';

export interface KeyServices {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly public_url: string;
  readonly links: LinkRequests;
  readonly meter: Pick<Meter, 'usedByKey'>;
}

/** What is done to a key, each with a page that says what it changes. */
const ACTIONS = ['rename', 'limit', 'replace', 'revoke'] as const;
type KeyAction = (typeof ACTIONS)[number];

const limitInput = requestOf({ max_units: newKeyInput.shape.max_units });

/** How long a replaced key can remain valid, in hours. */
const OVERLAPS_H = [0, 1, 24, 168] as const;

/** The keys of an account: the list, a new key, and a page for each change of a key. */
export function keyPages(scope: FastifyInstance, services: KeyServices): void {
  const { accounts, clock } = services;
  const list = { back: PATH, show: (context: AccountContext) => keysPage(services, context) };
  accountPage(scope, PATH, 'keys', list.show);

  accountForm(scope, `${PATH}/create`, {
    ...list,
    async run(fields, context) {
      const { name, ...terms } = keyInput(fields, context, clock.now());
      const key = await accounts.createKey(context.account_id, name, terms, context.actor);
      return newKeyPage(context, services, name, key);
    },
  });

  accountForm(scope, `${PATH}/link`, {
    ...list,
    async run(fields, context) {
      const { name, request: link, max_units } = linkInput(fields);
      await services.links.check(link);
      const key = await accounts.createKey(context.account_id, name, { max_units, link }, context.actor);
      return newKeyPage(context, services, name, key);
    },
  });

  accountForm(scope, `${PATH}/mcp/replace`, {
    ...list,
    async run(_, context) {
      const key = await accounts.rotateMcpKey(context.account_id, context.actor);
      return newKeyPage(context, services, 'mcp', key);
    },
  });

  for (const action of ACTIONS) {
    accountPage(scope, `${PATH}/:key_id/${action}`, 'keys', (context) =>
      actionPage(services, action, context),
    );
  }

  accountForm(scope, `${PATH}/:key_id/rename`, {
    back: `${PATH}/:key_id/rename`,
    show: (context) => actionPage(services, 'rename', context),
    async run({ name = '' }, context) {
      const { key_id } = await liveKey(context, services);
      await accounts.renameKey(key_id, name, context.actor);
      return { to: PATH, done: 'key_renamed' };
    },
  });

  accountForm(scope, `${PATH}/:key_id/limit`, {
    back: `${PATH}/:key_id/limit`,
    show: (context) => actionPage(services, 'limit', context),
    async run({ max_units }, context) {
      const { key_id } = await liveKey(context, services);
      const input = validated(limitInput, { ...(max_units !== undefined && { max_units }) });
      await accounts.limitKey(key_id, input.max_units ?? null, context.actor);
      return { to: PATH, done: 'key_limited' };
    },
  });

  accountForm(scope, `${PATH}/:key_id/replace`, {
    ...list,
    async run({ overlap_hours = '0' }, context) {
      const { key_id, name } = await liveKey(context, services);
      const key = await accounts.rotateKey(key_id, context.actor, validated(overlapHours, overlap_hours));
      return newKeyPage(context, services, name, key);
    },
  });

  accountForm(scope, `${PATH}/:key_id/revoke`, {
    ...list,
    async run(_, context) {
      const { key_id } = await liveKey(context, services);
      await accounts.revokeKey(key_id, context.actor);
      return 'key_revoked';
    },
  });
}

/** The key of the path, which is in force and belongs to the account. @throws AlirError `unknown_key` */
async function liveKey(
  { params, account_id }: AccountContext,
  { accounts, clock }: KeyServices,
): Promise<KeyRecord> {
  const key = (await accounts.keys(account_id)).find(({ key_id }) => key_id === params.key_id);
  if (key && (key.revoked_at === null || key.revoked_at > clock.now().toISOString())) return key;
  throw new AlirError('unknown_key', 'The account has no key in force with this id.');
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

async function keysPage({ accounts, clock, meter }: KeyServices, context: AccountContext) {
  const { view, account_id, visitor, isOwner } = context;
  const { texts, numbers } = view;
  const { keys } = texts.account;
  const now = clock.now();
  const all = await accounts.keys(account_id);
  const live = all.filter((key) => !hasEnded(key, now));
  const ended = all.filter((key) => hasEnded(key, now));
  const entitlement = entitlementAt(await accounts.withId(account_id), now);
  const limit = entitlement.keys;
  const unitsOf = new Map<string, number>();
  for (const { key_id } of live.filter(({ max_units }) => max_units !== null)) {
    unitsOf.set(key_id, await meter.usedByKey({ key_id }, entitlement));
  }
  const used = await accounts.liveKeys(account_id, 'api', now);
  return (
    <AccountPage context={context} tab="keys" remark={keys.remark(numbers.full(used), numbers.full(limit))}>
      <div class="grid">
        <section class="card c12">
          <DataTable
            id="keys"
            caption={keys.caption}
            rows={live}
            columns={[...keyColumns(view, visitor.key_id, unitsOf), ...(isOwner ? [changesOfKey(view)] : [])]}
          />
          <OwnersOnly />
          {isOwner && live.every(({ kind }) => kind !== 'mcp') && (
            <Form action={`${PATH}/mcp/replace`} class="inline-form">
              <span>{keys.mcp_missing}</span>
              <Submit>{keys.mcp_create}</Submit>
            </Form>
          )}
          {ended.length > 0 && (
            <details class="more">
              <summary>{keys.ended(numbers.full(ended.length))}</summary>
              <DataTable id="ended" caption={keys.ended_caption} rows={ended} columns={endedColumns(view)} />
            </details>
          )}
        </section>
        {isOwner && (
          <Card title={keys.new_title} about={keys.new_about} id="new">
            {used >= limit ? (
              <p>
                {keys.no_more} <a href="/account/billing">{keys.upgrade}</a>
              </p>
            ) : (
              <NewKeyForm />
            )}
          </Card>
        )}
        {isOwner && (
          <Card title={keys.link_title} about={keys.link_about} id="link">
            <p>{keys.link_cost}</p>
            <NewLinkForm />
          </Card>
        )}
      </div>
    </AccountPage>
  );
}

function NewKeyForm() {
  const context = useAccount();
  const { view, refused } = context;
  const { keys } = view.texts.account;
  return (
    <Form action={`${PATH}/create`} class="columns">
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

function NewLinkForm() {
  const { view, query } = useAccount();
  const { keys } = view.texts.account;
  return (
    <Form action={`${PATH}/link`} class="columns">
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

/** The units that a key may use. */
function LimitField({ value }: { readonly value?: number | undefined }) {
  const { keys } = useAccount().view.texts.account;
  const hint = `${keys.max_units_hint} ${keys.max_units_empty}`;
  return <Field name="max_units" type="number" label={keys.max_units} hint={hint} value={value} min={1} />;
}

/** @param unitsOf the units that the keys with a limit have used in the quota window */
function keyColumns(
  view: View,
  own_key: string | null,
  unitsOf: ReadonlyMap<string, number>,
): Column<KeyRecord>[] {
  const { texts, dates, numbers } = view;
  const { keys, never } = texts.account;
  return [
    {
      title: keys.name,
      cell: ({ name, kind, key_id, link }) => (
        <>
          <span class="long">{name}</span> {kind !== 'api' && <Tag>{keys.kinds[kind]}</Tag>}{' '}
          {key_id === own_key && <Tag kind="ok">{keys.your_key}</Tag>}
          <small class="under">
            {keys.kind_hints[kind]} {link && <code class="long">{link}</code>}
          </small>
        </>
      ),
    },
    { title: keys.key, cell: ({ masked }) => <code>{masked}</code> },
    { title: keys.permits, cell: ({ scopes }) => scopes.map((scope) => keys.scopes[scope]).join(', ') },
    {
      title: keys.units,
      isNumber: true,
      cell: ({ key_id, max_units }) =>
        max_units === null
          ? keys.all_units
          : keys.units_of(numbers.full(unitsOf.get(key_id) ?? 0), numbers.full(max_units)),
    },
    {
      title: keys.last_used,
      cell: ({ last_used_at }) => (last_used_at === null ? never : dates.time(last_used_at)),
    },
    {
      title: keys.expires,
      cell: (key) => {
        const end = endOfKey(key);
        if (end === null) return keys.no_expiry;
        return (
          <>
            {expiryText(view, end)} {end === key.revoked_at && <Tag kind="warn">{keys.replaced}</Tag>}
          </>
        );
      },
    },
    {
      title: keys.allowed,
      cell: ({ allowed_ips }) =>
        allowed_ips === null ? keys.any_address : <code class="long">{allowed_ips.join(' ')}</code>,
    },
  ];
}

/** The pages that change a key. */
function changesOfKey(view: View): Column<KeyRecord> {
  const { actions, keys } = view.texts.account;
  return {
    title: actions,
    actions: ({ key_id, kind, name, revoked_at }) =>
      ACTIONS.filter(
        (action) =>
          action === 'revoke' ||
          (revoked_at === null && (kind === 'api' || (kind !== 'console' && action !== 'rename'))),
      ).map((action) => (
        <a key={action} href={`${PATH}/${key_id}/${action}`}>
          <OfRow text={keys[action]} row={name} />
        </a>
      )),
  };
}

function endedColumns(view: View): Column<KeyRecord>[] {
  const { keys } = view.texts.account;
  const { dates } = view;
  return [
    // The name, the key, what it permits, and its last use.
    ...keyColumns(view, null, new Map()).filter((_, place) => [0, 1, 2, 4].includes(place)),
    {
      title: keys.ended_at,
      cell: ({ revoked_at, expires_at }) =>
        revoked_at === null
          ? `${keys.expired}, ${expiryText(view, expires_at ?? '')}`
          : `${keys.revoked}, ${dates.time(revoked_at)}`,
    },
  ];
}

/** A page that says what an action changes, with its button. */
async function actionPage(services: KeyServices, action: KeyAction, context: AccountContext) {
  const { view, visitor, sent, refused } = context;
  const { texts, dates } = view;
  const { keys } = texts.account;
  const { key_id, name, last_used_at, max_units } = await liveKey(context, services);
  const shown = refused === 'rename' ? (sent.name ?? '') : name;
  const title = keys[`${action}_title`](shown);
  const wasUsed =
    last_used_at !== null && Date.parse(last_used_at) > services.clock.now().getTime() - 30 * DAY_MS;
  return (
    <AccountPage context={context} tab="keys" title={title} window={title}>
      <Confirmation
        action={`${PATH}/${key_id}/${action}`}
        submit={keys[`${action}_submit`]}
        kind={action === 'revoke' ? 'danger' : 'primary'}
        back={PATH}
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

/** How long the old key remains valid. */
export function Overlap() {
  const { keys } = useAccount().view.texts.account;
  const options = OVERLAPS_H.map((hours) => ({ value: String(hours), title: keys.overlaps[hours] }));
  return <Select name="overlap_hours" label={keys.overlap} options={options} />;
}

/** A new key, which only this page shows. */
function newKeyPage(
  context: AccountContext,
  { public_url }: KeyServices,
  name: string,
  { api_key, scopes, expires_at, link }: NewKey,
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
    <AccountPage context={context} tab="keys" title={keys.made_title}>
      <section class="card confirmation">
        <p>
          <strong>{keys.made(name)}</strong>. {keys.made_advice}
        </p>
        {uses}
        <p class="buttons">
          <ButtonLink to={PATH}>{keys.to_list}</ButtonLink>
        </p>
      </section>
    </AccountPage>
  );
}
