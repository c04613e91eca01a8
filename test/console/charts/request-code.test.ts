import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type CodedRequest, clientCode, codeOf } from '../../../src/console/charts/requests/request-code.ts';

const HOSTILE = `it's \\ "quoted" \`\${1}\` $HOME $(id) %41 é`;

const request: CodedRequest = {
  method: 'POST',
  url: 'http://127.0.0.1/market/screen',
  query: [
    ['date', '2026-01-05'],
    ['q', HOSTILE],
    ['brokers', 'AK,YP'],
  ],
  headers: { 'Idempotency-Key': HOSTILE },
  body: { name: HOSTILE, sql: true, screen: null, limit: 3, tickers: ['BBCA', HOSTILE] },
  hasKey: true,
  hasEnvelope: true,
};

function textOf(lang: string, coded: CodedRequest): string {
  return codeOf(coded).find((each) => each.lang === lang)?.text ?? '';
}

/** Runs code as the body of an async function with these globals. */
function run(code: string, globals: Record<string, unknown>): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...texts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  return new AsyncFunction(...Object.keys(globals), code)(...Object.values(globals));
}

/** What `fetch` gets from the TypeScript. */
async function fetched(coded: CodedRequest, answer: unknown = { data: 1, error: null }) {
  const calls: [string, RequestInit?][] = [];
  const printed: unknown[] = [];
  await run(textOf('ts', coded), {
    fetch: async (...call: [string, RequestInit?]) => {
      calls.push(call);
      return { status: 200, json: async () => answer, text: async () => 'the text' };
    },
    process: { env: { KEY: 'secret' } },
    console: { log: (...values: unknown[]) => printed.push(...values) },
  });
  const [[url = '', init] = []] = calls;
  return { url: new URL(url), init, printed };
}

describe('the code of a request', () => {
  test('in TypeScript sends its texts as they are', async () => {
    const { url, init, printed } = await fetched(request);
    expect([...url.searchParams]).toEqual(request.query);
    expect(init).toMatchObject({ method: 'POST', body: JSON.stringify(request.body) });
    expect(init?.headers).toEqual({
      authorization: 'Bearer secret',
      'Idempotency-Key': HOSTILE,
      'content-type': 'application/json',
    });
    expect(printed).toEqual([1]);
    await expect(fetched(request, { data: null, error: 'why' })).rejects.toThrow('why');
  });

  test('in TypeScript has no options for a plain GET, and prints what is not an envelope', async () => {
    const plain = {
      ...request,
      method: 'GET',
      query: [],
      headers: {},
      body: undefined,
      hasKey: false,
      hasEnvelope: false,
    };
    const { url, init, printed } = await fetched(plain);
    expect([url.href, init, printed]).toEqual([request.url, undefined, [200, 'the text']]);
  });

  test.skipIf(process.platform === 'win32')('for curl sends its texts as they are', async () => {
    const shell = promisify(execFile);
    const argumentsOf = async (coded: CodedRequest) => {
      const script = `curl() { printf '%s\\n' "$@"; }\n${textOf('sh', coded)}`;
      const { stdout } = await shell('/bin/sh', ['-c', script], { env: { KEY: 'secret' } });
      return stdout.trimEnd().split('\n');
    };
    const sent = await argumentsOf(request);
    expect(sent.slice(0, -1)).toEqual([
      '-s',
      ...['-H', 'Authorization: Bearer secret'],
      ...['-H', `Idempotency-Key: ${HOSTILE}`],
      ...['-H', 'Content-Type: application/json'],
      ...['-d', JSON.stringify(request.body)],
    ]);
    expect([...new URL(sent.at(-1) ?? '').searchParams]).toEqual(request.query);
    const deleted = { ...request, method: 'DELETE', query: [], headers: {}, body: undefined, hasKey: false };
    expect(await argumentsOf(deleted)).toEqual(['-s', '-X', 'DELETE', request.url]);
  });

  test('in Python has the same values', () => {
    const text = textOf('python', request);
    const line = (name: string) => new RegExp(`^ {4}${name}=(.*),$`, 'm').exec(text)?.[1] ?? '';
    // Texts are written alike in JSON and in Python.
    const read = (python: string) => JSON.parse(python.replaceAll('True', 'true').replaceAll('None', 'null'));
    expect(read(line('params'))).toEqual(Object.fromEntries(request.query));
    expect(read(line('json'))).toEqual(request.body);
    expect(line('headers')).toBe(
      `{"Authorization": f"Bearer {os.environ['KEY']}", "Idempotency-Key": ${JSON.stringify(HOSTILE)}}`,
    );
    expect(text).toContain('requests.post(\n    "http://127.0.0.1/market/screen",\n');
  });

  test('with the client passes texts and numbers', async () => {
    const code = clientCode({
      name: 'get_foreign_flow_daily',
      parameters: [
        ['ticker', HOSTILE],
        ['limit', 3],
      ],
      base: "http://127.0.0.1/it's",
      hasKey: true,
    });
    const made: unknown[] = [];
    class Alir {
      constructor(options: unknown) {
        made.push(options);
      }
      async foreignFlowDaily(parameters: unknown) {
        made.push(parameters);
        return { data: [] };
      }
    }
    const body = code.replace("import { Alir } from 'alir-client';", '');
    await run(body, { Alir, process: { env: { KEY: 'secret' } }, console: { log: () => {} } });
    expect(made).toEqual([
      { apiKey: 'secret', baseUrl: "http://127.0.0.1/it's" },
      { ticker: HOSTILE, limit: 3 },
    ]);
  });
});
