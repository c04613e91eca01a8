import { statSync } from 'node:fs';
import { basename } from 'node:path';

interface OpenFile {
  readonly path: string;
  readonly identity: string;
}

/**
 * The files of a database that is open in WAL mode. SQLite keeps writing to files that were deleted or replaced under it, and what it
 * writes there is lost. The files are only looked up, never opened: closing a second descriptor would drop SQLite's locks on the file.
 */
export class OpenFiles {
  readonly #files: readonly OpenFile[];

  /** To be called while the database is open and after it was first written. */
  constructor(path: string) {
    this.#files = [path, `${path}-wal`, `${path}-shm`].flatMap((each) => {
      const identity = identityOf(each);
      return identity === undefined ? [] : [{ path: each, identity }];
    });
  }

  /** The name of a file that is no longer the one that was opened, was deleted or emptied. */
  lost(): string | undefined {
    const lost = this.#files.find(({ path, identity }) => identityOf(path) !== identity);
    return lost && basename(lost.path);
  }
}

/** Device and inode; undefined for no file. The -wal of a checkpointed database may be empty, the database itself never is. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || (stats.size === 0 && !path.endsWith('-wal'))) return undefined;
  return `${stats.dev} ${stats.ino}`;
}
