import type { KEY_KINDS } from '../../core/commerce-terms.ts';

/** What a caller may do besides reading data and its own usage, by the role that its credentials give it. */
export const ROLES = {
  /** A person or program of the account, with an API key. */
  account: { managesAccount: true },
  /** A language model with an MCP key: such keys stand in the configuration files of agents. */
  agent: { managesAccount: false },
} as const;

export type Role = keyof typeof ROLES;

export const ROLE_OF_KEY: Readonly<Record<(typeof KEY_KINDS)[number], Role>> = {
  api: 'account',
  mcp: 'agent',
};
