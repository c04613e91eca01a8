import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as client from '../../clients/typescript/src/index.ts';
import { BEHAVIOURS, type Behaviour, type ReceivedRequest, ScriptedServer } from './behaviours.ts';
import { methodOf, rowsOf } from './typescript.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.close());

test.each(BEHAVIOURS.map((behaviour) => [behaviour.name, behaviour] as const))('%s', async (_, behaviour) => {
  const { outcome, slept_ms, requests } = await play(behaviour);
  checkRequests(requests, behaviour);
  const waits = behaviour.expect.slept_ms ?? [];
  expect(slept_ms.length).toBe(waits.length);
  for (const [place, [least, most]] of waits.entries()) {
    expect(slept_ms[place]).toBeGreaterThanOrEqual(least);
    expect(slept_ms[place]).toBeLessThanOrEqual(most);
  }
  if (behaviour.expect.error) checkError(await outcome.catch((error: unknown) => error), behaviour);
  else checkResult(await outcome, behaviour);
});

async function play({ call, server: replies }: Behaviour) {
  const base_url = await server.play(replies);
  const slept_ms: number[] = [];
  const cancelling = new AbortController();
  const alir: any = new client.Alir({
    apiKey: 'alir_live_test',
    baseUrl: base_url,
    sleep: async (ms) => {
      slept_ms.push(ms);
      if (call.cancel === 'on_sleep') cancelling.abort();
      cancelling.signal.throwIfAborted();
    },
  });
  if (call.cancel === 'before') cancelling.abort();
  if (call.cancel === 'on_request') void server.requests(base_url, 1).then(() => cancelling.abort());
  const { max_retries, timeout_ms, idempotency_key, format } = call.options ?? {};
  const outcome: Promise<any> = alir[methodOf(call.operation)](call.parameters, {
    signal: cancelling.signal,
    maxRetries: max_retries,
    timeoutMs: timeout_ms,
    idempotencyKey: idempotency_key,
    arrow: format && tableFromIPC,
  });
  await outcome.catch(() => {});
  return { outcome, slept_ms, requests: await server.requests(base_url) };
}

function checkRequests(requests: readonly ReceivedRequest[], { call, expect: expected }: Behaviour): void {
  // Of a call that times out, it depends on the machine whether a request arrives before.
  if (call.options?.timeout_ms === undefined) expect(requests.length).toBe(expected.requests ?? 1);
  const [first] = requests;
  const { body, ...sent } = expected.sent ?? {};
  if (expected.sent) expect(first).toMatchObject(sent);
  if (body) expect(JSON.parse(first?.body ?? '')).toEqual(body);
  const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
  const { idempotency_key } = expected;
  if (idempotency_key === 'same') {
    expect(keys.size).toBeLessThanOrEqual(1);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/);
  } else if (idempotency_key !== undefined) {
    expect([...keys]).toEqual([idempotency_key === 'none' ? undefined : idempotency_key]);
  }
}

function checkResult(result: any, { server, expect: expected }: Behaviour): void {
  const { data, rows, quota, ...others } = expected.result ?? {};
  const named = Object.entries(others).map(([name, value]) => [methodOf(name), value]);
  expect(result).toMatchObject(Object.fromEntries(named));
  if (quota) expect(result.quota).toEqual(inCamelCase(quota));
  if (quota === null) expect(result.quota).toBeNull();
  if (rows) expect(rowsOf(result.data)).toEqual(rows);
  else expect(result.data).toEqual(data ?? server.at(-1).data);
}

const inCamelCase = ({ resets_at, ...quota }: any) => ({ ...quota, resetsAt: resets_at });

function checkError(error: any, { server, expect: expected }: Behaviour): void {
  const { class: name, status = null, code = null, possible_units = 0, ...others } = expected.error ?? {};
  if (name === 'cancelled') {
    expect(error.name).toBe('AbortError');
    return;
  }
  expect(error).toBeInstanceOf((client as any)[name]);
  expect(error).toMatchObject({ name, status, code, possibleUnits: possible_units });
  if (others.retry_after_s) expect(error.retryAfterSeconds).toBe(others.retry_after_s);
  if (others.fields) expect(error.fields).toEqual(others.fields);
  if (others.quota) expect(error.quota).toEqual(inCamelCase(others.quota));
  const reply = server.at(-1);
  if (reply?.code === undefined) {
    expect(error.requestId).toBeNull();
  } else {
    expect(error.requestId).toBe('7b1f6a52-9a0c-4f0e-8a53-2f5f3f0c1d11');
    expect(error.message).toBe(`Text of ${reply.code}: what is wrong and how to fix it.`);
  }
}
