import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { ScriptedServer } from '../clients/behaviours.ts';
import { afterThisFile, folderOfThisFile } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { GO, HEY_API, ORVAL, PYTHON } from './programs.ts';
import { INSTALLED, installed, onPath } from './tools.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LARGEST = Number.MAX_SAFE_INTEGER;

let environment: NodeJS.ProcessEnv;
let expected: object;
let document: string;

const run = (command: string, args: string[], cwd: string, more: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(command, args, { cwd, env: { ...process.env, ...environment, ...more } }).catch(
    (error) => {
      throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
    },
  );

/** What a program prints. */
async function printed(command: string, args: string[], cwd: string, more: NodeJS.ProcessEnv = {}) {
  return JSON.parse((await run(command, args, cwd, more)).stdout);
}

describe.runIf(INSTALLED !== undefined)('a client that is generated from the OpenAPI document', () => {
  beforeAll(async () => {
    const alir = await demoAlir({}, afterThisFile);
    await alir.become('starter', 1);
    const later = await ScriptedServer.start();
    afterThisFile(() => later.close());
    const flow = { foreign_buy: LARGEST, foreign_sell: 0, net_foreign: LARGEST, total_value: LARGEST };
    const { body: sample } = await alir.get('/foreign-flow', RANGE);
    const data = { ...sample.data, ...flow, added_later: { nested: true } };
    const reply = { data, units: 1, more: { also_later: 1 } };
    const url = await alir.url();
    document = join(await folderOfThisFile(), 'openapi.json');
    await writeFile(document, await (await fetch(`${url}/openapi.json`)).text());
    const average = (await alir.get('/stocks/broker-summary', { ...RANGE, investor: 'all' })).body.data[0]
      .buy_avg;
    expect(average % 1).not.toBe(0);
    expected = { net: -87952863025, average, price: 350_000, code: 'invalid_request', exact: LARGEST };
    environment = { ALIR_URL: url, ALIR_KEY: alir.key };
    lastBaseUrl = () => later.play([reply]);
  });

  const RANGE = { ticker: 'BBCA', from: '2025-12-01', to: '2026-01-30' };
  let lastBaseUrl: () => Promise<string>;

  /** Compiles a program beside its client strictly, with TypeScript 5 and 7, and runs it. */
  async function typescript(folder: string, program: string) {
    await writeFile(join(folder, 'main.ts'), program);
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      noImplicitReturns: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
    for (const compiler of ['typescript', 'client-generators/node_modules/typescript'])
      await run(process.execPath, [join(ROOT, 'node_modules', compiler, 'bin/tsc'), '-p', folder], folder);
    const outfile = join(folder, 'main.mjs');
    await build({
      entryPoints: [join(folder, 'main.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    return printed(process.execPath, [outfile], folder, { ALIR_LATER_URL: await lastBaseUrl() });
  }

  const HEY = installed('npm/hey-api/node_modules/.bin/openapi-ts');
  test.skipIf(HEY === undefined)(
    'by @hey-api/openapi-ts compiles strictly and has exact values',
    async () => {
      const folder = await folderOfThisFile();
      await run(String(HEY), ['--input', document, '--output', join(folder, 'client')], folder);
      expect(await typescript(folder, HEY_API)).toEqual(expected);
    },
  );

  const ORVAL_COMMAND = installed('npm/orval/node_modules/.bin/orval');
  test.skipIf(ORVAL_COMMAND === undefined)('by orval compiles strictly and has exact values', async () => {
    const folder = await folderOfThisFile();
    const args = ['--input', document, '--output', join(folder, 'client.ts'), '--client', 'fetch'];
    await run(String(ORVAL_COMMAND), args, folder);
    expect(await typescript(folder, ORVAL)).toEqual(expected);
  });

  const PYTHON_COMMAND = installed('python/bin/python');
  test.skipIf(PYTHON_COMMAND === undefined)(
    'by openapi-python-client passes mypy --strict and has exact values',
    async () => {
      const folder = await folderOfThisFile();
      const python = (...args: string[]) => run(String(PYTHON_COMMAND), args, folder);
      const output = join(folder, 'alir_generated');
      const args = ['generate', '--path', document, '--output-path', output, '--meta', 'none'];
      await python('-m', 'openapi_python_client', ...args);
      await writeFile(join(folder, 'main.py'), PYTHON);
      await python('-m', 'mypy', '--strict', '--cache-dir', '/dev/null', 'main.py', 'alir_generated');
      const variables = { ALIR_LATER_URL: await lastBaseUrl() };
      expect(await printed(String(PYTHON_COMMAND), ['main.py'], folder, variables)).toEqual(expected);
    },
  );

  const JAR = installed('openapi-generator.jar');
  const GO_COMMAND =
    onPath('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : undefined);
  test.skipIf(JAR === undefined || GO_COMMAND === undefined || onPath('java') === undefined)(
    'by openapi-generator for Go passes go vet, needs no package, and has exact values',
    async () => {
      const folder = await folderOfThisFile();
      const output = ['-g', 'go', '-o', folder, '--git-host', 'example.com', '--git-user-id', 'alir'];
      const parts =
        'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
      const properties = 'packageName=alir,disallowAdditionalPropertiesIfNotPresent=false';
      const options = ['--git-repo-id', 'client', '--global-property', parts, '-p', properties];
      await run('java', ['-jar', String(JAR), 'generate', '-i', document, ...output, ...options], folder);
      await mkdir(join(folder, 'program'));
      await writeFile(join(folder, 'program/main.go'), GO);
      // No package comes from anywhere.
      const offline = { GOPROXY: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
      await run(String(GO_COMMAND), ['vet', './...'], folder, offline);
      await run(String(GO_COMMAND), ['build', '-o', 'program/main', './program'], folder, offline);
      const variables = { ALIR_LATER_URL: await lastBaseUrl() };
      expect(await printed(join(folder, 'program/main'), [], folder, variables)).toEqual(expected);
    },
  );
});
