import type { Config } from '../config.ts';
import { hostInUrl } from '../core/urls.ts';
import { clientConfigs } from '../mcp/client-config.ts';
import type { Output } from './output.ts';

const YOUR_KEY = '<MCP key>';

/** Prints what common clients need to know to ask this server. */
export function mcpConfig(
  { host, port }: Config,
  output: Output,
  options: { readonly url?: string; readonly key?: string },
): void {
  const url = new URL(options.url ?? `http://${hostInUrl(host) ?? 'localhost'}:${port}`);
  if (!url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname.replace(/\/$/, '')}/mcp`;
  const clients = clientConfigs(url.href, options.key ?? YOUR_KEY);
  const blocks = clients.map(({ client, where, config }) => `${client} (${where}):\n\n${config}`);
  output.record({ url: url.href, clients }, blocks.join('\n\n'));
  if (options.key === undefined) {
    output.remark(
      `Put the MCP key of an account in place of ${YOUR_KEY}: it was shown when the account was made.`,
    );
  }
}
