/** A program on a generated client. The types of its constants are checked: each would be an error if the answer had none. */
export const FLOW_CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './alir.js';

const { ALIR_URL: baseUrl = '', ALIR_KEY: key = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });

const flow = await client.GET('/foreign-flow', { params: { query: { ticker: 'BBCA', from: '2025-12-01', to: '2026-01-30' } },
});
if (!flow.data) throw new Error(flow.error.error);
const net: number = flow.data.data.net_foreign;

const summary = await client.GET('/stocks/broker-summary', { params: { query: { ticker: 'GOTOM', from: '2026-01-01', to: '2026-01-30', investor: 'f', market: 'NG' } },
});
if (!summary.data) throw new Error(summary.error.error);
const rows: components['schemas']['BrokerRow'][] = summary.data.data;
const codes: string[] = rows.map((row) => row.code);

// Without market and investor: a default is not a field that has to be sent.
const flows = await client.POST('/foreign-flow/batch', { body: { tickers: ['BBRI', 'TLKM'], from: '2026-01-05', to: '2026-01-09' },
});
if (!flows.data) throw new Error(flows.error.error);
const batch: Record<string, number> = {};
for (const [ticker, each] of Object.entries(flows.data.data)) batch[ticker] = each.net_foreign;
const summaries = await client.POST('/stocks/broker-summary/batch', { body: { tickers: ['BBRI'], from: '2026-01-05', to: '2026-01-09' },
});
const first: components['schemas']['BrokerRow'] | undefined = summaries.data?.data['BBRI']?.[0];
if (!first) throw new Error('no row');

const quote = await client.POST('/billing/quotes', { body: { plan: 'professional' } });
if (!quote.data) throw new Error(quote.error.error);
const quoted: number = quote.data.data.price_idr;
const offer = await client.POST('/billing/quotes', { body: { offer_id: 'none' } });
const unknown_offer: components['schemas']['ErrorBody']['code'] | undefined = offer.error?.code;

const wrong = await client.GET('/foreign-flow', { params: { query: { ticker: 'BBCA', from: '2024-01-01', to: '2024-01-02' } },
});
const refused = [wrong.error?.code, wrong.error?.errors?.[0]?.field];

const plans: string[] = (await client.GET('/billing/plans')).data?.data.plans.map(({ plan }) => plan) ?? [];
const used: number | undefined = (await client.GET('/usage')).data?.data.account.current_usage;

console.log(JSON.stringify({ net, codes, batch, quoted, unknown_offer, refused, plans, used }));
`;
