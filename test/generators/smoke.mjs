// Calls a server with the TypeScript client, on Node, Deno or Bun. The first request loses its answer; the last server is slow.
const { ALIR_CLIENT = '', ALIR_SLOW_URL = '' } = process.env;
const { Alir, AlirError, RequestError, TimedOutError } = await import(ALIR_CLIENT);

const range = { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' };
const client = new Alir();
const nameOf = (call) =>
  call.then(
    () => 'no error',
    (error) => (error instanceof AlirError ? error.constructor.name : error.name),
  );

const charged_once = await client.foreignFlow(range);
const batch = await client.foreignFlowBatch({ tickers: ['BBCA', 'TLKM'], from: range.from, to: range.to });
const arrow = await client.ohlcv(range, { arrow: (stream) => stream.length });
const wrong = await client.foreignFlow({ ...range, from: '2024-01-01' }).catch((error) => error);
const plan = client.plan('foreignFlowDaily', { tickers: ['BBCA', 'BBRI'], from: range.from, to: range.to });
let planned = 0;
for await (const { units } of plan) planned += units;
const slow = new Alir({ baseUrl: ALIR_SLOW_URL, maxRetries: 0 });
const cancelling = new AbortController();
const cancelled = nameOf(slow.news({}, { signal: cancelling.signal }));
cancelling.abort();

const { net_foreign } = charged_once.data;
console.log(
  JSON.stringify({
    net_foreign,
    charged_once: [charged_once.units, charged_once.replayed],
    batch: [Object.keys(batch.data), batch.units],
    arrow: arrow.data > 1000,
    wrong: [wrong instanceof RequestError, wrong.status, wrong.fields[0]?.field],
    planned: [plan.units, planned],
    cancelled: await cancelled,
    slow: await nameOf(slow.news({}, { timeoutMs: 50 })),
    is_timeout: TimedOutError.name,
  }),
);
