import { stat } from 'node:fs/promises';
import { identityOf, isFile } from '../lake/durable.ts';

export interface BuiltFile {
  readonly path: string;
  readonly sha256: string;
}

/** The problem of a file that is as it was built now, and may have been different while it was read. */
export const CHANGED_WHILE_READ = 'was changed while it was read';

/** A file that cannot be read, or is not the file that was built. */
export class FileDamaged extends Error {
  readonly file: BuiltFile;
  readonly problem: string;

  constructor(file: BuiltFile, problem: string) {
    super(`${file.path} ${problem}`);
    this.file = file;
    this.problem = problem;
  }
}

/**
 * Knows which files are as they were built. Parquet pages have no checksums, so a file is read as a whole before its first use, and again
 * when its identity has changed.
 */
export class VerifiedFiles {
  /** The identities of files that were read and are as they were built. */
  readonly #identities = new Map<string, string>();
  readonly #checks = new Map<string, Promise<void>>();

  /**
   * Checks a file.
   * @returns its identity. If it is the same before and after the file was used, the file was as it was built in between
   * @throws FileDamaged
   */
  async check(file: BuiltFile): Promise<string> {
    const identity = await this.#identityOf(file);
    const name = nameOf(file);
    if (identity === this.#identities.get(name)) return identity;
    const key = `${name} ${identity}`;
    let check = this.#checks.get(key);
    if (!check) {
      check = this.#verify(file, identity).finally(() => this.#checks.delete(key));
      this.#checks.set(key, check);
    }
    await check;
    this.#identities.set(name, identity);
    return identity;
  }

  /** Checks a file that was used before; of another file, only whether it is there. @throws FileDamaged */
  async checkIfUsed(file: BuiltFile): Promise<void> {
    if (this.#identities.has(nameOf(file))) await this.check(file);
    else await this.#identityOf(file);
  }

  keepOnly(files: readonly BuiltFile[]): void {
    const names = new Set(files.map(nameOf));
    for (const name of this.#identities.keys()) if (!names.has(name)) this.#identities.delete(name);
  }

  async #verify(file: BuiltFile, identity: string): Promise<void> {
    if (!(await isFile(file.path, file.sha256)))
      throw new FileDamaged(file, 'was changed after it was built');
    if ((await this.#identityOf(file)) !== identity) throw new FileDamaged(file, CHANGED_WHILE_READ);
  }

  async #identityOf(file: BuiltFile): Promise<string> {
    const stats = await stat(file.path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      throw new FileDamaged(file, error.code === 'ENOENT' ? 'is missing' : error.message);
    });
    const identity = identityOf(stats);
    if (identity === undefined) throw new FileDamaged(file, 'is not a file');
    return identity;
  }
}

function nameOf({ path, sha256 }: BuiltFile): string {
  return `${path} ${sha256}`;
}
