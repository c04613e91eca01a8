import { AlirError } from '../../core/errors.ts';
import { withoutSecrets } from '../../core/urls.ts';

/** The database is starting or stopping, or accepts no more connections, or cancelled a query; or the connection was lost. */
const UNAVAILABLE_STATES = /^(08...|57P0[1-5]|57014|53...|55P03|25006)$/;
const NETWORK_ERRORS = /^(E[A-Z]+)$/;
/** Errors of `pg` without a code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/;

/** Whether the database rolled a transaction back because of another one. It succeeds when it is run again. */
export function isRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/** Whether the same query can succeed later, without a change to the data or to Alir. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (error instanceof AlirError) return false;
  if (typeof code === 'string') return UNAVAILABLE_STATES.test(code) || NETWORK_ERRORS.test(code);
  return typeof message === 'string' && MESSAGES.test(message);
}

/** The address of a database, for messages. */
export function postgresPlace(url: string): string {
  return withoutSecrets(url).replace('(secret)@', '');
}

export function ledgerUnavailable(cause: unknown): AlirError {
  return new AlirError(
    'ledger_unavailable',
    'The database of accounts and usage does not respond. Nothing was charged. Try again in a few seconds.',
    { retry_after_s: 2, cause },
  );
}

/** The error of a request whose query failed: `ledger_unavailable` if it can succeed later. */
export function publicError(error: unknown): unknown {
  return isUnavailable(error) || isRolledBack(error) ? ledgerUnavailable(error) : error;
}

/** The error for the operator when a database cannot be opened. An error of Alir stays as it is. */
export function cannotOpen(place: string, cause: unknown): AlirError {
  if (cause instanceof AlirError) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  if (isUnavailable(cause)) {
    return new AlirError(
      'ledger_unavailable',
      `The PostgreSQL database ${place} does not respond (${code ?? message}). Check that it runs and accepts connections from here, and that its address is right.`,
      { retry_after_s: 2, cause },
    );
  }
  return new AlirError(
    'bad_configuration',
    `The PostgreSQL database ${place} cannot be used: ${message}. Check the name of the database, and the name, password and rights of the user in its address.`,
    { cause },
  );
}
