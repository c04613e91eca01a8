import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { madeOnce } from './made-once.ts';

const CLIENT = resolve(import.meta.dirname, '../../clients/typescript');

/** Installs the packed TypeScript client into a folder, as its users do. */
export async function installClient(folder: string): Promise<void> {
  const packed = await madeOnce('typescript-client', async (place) => {
    mkdirSync(place);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', place], { cwd: CLIENT });
  });
  const [archive = ''] = readdirSync(packed);
  const options = { cwd: folder, stdio: 'ignore' } as const;
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(packed, archive)], options);
}
