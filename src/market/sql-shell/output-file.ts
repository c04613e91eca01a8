import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AlirError } from '../../core/errors.ts';
import { isWithin } from '../../core/folders.ts';
import { fsync, replaceFile } from '../lake/durable.ts';

/** A file that appears completely or not at all: it is written in a temporary folder beside its target, then moved. */
export class OutputFile {
  readonly #place: string;
  readonly #is_forced: boolean;
  /** The temporary folder, the only folder that is written to. */
  readonly folder: string;
  /** The path to write to. */
  readonly staged: string;
  /** Deletes the folder at exit: the process can end at any time. */
  readonly #onExit = () => rmSync(this.folder, { recursive: true, force: true });

  private constructor(place: string, folder: string, is_forced: boolean) {
    this.#place = place;
    this.#is_forced = is_forced;
    this.folder = folder;
    this.staged = join(folder, basename(place));
    process.on('exit', this.#onExit);
  }

  /**
   * @param is_forced whether to replace an existing file; if the path is a link, the target of the link is replaced
   * @param kept the folders of Alir; a path in them is refused
   * @throws AlirError `output_exists`, `unusable_folder`
   */
  static async claim(path: string, is_forced: boolean, kept: readonly string[]): Promise<OutputFile> {
    const place = await realpath(path).catch(() => resolve(path));
    await refuseWithin(place, kept);
    await checkPlace(place, is_forced);
    try {
      return new OutputFile(place, await realpath(await mkdtemp(join(dirname(place), '.alir-'))), is_forced);
    } catch (cause) {
      throw new AlirError(
        'unusable_folder',
        `The folder ${dirname(place)} does not exist or cannot be written. Create it, or check its owner and permissions.`,
        { cause },
      );
    }
  }

  /** Flushes the file and moves it to its target. @returns its size in bytes */
  async finish(): Promise<number> {
    const { size } = await stat(this.staged);
    await checkPlace(this.#place, this.#is_forced);
    await fsync(this.staged);
    await replaceFile(this.staged, this.#place);
    return size;
  }

  async discard(): Promise<void> {
    process.off('exit', this.#onExit);
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function refuseWithin(place: string, kept: readonly string[]): Promise<void> {
  const folder = await realpath(dirname(place)).catch(() => dirname(place));
  for (const path of kept) {
    const own = await realpath(path).catch(() => resolve(path));
    if (!isWithin(folder, own)) continue;
    throw new AlirError('unusable_folder', `${own} belongs to Alir. Write the file to another folder.`);
  }
}

async function checkPlace(place: string, is_forced: boolean): Promise<void> {
  const found = await stat(place).catch(() => undefined);
  if (found && !found.isFile())
    throw new AlirError(
      'output_exists',
      `${place} is not a regular file and cannot be replaced. Use another name.`,
    );
  if (found && !is_forced) {
    throw new AlirError('output_exists', `${place} already exists. To replace it, pass --force.`);
  }
}
