import { createHmac } from 'node:crypto';
import type { Ledger } from '../../ledger/ledger.ts';
import { serverSecret } from '../../ledger/server-secret.ts';

/** The feed of a brief: of the whole market, or of a watchlist of an account. */
export interface Feed {
  readonly account_id: string;
  readonly watchlist: string | null;
}

/** The key in the address of a feed, because readers of feeds send no credentials. It opens only this feed, until it is replaced. */
export async function feedKey(ledger: Ledger, { account_id, watchlist }: Feed): Promise<string> {
  const secret = await serverSecret(ledger, 'feeds');
  const feed = { account_id, watchlist: watchlist ?? '' };
  const { replacements } = (await ledger.get('feed', feed)) ?? { replacements: 0 };
  const mac = createHmac('sha256', secret).update(`${account_id} ${feed.watchlist} ${replacements}`);
  return mac.digest('base64url');
}

/** Gives a feed another address. The earlier one does not exist any more. */
export async function replaceFeedKey(ledger: Ledger, { account_id, watchlist }: Feed): Promise<void> {
  await ledger.run('replace_feed', { account_id, watchlist: watchlist ?? '' });
}
