import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { ServedDocument } from '../../../api/http/responses/document.ts';
import { AlirError } from '../../../core/errors.ts';
import { packageFile } from '../../../core/package-files.ts';
import { PAGE_ROUTE } from './page-config.ts';

const FOLDER = packageFile('dist/console/assets/');

/** The name of a file has a hash of its content. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

interface Asset {
  readonly file: string;
  /** The files that this one imports. */
  readonly imports: readonly string[];
}

const manifest: Readonly<Record<string, Asset>> = readManifest();

function readManifest(): Record<string, Asset> {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', FOLDER), 'utf8'));
  } catch (cause) {
    throw new Error('dist/console/assets/ is missing or incomplete. Run: npm run build', { cause });
  }
}

function assetOf(name: string): Asset {
  const asset = manifest[name];
  if (!asset) throw new Error(`The build has no asset ${name}`);
  return asset;
}

/** The URL of an asset, such as `style.css`. */
export function assetUrl(name: string): string {
  return `/assets/${assetOf(name).file}`;
}

export function assetFile(name: string): URL {
  return new URL(assetOf(name).file, FOLDER);
}

export function importsOf(name: string): string[] {
  return assetOf(name).imports.map((file) => `/assets/${file}`);
}

/** Registers `GET /assets/FILE`. */
export function assetRoutes(app: FastifyInstance): void {
  const files = new Set(Object.values(manifest).flatMap(({ file, imports }) => [file, ...imports]));
  const served = new Map(
    [...files].map((file) => [
      file,
      new ServedDocument(
        TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
        readFileSync(new URL(file, FOLDER)),
        IMMUTABLE,
      ),
    ]),
  );
  app.get<{ Params: { file: string } }>('/assets/:file', { config: PAGE_ROUTE }, (request, reply) => {
    const asset = served.get(request.params.file);
    if (!asset) throw new AlirError('not_found', 'This version of the console has no file with this name.');
    return asset.send(request, reply);
  });
}
