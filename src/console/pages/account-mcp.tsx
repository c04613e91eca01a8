import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Accounts } from '../../commerce/accounts/accounts.ts';
import { clientConfigs, openAiTool } from '../../core/mcp-clients.ts';
import { Secret } from './account-keys.tsx';
import {
  type AccountRequest,
  accountForm,
  accountPage,
  Card,
  Confirmation,
  OwnersOnly,
  sendAccountPage,
} from './account-page.tsx';
import { Form, Submit } from './forms.tsx';
import { Notice } from './notice.tsx';
import { originOf } from './origin.ts';
import { OwnKeyOffer } from './own-key.tsx';

const PATH = '/account/mcp';
const REPLACE = `${PATH}/replace-key`;
/** In place of a key that is not known. */
const PLACEHOLDER = 'alir_live_...';

export interface McpPageServices {
  readonly accounts: Accounts;
  readonly public_url: string;
}

/** How to connect agents: the address, the key, and the configuration of each client. */
export function mcpPages(scope: FastifyInstance, services: McpPageServices): void {
  accountPage(scope, PATH, 'mcp', (context) => sendMcp(context, services, null));
  accountPage(scope, REPLACE, 'mcp', sendReplacement);
  accountForm(scope, REPLACE, async (context) => {
    const { account_id, visitor } = context;
    const { api_key } = await services.accounts.rotateMcpKey(account_id, visitor.actor);
    return sendMcp(context, services, api_key);
  });
}

/** Asks whether the key is to be replaced: agents with the old one are refused at once. */
function sendReplacement(context: AccountRequest): Promise<FastifyReply> {
  const { view, isOwner } = context;
  const { mcp, cancel } = view.texts.account;
  return sendAccountPage(
    context,
    { tab: 'mcp', title: mcp.replace, url: REPLACE },
    <Confirmation>
      <p>{mcp.replace_effect}</p>
      <OwnersOnly view={view} isOwner={isOwner} />
      {isOwner && (
        <Form view={view} action={REPLACE}>
          <p class="buttons">
            <Submit kind="danger">{mcp.replace}</Submit>
            <a class="btn" href={PATH}>
              {cancel}
            </a>
          </p>
        </Form>
      )}
    </Confirmation>,
  );
}

/** @param api_key the new key; null if it is not known */
async function sendMcp(
  context: AccountRequest,
  { accounts, public_url }: McpPageServices,
  api_key: string | null,
): Promise<FastifyReply> {
  const { view, account_id, isOwner, request } = context;
  const { mcp } = view.texts.account;
  const address = `${originOf(request, public_url)}/mcp`;
  const key = (await accounts.keys(account_id)).find(
    ({ kind, revoked_at }) => kind === 'mcp' && revoked_at === null,
  );
  const filled = api_key ?? PLACEHOLDER;
  const guide: Readonly<Record<string, string>> = {
    'Claude Code': mcp.in_shell,
    Cursor: mcp.in_file('~/.cursor/mcp.json'),
    'VS Code': mcp.in_vscode('.vscode/mcp.json'),
    'Claude Desktop': mcp.desktop,
  };
  return sendAccountPage(
    context,
    {
      tab: 'mcp',
      title: mcp.title,
      remark: mcp.remark,
      url: PATH,
    },
    <>
      {api_key !== null && <Notice kind="ok">{mcp.replaced}</Notice>}
      <div class="grid">
        <Card title={mcp.key} span={5} id="mcp-key">
          <p>{mcp.what}</p>
          <dl class="facts">
            <dt>{mcp.address}</dt>
            <dd>
              <code>{address}</code>
            </dd>
            <dt>{mcp.key}</dt>
            <dd>
              <code>{key?.masked ?? mcp.no_key}</code>
            </dd>
          </dl>
          {api_key !== null && (
            <>
              <Secret view={view} text={api_key} />
              <OwnKeyOffer view={view} api_key={api_key} />
            </>
          )}
          {isOwner && key && api_key === null && (
            <>
              <p class="soft">{mcp.lost}</p>
              <p class="buttons">
                <a class="btn" href={REPLACE}>
                  {mcp.replace}
                </a>
              </p>
            </>
          )}
          {isOwner && !key && (
            <Form view={view} action={REPLACE}>
              <Submit>{mcp.create}</Submit>
            </Form>
          )}
          <p>{mcp.try}</p>
        </Card>
        <Card title={mcp.setup} about={mcp.setup_about} span={7}>
          {clientConfigs(address, filled).map(({ client, config }) => (
            <section key={client} class="client">
              <h3>{client}</h3>
              <p>{guide[client]}</p>
              <Secret view={view} text={config} isCode={config.startsWith('{')} />
            </section>
          ))}
          <section class="client">
            <h3>ChatGPT, OpenAI API</h3>
            <p>{mcp.chatgpt}</p>
            <Secret view={view} text={openAiTool(address, filled)} isCode />
          </section>
          <section class="client">
            <h3>{mcp.other}</h3>
            <p>{mcp.other_advice}</p>
          </section>
        </Card>
      </div>
    </>,
  );
}
