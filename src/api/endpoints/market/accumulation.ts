import * as z from 'zod';
import { COSTS } from '../../../core/costs.ts';
import { type AccumulationData, LABELS, TOPS } from '../../../core/market/rows.ts';
import { type Column, type Table, tableOf } from '../../../formats/table.ts';
import { accumulation } from '../../../market/serving/queries/accumulation.ts';
import type { TickerReader } from '../../../market/serving/serving.ts';
import { endpoint } from '../../http/endpoint.ts';
import { investor, market, rangeRequest, ticker } from '../../http/requests/request-fields.ts';
import {
  columnsOf,
  count,
  idr,
  percent,
  ROUNDED,
  record,
  shares,
  signedIdr,
  signedPercent,
  signedShares,
} from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const topFigures = {
  net_volume: signedShares(
    'Net buys of the n largest net buyers minus net sells of the n largest net sellers',
  ),
  percent: signedPercent('net_volume in percent of the volume'),
  net_value: signedIdr(
    'net_volume × (value / volume), with the value and volume of all trades of the stock, rounded to whole IDR',
  ),
};

const top = record('AccumulationTop', 'The n largest net buyers against the n largest net sellers', {
  n: z.literal(TOPS).meta({ description: 'Number of brokers on each side' }),
  ...topFigures,
});

const concentration = record(
  'Concentration',
  'Share of the largest brokers in the volume of all buys, or of all sells',
  {
    top1: percent('Share of the largest broker in all buys (or all sells), by volume, in percent'),
    top3: percent('Share of the 3 largest brokers in all buys (or all sells), by volume, in percent'),
    top5: percent('Share of the 5 largest brokers in all buys (or all sells), by volume, in percent'),
    hhi: z
      .number()
      .min(0)
      .max(10_000)
      .meta({
        description: `Herfindahl-Hirschman index: the sum of the squared percents of all brokers, 0 to 10,000, ${ROUNDED}`,
      }),
  },
);

const figures = {
  volume: shares('Volume of all trades of the stock, of any investor'),
  value: idr('Value of all trades of the stock, of any investor'),
  average: z.number().min(0).meta({
    description:
      'Volume-weighted average price (VWAP) of these trades, in IDR per share, rounded half-up to 2 decimals; 0 without trades',
  }),
  net_buyers: count('Number of brokers that bought more shares than they sold'),
  net_sellers: count('Number of brokers that sold more shares than they bought'),
  label: z.enum(LABELS).meta({
    description:
      'Neutral if the absolute value of average_percent (before rounding) is below 6. Otherwise two words: Small (from 6), Normal (from 12.5) or Big (from 20), then Accumulation if average_percent is positive, or Distribution if it is negative',
  }),
  average_percent: z.number().meta({
    description: `(top 3 + top 5 + mean of top 1, 2, 3, 4 and 5) / 3, in percent of the volume, rounded to 2 decimals (a half is rounded away from 0). Top n is the net buys of the n largest net buyers minus the net sells of the n largest net sellers. The response does not contain top 2 and top 4`,
  }),
};

const accumulationSchema = record(
  'Accumulation',
  'Largest net buyers against largest net sellers of a range',
  {
    ...figures,
    top: z.array(top).meta({ description: `For n = ${TOPS.join(', ')}` }),
    buy_share: concentration,
    sell_share: concentration,
  },
);

/** One row: the objects of the answer as columns such as top3_percent and buy_top1. */
const COLUMNS: readonly Column[] = [
  ...columnsOf({ shape: figures }),
  ...TOPS.flatMap((n) => columnsWith(`top${n}`, { shape: topFigures })),
  ...['buy', 'sell'].flatMap((side) => columnsWith(side, concentration)),
];

function columnsWith(prefix: string, part: Parameters<typeof columnsOf>[0]): Column[] {
  return columnsOf(part).map(({ name, ...column }) => ({ name: `${prefix}_${name}`, ...column }));
}

const inRows = tableOf(COLUMNS);
const table: Table = { columns: COLUMNS, fill: (data) => inRows.fill(asRow(data as AccumulationData)) };

function asRow({ top, buy_share, sell_share, ...figures }: AccumulationData) {
  const withPrefix = (prefix: string, part: object) =>
    Object.entries(part).map(([name, value]) => [`${prefix}_${name}`, value]);
  return {
    ...figures,
    ...Object.fromEntries([
      ...top.flatMap(({ n, ...part }) => withPrefix(`top${n}`, part)),
      ...withPrefix('buy', buy_share),
      ...withPrefix('sell', sell_share),
    ]),
  };
}

const input = rangeRequest({ ticker }, { investor, market: market.default('RG') });

export function accumulationEndpoint(serving: TickerReader) {
  return endpoint({
    ...meteredRead('get_accumulation'),
    route: 'GET /stocks/accumulation',
    title: 'Accumulation and distribution of a stock',
    group: 'Broker summary',
    description: `Compares the largest net buyers of a stock over a date range with its largest net sellers: in shares, in percent of the volume and in IDR. The field \`label\` contains the term that traders use, such as Small Accumulation. A broker is a net buyer if it bought more shares than it sold over the range. If there are more net buyers than net sellers, few brokers sold to many. \`investor\` selects the trades by the client of the broker, for all figures except \`volume\`, \`value\` and \`average\`. Net figures hide shares that a broker bought and sold again, and the label does not predict prices. The formulas and their SQL: docs/numbers.md. A stock without trades, or one that does not exist, has zeros and the label Neutral. Costs ${COSTS.get_accumulation.text}.`,
    example: { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-30', investor: 'all' },
    input,
    output: accumulationSchema,
    table,
    depends_on: 'dataset',
    isEmpty: ({ volume }) => volume === 0,
    answer: (question, _caller, signal) =>
      serving.read((snapshot) => accumulation(snapshot, question), signal),
  });
}
