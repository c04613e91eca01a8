import { randomBytes } from 'node:crypto';
import type { Ledger } from './ledger.ts';

const SECRET_BYTES = 48;

/** A secret that all servers of the ledger share. The first server that asks for it generates it. */
export async function serverSecret(
  ledger: Ledger,
  name: 'session cookies' | 'unsubscribe links' | 'telegram codes' | 'feeds',
): Promise<string> {
  const known = await ledger.get('server_secret', { name });
  if (known) return known.secret;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await ledger.run('create_server_secret', { name, secret });
  return (await ledger.get('server_secret', { name }))?.secret ?? secret;
}
