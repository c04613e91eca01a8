import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOfThisFile } from '../support/alir.ts';
import { installClient } from '../support/typescript-client.ts';

describe('the packed package', () => {
  const REPOSITORY = resolve(import.meta.dirname, '../..');
  /** TypeScript 7, and the TypeScript 5 of the generators. */
  const COMPILERS = ['typescript', 'client-generators/node_modules/typescript'].map((name) =>
    join(REPOSITORY, 'node_modules', name, 'bin/tsc'),
  );
  const PROGRAM = `
    import { Alir, QuotaError, type Result, type Schemas } from 'alir-client';
    const alir = new Alir({
      apiKey: 'k',
      baseUrl: 'http://127.0.0.1:9',
      fetch: () => Promise.reject(new Error('offline')),
      sleep: async () => {},
    });
    export async function main(): Promise<number> {
      try {
        const summary = await alir.brokerSummary({ ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09', investor: 'all' });
        const rows: Schemas['BrokerRow'][] = summary.data;
        const batch: Result<Record<string, { net_foreign: number }>> = await alir.foreignFlowBatch({ tickers: ['BBCA'], from: '2026-01-05', to: '2026-01-09' });
        const table: string = (await alir.ohlcv({ ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' }, { arrow: async (stream) => String(stream.length) })).data;
        const quote: number = (await alir.createQuote({ plan: 'professional', months: 3 })).data.price_idr;
        const plans = (await alir.listPlans()).data.plans.length;
        let units: number = alir.plan('ohlcv', { tickers: ['BBCA', 'BBRI'], from: '2025-01-01', to: '2026-12-31' }).units;
        for await (const { parameters, data } of alir.plan('foreignFlowDaily', { ticker: 'BBCA', from: '2025-01-01', to: '2026-12-31' })) {
          units += data[0]?.net_foreign ?? parameters.ticker.length;
        }
        return rows.length + Object.keys(batch.data).length + table.length + quote + plans + units;
      } catch (error) {
        if (error instanceof QuotaError) return error.possibleUnits;
        throw error;
      }
    }
    // @ts-expect-error a parameter is missing
    void (() => alir.brokerSummary({ ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' }));
    // @ts-expect-error there is no such market
    void (() => alir.foreignFlow({ ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09', market: 'XX' }));
    // @ts-expect-error a plan needs a range
    void (() => alir.plan('marketTickers', {}));
    // @ts-expect-error news are not a table
    void (() => alir.news({}, { arrow: String }));
  `;

  test.each([
    ['module', 'node16', 'node16'],
    ['commonjs', 'node16', 'node16'],
    ['module', 'esnext', 'bundler'],
  ])(
    'compiles strictly and runs in an empty project of type %s, with %s and %s resolution',
    async (type, module, moduleResolution) => {
      const folder = await folderOfThisFile();
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
      await installClient(folder);
      expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
        'alir-client',
      ]);
      mkdirSync(join(folder, 'src'));
      writeFileSync(join(folder, 'src/main.ts'), PROGRAM);
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        module,
        moduleResolution,
        target: 'es2022',
        types: [],
        outDir: 'out',
        rootDir: 'src',
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
      for (const compiler of COMPILERS) {
        expect(compiled(compiler, folder)).toBe('');
      }
      const program =
        "import('./out/main.js').then(({ main }) => main()).catch((error) => console.log(error.name))";
      const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(printed).toBe('ConnectionLostError\n');
    },
  );

  function compiled(compiler: string, folder: string): string {
    try {
      return execFileSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }
});
