import type { FastifyInstance, FastifyReply } from 'fastify';
import { newKeyInput } from '../../api/endpoints/accounts.ts';
import { validated } from '../../api/http/validation.ts';
import type { Accounts, KeyRecord, NewKey } from '../../commerce/accounts/accounts.ts';
import { entitlementAt } from '../../commerce/accounts/entitlement.ts';
import { ipRange } from '../../commerce/accounts/ip-ranges.ts';
import type { Clock } from '../../core/clock.ts';
import { KEY_SCOPES } from '../../core/commerce-terms.ts';
import { DAY_MS, dayRange, isIsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import {
  type AccountRequest,
  accountForm,
  accountPage,
  Card,
  Confirmation,
  fieldProblem,
  NO_PROBLEMS,
  OwnersOnly,
  orCorrected,
  type Problems,
  redirected,
  sendAccountPage,
} from './account-page.tsx';
import { expiryText } from './expiry.ts';
import { CopyButton } from './figure.tsx';
import { Checks, Field, Form, Submit } from './forms.tsx';
import { Notice, Tag } from './notice.tsx';
import { originOf } from './origin.ts';
import { OwnKeyOffer } from './own-key.tsx';
import { type Column, DataTable } from './table.tsx';
import type { View } from './view.ts';

const PATH = '/account/keys';

export interface KeyServices {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly public_url: string;
}

/** What is done to a key, each with a page that says what it changes. */
const ACTIONS = ['rename', 'replace', 'revoke'] as const;
type KeyAction = (typeof ACTIONS)[number];

/** The values of the form for a new key. */
interface NewKeyForm {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_on: string;
  readonly allowed_ips: string;
}

const EMPTY_FORM: NewKeyForm = { name: '', scopes: ['data'], expires_on: '', allowed_ips: '' };

/** The keys of an account: the list, a new key, and a page for each change of a key. */
export function keyPages(scope: FastifyInstance, services: KeyServices): void {
  const { accounts, clock } = services;

  accountPage(scope, PATH, 'keys', (context) => sendKeys(context, services));

  accountForm(scope, `${PATH}/create`, async (context, form) => {
    const { account_id, view, visitor } = context;
    const sent = {
      name: form.text('name'),
      scopes: form.list('scopes'),
      expires_on: form.text('expires_on'),
      allowed_ips: form.text('allowed_ips'),
    };
    return await orCorrected(
      context,
      async () => {
        const { name, ...terms } = keyInput(sent, view, clock.now());
        const key = await accounts.createKey(account_id, name, terms, visitor.actor);
        return sendNewKey(context, services, name, key);
      },
      (problems, status) => sendKeys(context, services, { sent, problems, status }),
    );
  });

  accountForm(scope, `${PATH}/mcp/replace`, async (context) => {
    const key = await accounts.rotateMcpKey(context.account_id, context.visitor.actor);
    return sendNewKey(context, services, 'mcp', key);
  });

  for (const action of ACTIONS) {
    accountPage(scope, `${PATH}/:key_id/${action}`, 'keys', async (context) =>
      sendAction(context, services, await liveKey(context, accounts), action),
    );
  }

  accountForm(scope, `${PATH}/:key_id/rename`, async (context, form) => {
    const key = await liveKey(context, accounts);
    return await orCorrected(
      context,
      async () => {
        await accounts.renameKey(key.key_id, form.text('name'), context.visitor.actor);
        return redirected(context, PATH, 'key_renamed');
      },
      (problems, status) =>
        sendAction(context, services, { ...key, name: form.text('name') }, 'rename', problems, status),
    );
  });

  accountForm(scope, `${PATH}/:key_id/replace`, async (context) => {
    const { key_id, name } = await liveKey(context, accounts);
    return sendNewKey(context, services, name, await accounts.rotateKey(key_id, context.visitor.actor));
  });

  accountForm(scope, `${PATH}/:key_id/revoke`, async (context) => {
    const { key_id } = await liveKey(context, accounts);
    await accounts.revokeKey(key_id, context.visitor.actor);
    return redirected(context, PATH, 'key_revoked');
  });
}

/** The key of the path, which is in force and belongs to the account. @throws AlirError `unknown_key` */
async function liveKey({ request, account_id }: AccountRequest, accounts: Accounts): Promise<KeyRecord> {
  const { key_id } = request.params as { readonly key_id: string };
  const key = (await accounts.keys(account_id)).find((each) => each.key_id === key_id);
  if (key && key.revoked_at === null) return key;
  throw new AlirError('unknown_key', 'The account has no key in force with this id.');
}

/** What the form asks for, as the operation of the API takes it. */
function keyInput(sent: NewKeyForm, view: View, now: Date) {
  const { problems } = view.texts.account;
  if (sent.expires_on !== '' && !isIsoDate(sent.expires_on)) {
    throw fieldProblem('expires_on', problems.expires_on);
  }
  const expires_at = sent.expires_on === '' ? null : dayRange(sent.expires_on, sent.expires_on).until;
  if (expires_at !== null && expires_at <= now.toISOString()) {
    throw fieldProblem('expires_on', problems.expires_on);
  }
  const ranges = sent.allowed_ips.split(/[\s,]+/).filter((each) => each !== '');
  const input = validated(newKeyInput, {
    name: sent.name,
    scopes: sent.scopes,
    ...(ranges.length > 0 && { allowed_ips: ranges }),
  });
  const allowed_ips = input.allowed_ips?.flatMap((range) => ipRange(range) ?? []) ?? null;
  return { name: input.name, scopes: input.scopes ?? [], expires_at, allowed_ips };
}

interface SentForm {
  readonly sent: NewKeyForm;
  readonly problems: Problems;
  readonly status: number;
}

async function sendKeys(
  context: AccountRequest,
  { accounts, clock }: KeyServices,
  { sent, problems, status }: SentForm = { sent: EMPTY_FORM, problems: NO_PROBLEMS, status: 200 },
): Promise<FastifyReply> {
  const { view, account_id, visitor, isOwner } = context;
  const { texts, numbers } = view;
  const { keys: keyTexts } = texts.account;
  const now = clock.now();
  const all = await accounts.keys(account_id);
  const isEnded = ({ revoked_at, expires_at }: KeyRecord) =>
    revoked_at !== null || (expires_at !== null && expires_at <= now.toISOString());
  const live = all.filter((key) => !isEnded(key));
  const ended = all.filter(isEnded);
  const limit = entitlementAt(await accounts.withId(account_id), now).keys;
  const used = await accounts.liveApiKeys(account_id, now);
  return sendAccountPage(
    context,
    {
      tab: 'keys',
      title: keyTexts.title,
      remark: keyTexts.remark(numbers.full(used), numbers.full(limit)),
      problems,
      url: PATH,
    },
    <div class="grid">
      <section class="card c12">
        <DataTable
          view={view}
          id="keys"
          caption={keyTexts.caption}
          rows={live}
          keyOf={({ key_id }) => key_id}
          columns={[...keyColumns(view, visitor.key_id), ...(isOwner ? [actionColumn(view)] : [])]}
        />
        <OwnersOnly view={view} isOwner={isOwner} />
        {isOwner && live.every(({ kind }) => kind !== 'mcp') && (
          <Form view={view} action={`${PATH}/mcp/replace`} class="inline-form">
            <span>{keyTexts.mcp_missing}</span>
            <Submit>{keyTexts.mcp_create}</Submit>
          </Form>
        )}
        {ended.length > 0 && (
          <details class="more">
            <summary>{keyTexts.ended(numbers.full(ended.length))}</summary>
            <DataTable
              view={view}
              id="ended"
              caption={keyTexts.ended_caption}
              rows={ended}
              keyOf={({ key_id }) => key_id}
              columns={endedColumns(view)}
            />
          </details>
        )}
      </section>
      {isOwner && (
        <Card title={keyTexts.new_title} about={keyTexts.new_about} id="new">
          {used >= limit ? (
            <p>
              {keyTexts.no_more} <a href="/account/billing">{keyTexts.upgrade}</a>
            </p>
          ) : (
            <NewKeyFields view={view} sent={sent} problems={problems} />
          )}
        </Card>
      )}
    </div>,
    status,
  );
}

function NewKeyFields({
  view,
  sent,
  problems: { fields },
}: {
  readonly view: View;
  readonly sent: NewKeyForm;
  readonly problems: Problems;
}) {
  const { keys } = view.texts.account;
  return (
    <Form view={view} action={`${PATH}/create`} class="columns">
      <Field
        name="name"
        label={keys.name}
        hint={keys.name_hint}
        value={sent.name}
        problem={fields.name}
        maxLength={64}
        autocomplete="off"
        required
      />
      <Field
        name="expires_on"
        type="date"
        label={keys.expires_on}
        hint={keys.expires_hint}
        value={sent.expires_on}
        problem={fields.expires_on}
      />
      <Checks
        name="scopes"
        label={keys.scopes_label}
        chosen={sent.scopes}
        options={KEY_SCOPES.map((value) => ({ value, title: keys[`scope_${value}`] }))}
        problem={fields.scopes}
      />
      <Field
        name="allowed_ips"
        label={keys.allowed_ips}
        hint={keys.allowed_hint}
        value={sent.allowed_ips}
        problem={fields.allowed_ips}
        autocomplete="off"
      />
      <div class="buttons">
        <Submit kind="primary">{keys.create}</Submit>
      </div>
    </Form>
  );
}

function keyColumns(view: View, own_key: string | null): Column<KeyRecord>[] {
  const { texts, dates } = view;
  const { keys, never } = texts.account;
  return [
    {
      key: 'name',
      title: keys.name,
      cell: ({ name, kind, key_id }) => (
        <>
          <span class="long">{name}</span> {kind !== 'api' && <Tag>{keys.kinds[kind]}</Tag>}{' '}
          {key_id === own_key && <Tag kind="ok">{keys.your_key}</Tag>}
          <small class="under">{keys.kind_hints[kind]}</small>
        </>
      ),
    },
    { key: 'masked', title: keys.key, cell: ({ masked }) => <code>{masked}</code> },
    {
      key: 'scopes',
      title: keys.permits,
      cell: ({ scopes }) => scopes.map((scope) => keys.scopes[scope]).join(', '),
    },
    {
      key: 'last_used',
      title: keys.last_used,
      cell: ({ last_used_at }) => (last_used_at === null ? never : dates.time(last_used_at)),
    },
    {
      key: 'expires',
      title: keys.expires,
      cell: ({ expires_at }) => (expires_at === null ? keys.no_expiry : expiryText(view, expires_at)),
    },
    {
      key: 'allowed',
      title: keys.allowed,
      cell: ({ allowed_ips }) =>
        allowed_ips === null ? keys.any_address : <code class="long">{allowed_ips.join(' ')}</code>,
    },
  ];
}

function actionColumn(view: View): Column<KeyRecord> {
  const { actions, keys } = view.texts.account;
  return {
    key: 'actions',
    title: <span class="visually-hidden">{actions}</span>,
    cell: ({ key_id, kind, name }) => (
      <span class="row-actions">
        {ACTIONS.filter(
          (action) => kind === 'api' || (action === 'replace' && kind === 'mcp') || action === 'revoke',
        ).map((action) => (
          <a key={action} href={`${PATH}/${key_id}/${action}`}>
            {keys[action]}
            <span class="visually-hidden"> {name}</span>
          </a>
        ))}
      </span>
    ),
  };
}

function endedColumns(view: View): Column<KeyRecord>[] {
  const { keys } = view.texts.account;
  const { dates } = view;
  return [
    ...keyColumns(view, null).filter(({ key }) => ['name', 'masked', 'scopes', 'last_used'].includes(key)),
    {
      key: 'ended',
      title: keys.ended_at,
      cell: ({ revoked_at, expires_at }) =>
        revoked_at === null
          ? `${keys.expired}, ${expiryText(view, expires_at ?? '')}`
          : `${keys.revoked}, ${dates.time(revoked_at)}`,
    },
  ];
}

/** A page that says what an action changes, with its button. */
function sendAction(
  context: AccountRequest,
  { clock }: KeyServices,
  key: KeyRecord,
  action: KeyAction,
  problems: Problems = NO_PROBLEMS,
  status = 200,
): Promise<FastifyReply> {
  const { view, visitor, isOwner } = context;
  const { texts, dates } = view;
  const { keys, cancel } = texts.account;
  const { key_id, name, last_used_at } = key;
  const title = { rename: keys.rename_title, replace: keys.replace_title, revoke: keys.revoke_title }[action](
    name,
  );
  const path = `${PATH}/${key_id}/${action}`;
  const wasUsed = last_used_at !== null && Date.parse(last_used_at) > clock.now().getTime() - 30 * DAY_MS;
  return sendAccountPage(
    context,
    { tab: 'keys', title, window: title, problems, url: path },
    <Confirmation>
      {action !== 'rename' && wasUsed && (
        <Notice kind="warn">{keys.used_lately(dates.time(last_used_at))}</Notice>
      )}
      {action !== 'rename' && key_id === visitor.key_id && <Notice kind="warn">{keys.own_key}</Notice>}
      {action !== 'rename' && <p>{action === 'replace' ? keys.replace_effect : keys.revoke_effect}</p>}
      <OwnersOnly view={view} isOwner={isOwner} />
      {isOwner && (
        <Form view={view} action={path}>
          {action === 'rename' && (
            <Field
              name="name"
              label={keys.name}
              value={name}
              problem={problems.fields.name}
              maxLength={64}
              autocomplete="off"
              required
            />
          )}
          <p class="buttons">
            <Submit kind={action === 'revoke' ? 'danger' : 'primary'}>{keys[`${action}_submit`]}</Submit>
            <a class="btn" href={PATH}>
              {cancel}
            </a>
          </p>
        </Form>
      )}
    </Confirmation>,
    status,
  );
}

/** A new key, which only this page shows. */
function sendNewKey(
  context: AccountRequest,
  { public_url }: KeyServices,
  name: string,
  { api_key, scopes, expires_at }: NewKey,
): Promise<FastifyReply> {
  const { view, request } = context;
  const { keys } = view.texts.account;
  return sendAccountPage(
    context,
    { tab: 'keys', title: keys.made_title, url: PATH },
    <section class="card confirmation">
      <p>
        <strong>{keys.made(name)}</strong>. {keys.made_advice}
      </p>
      <Secret view={view} text={api_key} />
      <OwnKeyOffer view={view} api_key={api_key} />
      <dl class="facts">
        <dt>{keys.permits}</dt>
        <dd>{scopes.map((scope) => keys[`scope_${scope}`]).join('; ')}</dd>
        <dt>{keys.expires}</dt>
        <dd>{expires_at === null ? keys.no_expiry : expiryText(view, expires_at)}</dd>
      </dl>
      <h2>{keys.made_call}</h2>
      <Secret
        view={view}
        text={`curl -H 'Authorization: Bearer ${api_key}' '${originOf(request, public_url)}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30'`}
      />
      <p class="buttons">
        <a class="btn" href={PATH}>
          {keys.to_list}
        </a>
      </p>
    </section>,
  );
}

/** A text with a button that copies it. @param isCode keeps the lines of a file as they are; other texts are wrapped */
export function Secret({
  view,
  text,
  isCode = false,
}: {
  readonly view: View;
  readonly text: string;
  readonly isCode?: boolean;
}) {
  return (
    <div class={isCode ? 'code secret' : 'code secret wrapped'}>
      <pre tabIndex={0}>{text}</pre>
      <CopyButton view={view} />
    </div>
  );
}
