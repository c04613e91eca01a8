import { KEY_SCOPES, type KeyScope } from '../../../core/commerce-terms.ts';
import type { Row } from '../../../ledger/queries.ts';

/** What limits the use of a key. */
export interface KeyTerms {
  /** At least one. */
  readonly scopes: KeyScope[];
  /** The key is invalid from this time on, ISO-8601 in UTC; null for a key that does not expire. */
  readonly expires_at: string | null;
  /** The CIDR blocks from which the key can be used, in the form of ipRange; null for any address. */
  readonly allowed_ips: string[] | null;
  /** Units of one quota window of the account that the key may use; null for all. */
  readonly max_units: number | null;
  /** The path and the query of the only request that a link answers; null for other keys. */
  readonly link: string | null;
}

/** The terms as the ledger has them. */
type StoredTerms = Pick<Row<'keys'>, keyof KeyTerms>;

/** A key for a script that only reads data. */
export const DATA_ONLY: KeyTerms = {
  scopes: ['data'],
  expires_at: null,
  allowed_ips: null,
  max_units: null,
  link: null,
};

/** A key with which an account also manages its keys and orders. */
export const FULL_ACCESS: KeyTerms = { ...DATA_ONLY, scopes: [...KEY_SCOPES] };

export function storedTerms({ scopes, expires_at, allowed_ips, max_units, link }: KeyTerms): StoredTerms {
  return {
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)).join(),
    expires_at,
    allowed_ips: allowed_ips && [...new Set(allowed_ips)].join(),
    max_units,
    link,
  };
}

/** The time from which a key is invalid, because it expires or is revoked; null for none. */
export function endOfKey({
  expires_at,
  revoked_at,
}: Pick<Row<'keys'>, 'expires_at' | 'revoked_at'>): string | null {
  if (expires_at === null || revoked_at === null) return expires_at ?? revoked_at;
  return expires_at < revoked_at ? expires_at : revoked_at;
}

/** Whether a key has expired, or its revocation is in effect. */
export function hasEnded(key: Pick<Row<'keys'>, 'expires_at' | 'revoked_at'>, now: Date): boolean {
  const end = endOfKey(key);
  return end !== null && end <= now.toISOString();
}

/** A row of the ledger with its terms as values. */
export function withTerms<Stored extends StoredTerms>(
  row: Stored,
): Omit<Stored, keyof StoredTerms> & KeyTerms {
  return {
    ...row,
    scopes: row.scopes.split(',') as KeyScope[],
    allowed_ips: row.allowed_ips?.split(',') ?? null,
  };
}
