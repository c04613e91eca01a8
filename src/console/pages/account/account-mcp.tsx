import type { FastifyInstance } from 'fastify';
import { overlapHours } from '../../../api/endpoints/account/accounts.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import { endOfKey, hasEnded } from '../../../commerce/accounts/keys/key-terms.ts';
import { clientConfigs, openAiTool } from '../../../core/mcp-clients.ts';
import { Card } from '../components/card.tsx';
import { expiryText } from '../components/expiry.ts';
import { Facts } from '../components/facts.tsx';
import { Form, Submit } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { Notice } from '../components/notice.tsx';
import { OwnKeyOffer } from '../components/own-key.tsx';
import { Secret } from '../components/secret.tsx';
import { originOf } from '../framework/origin.ts';
import { accountForm, Confirmation } from './account-form.tsx';
import { type AccountContext, AccountPage, accountPage } from './account-page.tsx';
import type { AccountPageServices } from './account-services.ts';
import { Overlap } from './keys/key-changes.tsx';

const PATH = '/account/mcp';
const REPLACE = `${PATH}/replace-key`;
/** In place of a key that is not known. */
const PLACEHOLDER = 'alir_live_...';

/** How to connect agents: the address, the key, and the configuration of each client. */
export function mcpPages(scope: FastifyInstance, services: AccountPageServices): void {
  const page = accountPage(scope, PATH, 'mcp', (context) => mcpPage(context, services, null));
  accountPage(scope, REPLACE, 'mcp', replacementPage);
  accountForm(scope, REPLACE, page, async ({ overlap_hours = '0' }, context) => {
    const hours = validated(overlapHours, overlap_hours);
    const { api_key } = await services.accounts.rotateMcpKey(context.account_id, context.actor, hours);
    return await mcpPage(context, services, api_key);
  });
}

/** Asks how long agents can still use the old key. */
function replacementPage(context: AccountContext) {
  const { mcp } = context.view.texts.account;
  return (
    <AccountPage tab="mcp" title={mcp.replace}>
      <Confirmation action={REPLACE} submit={mcp.replace} back={PATH} fields={<Overlap />}>
        <p>{mcp.replace_effect}</p>
      </Confirmation>
    </AccountPage>
  );
}

/** @param api_key the new key; null if it is not known */
async function mcpPage(
  context: AccountContext,
  { accounts, clock, public_url }: AccountPageServices,
  api_key: string | null,
) {
  const { view, account_id, isOwner, request } = context;
  const { mcp, keys } = view.texts.account;
  const address = `${originOf(request, public_url)}/mcp`;
  const all = (await accounts.keys(account_id)).filter(({ kind }) => kind === 'mcp');
  const key = all.find(({ revoked_at }) => revoked_at === null);
  const old = all.findLast((each) => each.revoked_at !== null && !hasEnded(each, clock.now()));
  const filled = api_key ?? PLACEHOLDER;
  const guide: Readonly<Record<string, string>> = {
    'Claude Code': mcp.in_shell,
    Cursor: mcp.in_file('~/.cursor/mcp.json'),
    'VS Code': mcp.in_vscode('.vscode/mcp.json'),
    'Claude Desktop': mcp.desktop,
  };
  return (
    <AccountPage tab="mcp" remark={mcp.remark}>
      {api_key !== null && <Notice kind="ok">{mcp.replaced}</Notice>}
      <div class="grid">
        <Card title={mcp.key} span={5} id="mcp-key">
          <p>{mcp.what}</p>
          <Facts
            facts={[
              [mcp.address, <code key="address">{address}</code>],
              [mcp.key, <code key="key">{key?.masked ?? mcp.no_key}</code>],
            ]}
          />
          {old && <p>{keys.old_until(expiryText(view, endOfKey(old) ?? ''))}</p>}
          {api_key !== null && (
            <>
              <Secret text={api_key} />
              <OwnKeyOffer api_key={api_key} />
            </>
          )}
          {isOwner && key && api_key === null && (
            <>
              <p class="soft">{mcp.lost}</p>
              <p class="buttons">
                <ButtonLink to={REPLACE}>{mcp.replace}</ButtonLink>
              </p>
            </>
          )}
          {isOwner && !key && (
            <Form action={REPLACE}>
              <Submit>{keys.mcp_create}</Submit>
            </Form>
          )}
          <p>{mcp.try}</p>
        </Card>
        <Card title={mcp.setup} about={mcp.setup_about} span={7}>
          {clientConfigs(address, filled).map(({ client, config }) => (
            <section key={client} class="client">
              <h3>{client}</h3>
              <p>{guide[client]}</p>
              <Secret text={config} isCode={config.startsWith('{')} />
            </section>
          ))}
          <section class="client">
            <h3>ChatGPT, OpenAI API</h3>
            <p>{mcp.chatgpt}</p>
            <Secret text={openAiTool(address, filled)} isCode />
          </section>
          <section class="client">
            <h3>{mcp.other}</h3>
            <p>{mcp.other_advice}</p>
          </section>
        </Card>
      </div>
    </AccountPage>
  );
}
