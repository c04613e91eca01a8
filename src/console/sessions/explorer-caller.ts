import type { FastifyRequest } from 'fastify';
import { checkedCaller } from '../../api/http/admission/caller-check.ts';
import type { Accounts, Caller } from '../../commerce/accounts/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import { isOwnRead, otherSite } from './same-origin.ts';
import { accountOf, signedIn } from './visitor.ts';

/**
 * Each GET of market data is also below this path, for visitors who are signed in: the same limits, formats and costs, charged to the
 * console key of the account.
 */
export const EXPLORER_DATA = '/explorer/data';

interface Services {
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/**
 * The console caller of the account of the visitor.
 * @throws AlirError `cross_site_refused`, `sign_in_required`, `account_required`, `scope_missing`, `account_suspended`
 */
export async function explorerCaller(services: Services, request: FastifyRequest): Promise<Caller> {
  // Another site could spend the units of the account.
  if (!isOwnRead(request)) throw otherSite();
  return pageCaller(services, request);
}

/** The same for a page that is charged itself. @throws AlirError as above, without `cross_site_refused` */
export async function pageCaller({ accounts, clock }: Services, request: FastifyRequest): Promise<Caller> {
  if (!signedIn(request).readsData) {
    throw new AlirError(
      'scope_missing',
      'The key of this session does not have the scope data. Sign in with another key.',
    );
  }
  const caller = await accounts.consoleCaller(accountOf(request));
  return checkedCaller(caller, request, clock);
}
