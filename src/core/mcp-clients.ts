/**
 * Returns the configuration of this MCP server for common clients, in the form that each client documents.
 * @param url URL without single quotes, because one configuration is a shell command. The same applies to `key`.
 */
export function clientConfigs(url: string, key: string): { client: string; where: string; config: string }[] {
  const headers = { Authorization: `Bearer ${key}` };
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      client: 'Claude Code',
      where: 'in a shell',
      config: `claude mcp add --transport http alir '${url}' --header 'Authorization: Bearer ${key}'`,
    },
    {
      client: 'Cursor',
      where: '~/.cursor/mcp.json',
      config: json({ mcpServers: { alir: { url, headers } } }),
    },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      config: json({ servers: { alir: { type: 'http', url, headers } } }),
    },
    {
      client: 'Claude Desktop',
      where: 'claude_desktop_config.json',
      config: json({
        mcpServers: {
          alir: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', `Authorization: Bearer ${key}`],
          },
        },
      }),
    },
  ];
}

/** This MCP server as one of the `tools` of a request to the Responses API of OpenAI. */
export function openAiTool(url: string, key: string): string {
  const tool = {
    type: 'mcp',
    server_label: 'alir',
    server_url: url,
    authorization: key,
    require_approval: 'never',
  };
  return JSON.stringify(tool, null, 2);
}
