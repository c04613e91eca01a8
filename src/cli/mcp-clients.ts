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
      client: 'Claude Desktop, and other clients that start a command',
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
