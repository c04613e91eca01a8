import type { FastifyInstance } from 'fastify';
import type { Accounts } from './accounts/accounts.ts';
import { Admission } from './admission/admission.ts';
import { brokerSummaryBatchEndpoint, brokerSummaryEndpoint } from './broker-summary/endpoints.ts';
import { foreignFlowBatchEndpoint, foreignFlowEndpoint } from './foreign-flow/endpoints.ts';
import { healthRoutes } from './http/health.ts';
import { createServer } from './http/server.ts';
import type { Serving } from './lake/serving.ts';

export interface AppServices {
  readonly serving: Serving;
  readonly accounts: Accounts;
  readonly log: boolean;
}

/** Everything that can be asked over HTTP. */
export function buildApp({ serving, accounts, log }: AppServices): FastifyInstance {
  const app = createServer({ log });
  healthRoutes(app);

  const admission = new Admission(app, accounts);
  admission.admit(brokerSummaryEndpoint(serving));
  admission.admit(brokerSummaryBatchEndpoint(serving));
  admission.admit(foreignFlowEndpoint(serving));
  admission.admit(foreignFlowBatchEndpoint(serving));
  return app;
}
