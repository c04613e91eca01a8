import { createHmac } from 'node:crypto';
import type { Ledger } from '../../ledger/ledger.ts';
import { serverSecret } from '../../ledger/server-secret.ts';

/** The key in the address of a feed, because readers of feeds send no credentials. It opens only this feed. */
export async function feedKey(ledger: Ledger, feed: string): Promise<string> {
  const secret = await serverSecret(ledger, 'feeds');
  return createHmac('sha256', secret).update(feed).digest('base64url');
}
