import { text } from 'node:stream/consumers';
import { AlirError } from '../../core/errors.ts';
import { clientConfigs } from '../../core/mcp-clients.ts';
import { hostInUrl } from '../../core/urls.ts';
import type { Config } from '../../server/config.ts';
import type { Terminal } from '../output.ts';

const YOUR_KEY = '<MCP key>';

/** Prints the configuration of common MCP clients for this server. The key comes from --key (`-` reads standard input) or ALIR_KEY. */
export async function mcpConfig(
  { host, port, key: own_key }: Config,
  output: Terminal,
  options: { readonly url?: string; readonly key?: string },
): Promise<void> {
  const url = new URL(options.url ?? `http://${hostInUrl(host) ?? 'localhost'}:${port}`);
  if (!url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname.replace(/\/$/, '')}/mcp`;
  const key = options.key === '-' ? await keyFrom(output.io.stdin) : (options.key ?? own_key);
  const clients = clientConfigs(url.href, key || YOUR_KEY);
  const blocks = clients.map(({ client, where, config }) => `${client} (${where}):\n\n${config}`);
  output.record({ url: url.href, clients }, blocks.join('\n\n'));
  if (key === '') {
    output.notice(
      `Replace ${YOUR_KEY} with the MCP key of an account. "alir account create" showed it once.`,
    );
  }
}

/** @throws AlirError `bad_configuration` if the input is not a key */
async function keyFrom(input: NodeJS.ReadableStream): Promise<string> {
  const key = (await text(input)).trim();
  if (/^\w+$/.test(key)) return key;
  throw new AlirError(
    'bad_configuration',
    'Standard input does not contain a key. Send only the key, on one line.',
  );
}
