import type { FastifyInstance } from 'fastify';
import type { KeyRecord } from '../../../../commerce/accounts/accounts.ts';
import { entitlementAt } from '../../../../commerce/accounts/entitlement.ts';
import { endOfKey, hasEnded } from '../../../../commerce/accounts/keys/key-terms.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable, OfRow } from '../../components/data-table.tsx';
import { expiryText } from '../../components/expiry.ts';
import { Form, Submit } from '../../components/forms.tsx';
import { Tag } from '../../components/notice.tsx';
import type { View } from '../../components/view.ts';
import { OwnersOnly } from '../account-form.tsx';
import { type AccountContext, AccountPage, accountPage } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';
import { ACTIONS, keyChanges } from './key-changes.tsx';
import { KEYS, NewKeyForm, NewLinkForm, newKeyForms } from './new-key.tsx';

/** The keys of an account: the list, a new key, and a page for each change of a key. */
export function keyPages(scope: FastifyInstance, services: AccountPageServices): void {
  const list = accountPage(scope, KEYS, 'keys', (context) => keysPage(services, context));
  newKeyForms(scope, services, list);
  keyChanges(scope, services, list);
}

async function keysPage({ accounts, clock, meter }: AccountPageServices, context: AccountContext) {
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
    <AccountPage tab="keys" remark={keys.remark(numbers.full(used), numbers.full(limit))}>
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
            <Form action={`${KEYS}/mcp/replace`} class="inline-form">
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
        <a key={action} href={`${KEYS}/${key_id}/${action}`}>
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
