import { ServedDocument } from '../http/responses/document.ts';
import { JSON_TYPE } from '../http/responses/envelope.ts';

/** Links for programs, by purpose. */
const LINKS = {
  documentation: '/docs',
  openapi: '/openapi.json',
  llms: '/llms.txt',
  mcp: '/mcp',
  skill: '/skill.md',
  plans: '/billing/plans',
  usage: '/usage',
  ready: '/health/ready',
} as const;

/** What `GET /` answers to programs: an overview with links. Browsers get a page. */
export function homeDocument(version: string): ServedDocument {
  const about = 'Broker summary, foreign flow and market news of the Indonesia Stock Exchange (IDX)';
  const authentication = 'Send your API key as: Authorization: Bearer <API key>';
  const data = { name: 'Alir', version, about, authentication, links: LINKS };
  return new ServedDocument(JSON_TYPE, JSON.stringify({ success: true, data, error: null }));
}
