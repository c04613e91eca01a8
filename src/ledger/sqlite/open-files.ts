import { statSync } from 'node:fs';
import { basename } from 'node:path';

interface OpenFile {
  readonly path: string;
  readonly identity: string;
}

/**
 * The files of a database that is open in WAL mode. SQLite keeps writing to files that were deleted or replaced, and those writes are
 * lost. The files are only checked with stat, never opened: closing a second descriptor would drop SQLite's locks on the file.
 */
export class OpenFiles {
  readonly #files: readonly OpenFile[];

  /** Call it while the database is open, after its first write. */
  constructor(path: string) {
    this.#files = [path, `${path}-wal`, `${path}-shm`].flatMap((each) => {
      const identity = identityOf(each);
      return identity === undefined ? [] : [{ path: each, identity }];
    });
  }

  /** The name of a file that was deleted, replaced or emptied. */
  lost(): string | undefined {
    const lost = this.#files.find(({ path, identity }) => identityOf(path) !== identity);
    return lost && basename(lost.path);
  }
}

/** Device and inode; undefined if there is no file. The -wal of a checkpointed database can be empty, the database cannot. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || (stats.size === 0 && !path.endsWith('-wal'))) return undefined;
  return `${stats.dev} ${stats.ino}`;
}
