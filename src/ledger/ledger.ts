import type { Clock } from '../core/clock.ts';
import type { AlirError } from '../core/errors.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import type { TakeRates } from '../core/rates.ts';
import type { ChargeResult, ChargeRow } from './charge.ts';
import type { Arguments, Parameters, QueryName, QueryWithRows, Row } from './queries.ts';

/** Thrown in a transaction to roll it back. */
class RolledBack extends Error {}

/** Runs `work` in a transaction of its own, and rolls it back. It must not be a part of another one, which would commit the changes. */
export async function rolledBack<Result>(ledger: Ledger, work: () => Promise<Result>): Promise<Result> {
  let result: Result | undefined;
  try {
    await ledger.transaction(async () => {
      result = await work();
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return result as Result;
}

/**
 * The database with accounts, keys, orders, usage and the manifest. Its queries are the files of `sql/ledger/`. The types of their
 * parameters and rows are generated: `(await ledger.get('order', { order_id }))?.state` is one of the order states.
 */
export interface Ledger {
  /** Where it is, for messages: a path, or the address of a database server without its password. */
  readonly path: string;

  /** Whether other servers write usage without a change of version(). */
  readonly sharesUsage: boolean;

  /**
   * Changes on every write except usage: cached reads stay valid while it is unchanged. Writes of another process change it shortly after
   * their commit.
   */
  version(): number;

  all<Name extends QueryWithRows>(name: Name, ...parameters: Arguments<Name>): Promise<Row<Name>[]>;

  /** The first row, also of a write that returns rows. */
  get<Name extends QueryWithRows>(name: Name, ...parameters: Arguments<Name>): Promise<Row<Name> | undefined>;

  /** @returns how many rows were written */
  run<Name extends Exclude<QueryName, QueryWithRows>>(
    name: Name,
    ...parameters: Arguments<Name>
  ): Promise<number>;

  /**
   * Runs `work` in one transaction, which is durable when the promise resolves. All queries of `work`, also those of functions that it
   * calls, belong to the transaction. Its result is as if no other transaction ran at the same time. `work` must await nothing but this
   * ledger. A transaction within `work` is part of this one: its failure must not be caught, so that both are rolled back.
   */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;

  /**
   * Writes charges in one transaction. They are durable when a later `flush` resolves.
   * @returns the result of each, in the order in which they were charged; at once if they are written without a wait
   * @throws an error that isBusy recognises if another process is writing; then nothing was charged
   */
  charge<Charge extends ChargeRow>(
    charges: readonly Charge[],
  ): MaybePromise<ReadonlyMap<Charge, ChargeResult>>;

  /**
   * Counts requests in the rate limits of all servers. Undefined for a ledger that does not count them: each server counts its own
   * requests.
   */
  readonly takeRates?: TakeRates;

  /**
   * Whether this server does the work that only one of the servers of the ledger does. Each server of a ledger without an election does
   * it.
   */
  isLeader(): boolean;

  /**
   * Takes part in the election of the leader. A process that does not call this never becomes the leader.
   * @param onElected called each time that the election makes this process the leader
   */
  joinElection(onElected: () => void): void;

  /** Runs a write that does not change version() once for each row, in one transaction. It is durable and fails as `charge`. */
  countAll<Name extends QueryName>(name: Name, rows: readonly Parameters<Name>[]): MaybePromise<void>;

  /**
   * Resolves when everything that was committed before the call is durable. After a failure, all later writes and flushes fail.
   * @throws AlirError `not_ready`
   */
  flush(): Promise<void>;

  /** Sets the function that is called when `flush` fails. Only a new process may write to the ledger again. */
  onFlushFailure(listener: (failure: AlirError) => void): void;

  /** Looks for damage to the files of the ledger at intervals. @param onDamage called once; later reads and writes throw `ledger_damaged` */
  watch(onDamage: (damage: AlirError) => void): void;

  /** Maintenance between charges. @returns undefined if it is not due */
  checkpointIfDue(): Promise<void> | undefined;

  /** @throws AlirError `ledger_replaced` if its files were deleted, moved or replaced */
  checkPlace(): void;

  /** Checks that requests can be charged. @throws AlirError `not_ready`, with a message that is safe to publish */
  confirm(clock: Clock): Promise<void>;

  /**
   * Writes a consistent copy of the ledger to an empty SQLite file.
   * @throws AlirError `ledger_damaged`; `bad_configuration` for a ledger that has its own tool for backups
   */
  copyTo(path: string): Promise<void>;

  close(): Promise<void>;
}
