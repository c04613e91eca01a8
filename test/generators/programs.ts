/**
 * The same program on each generated client. It prints the net foreign flow and an average price of the demo, a quoted price, the code of an
 * error, and the largest value of money, from an answer with a field that the document does not have.
 */

const TYPESCRIPT = `
const { ALIR_URL: url = '', ALIR_LATER_URL: later = '', ALIR_KEY: key = '' } = process.env;
const RANGE = { ticker: 'BBCA', from: '2025-12-01', to: '2026-01-30' };
const SUMMARY = { ...RANGE, investor: 'all' } as const;
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
`;

export const HEY_API = `
import { createClient } from './client/client';
import { createQuote, getBrokerSummary, getForeignFlow, type BrokerRow } from './client/index';
${TYPESCRIPT}
const client = createClient({ baseUrl: url, auth: key });
const flow = await getForeignFlow({ client, query: RANGE });
if (!flow.data) throw new Error(flow.error?.error);
const net: number = flow.data.data.net_foreign;
const summary = await getBrokerSummary({ client, query: SUMMARY });
const rows: BrokerRow[] = summary.data?.data ?? [];
const quote = await createQuote({ client, body: { plan: 'professional' } });
const wrong = await getForeignFlow({ client, query: { ...RANGE, from: '2024-01-01' } });
const exact = await getForeignFlow({ client: createClient({ baseUrl: later, auth: key }), query: RANGE });
const price: number | undefined = quote.data?.data.price_idr;
console.log(JSON.stringify({ net, average: rows[0]?.buy_avg, price, code: wrong.error?.code, exact: exact.data?.data.net_foreign }));
`;

export const ORVAL = `
import { createQuote, getBrokerSummary, getForeignFlow, type BrokerRow } from './client';
${TYPESCRIPT}
const send = globalThis.fetch;
let base = url;
globalThis.fetch = (path, init) => send(base + path, init);
const options = { headers: { authorization: 'Bearer ' + key } };
const flow = await getForeignFlow(RANGE, options);
if (flow.status !== 200) throw new Error(flow.data.error);
const net: number = flow.data.data.net_foreign;
const summary = await getBrokerSummary(SUMMARY, options);
const rows: BrokerRow[] = summary.status === 200 ? summary.data.data : [];
const quote = await createQuote({ plan: 'professional' }, options);
const price: number | undefined = quote.status === 200 ? quote.data.data.price_idr : undefined;
const wrong = await getForeignFlow({ ...RANGE, from: '2024-01-01' }, options);
const code = wrong.status === 400 ? wrong.data.code : undefined;
base = later;
const exact = await getForeignFlow(RANGE, options);
console.log(JSON.stringify({ net, average: rows[0]?.buy_avg, price, code, exact: exact.status === 200 && exact.data.data.net_foreign }));
`;

export const PYTHON = `
import json
import os
from datetime import date

from alir_generated import AuthenticatedClient
from alir_generated.api.broker_summary import get_broker_summary
from alir_generated.api.foreign_flow import get_foreign_flow
from alir_generated.api.plans_and_orders import create_quote
from alir_generated.models import CreateQuoteAnswer, ErrorBody, GetBrokerSummaryAnswer, GetBrokerSummaryInvestor
from alir_generated.models import GetForeignFlowAnswer, PlanPurchase, PlanPurchasePlan

client = AuthenticatedClient(os.environ["ALIR_URL"], os.environ["ALIR_KEY"])
later = AuthenticatedClient(os.environ["ALIR_LATER_URL"], os.environ["ALIR_KEY"])
first, last = date(2025, 12, 1), date(2026, 1, 30)
flow = get_foreign_flow.sync(client=client, ticker="BBCA", from_=first, to=last)
summary = get_broker_summary.sync(
    client=client, ticker="BBCA", from_=first, to=last, investor=GetBrokerSummaryInvestor.ALL
)
quote = create_quote.sync(client=client, body=PlanPurchase(PlanPurchasePlan.PROFESSIONAL))
wrong = get_foreign_flow.sync(client=client, ticker="BBCA", from_=date(2024, 1, 1), to=last)
exact = get_foreign_flow.sync(client=later, ticker="BBCA", from_=first, to=last)
assert isinstance(flow, GetForeignFlowAnswer) and isinstance(exact, GetForeignFlowAnswer)
assert isinstance(summary, GetBrokerSummaryAnswer)
assert isinstance(quote, CreateQuoteAnswer) and isinstance(wrong, ErrorBody)
net: int = flow.data.net_foreign
average: float = summary.data[0].buy_avg
price: int = quote.data.price_idr
print(
    json.dumps(
        {
            "net": net,
            "average": average,
            "price": price,
            "code": wrong.code.value,
            "exact": exact.data.net_foreign,
        }
    )
)
`;

export const GO = `package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	alir "example.com/alir/client"
)

func client(url string) *alir.APIClient {
	configuration := alir.NewConfiguration()
	configuration.Servers = alir.ServerConfigurations{{URL: url}}
	return alir.NewAPIClient(configuration)
}

func main() {
	ctx := context.WithValue(context.Background(), alir.ContextAccessToken, os.Getenv("ALIR_KEY"))
	server, later := client(os.Getenv("ALIR_URL")), client(os.Getenv("ALIR_LATER_URL"))
	request := func(of *alir.APIClient, from string) alir.ApiGetForeignFlowRequest {
		return of.ForeignFlowAPI.GetForeignFlow(ctx).Ticker("BBCA").From(from).To("2026-01-30")
	}
	flow, _, err := request(server, "2025-12-01").Execute()
	must(err)
	summary, _, err := server.BrokerSummaryAPI.GetBrokerSummary(ctx).
		Ticker("BBCA").From("2025-12-01").To("2026-01-30").Investor("all").Execute()
	must(err)
	purchase := alir.CreateQuoteRequest{PlanPurchase: alir.NewPlanPurchase("professional")}
	quote, _, err := server.PlansAndOrdersAPI.CreateQuote(ctx).CreateQuoteRequest(purchase).Execute()
	must(err)
	exact, _, err := request(later, "2025-12-01").Execute()
	must(err)
	_, _, refused := request(server, "2024-01-01").Execute()
	var failure *alir.GenericOpenAPIError
	if !errors.As(refused, &failure) {
		panic(refused)
	}
	var net, price int64 = flow.Data.NetForeign, quote.Data.PriceIdr
	var average float64 = summary.Data[0].BuyAvg
	code := failure.Model().(alir.ErrorBody).Code
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"net": net, "average": average, "price": price, "code": code, "exact": exact.Data.NetForeign,
	}))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`;
