import * as z from 'zod';
import { ColumnRows } from '../../../core/column-rows.ts';
import { MAX_TICKERS } from '../../../core/contract.ts';
import { COST_EXAMPLE, COSTS } from '../../../core/costs.ts';
import { byTicker } from '../../../core/market/by-ticker.ts';
import type { CorporateActions } from '../../../core/market/corporate-actions.ts';
import { MEASURE_NAMES, MEASURES, type Measure, measureGuide } from '../../../core/market/measure-list.ts';
import type { MeasureRow } from '../../../core/market/rows.ts';
import { type Column, type Table, tableByTicker, tableOf } from '../../../formats/table.ts';
import type { MeasureReader } from '../../../market/serving/market-database.ts';
import type { AdjustedMeasures } from '../../../market/serving/queries/adjusted-measures.ts';
import { marketMeasures, stockMeasures } from '../../../market/serving/queries/measures.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import {
  adjust,
  dateRange,
  rangeRequest,
  requestOf,
  ticker,
  tickerKey,
  tickers,
} from '../../http/requests/request-fields.ts';
import { columnRows, isoDate, keyed, record, text } from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';
import { measureNames, notMeasure } from './screen-fields.ts';

const measureValue = ({ has_decimals, unit, definition }: Measure) => {
  const value = has_decimals || unit === 'idr_per_share' ? z.number() : z.int();
  return value
    .nullable()
    .optional()
    .meta({ description: `${unit}: ${definition}` });
};

export const measureRow = record(
  'MeasureRow',
  'Measures of a stock on a day; null without enough earlier days',
  {
    date: isoDate('Day'),
    ticker: text('Ticker'),
    ...Object.fromEntries(MEASURES.map((each) => [each.name, measureValue(each)])),
  },
) as unknown as z.ZodType<MeasureRow>;

const COLUMNS: readonly Column[] = [
  { name: 'date', type: 'date' },
  { name: 'ticker', type: 'code' },
  ...MEASURES.map(
    ({ name, has_decimals }): Column => ({
      name,
      type: has_decimals ? 'float64' : 'int64',
      nullable: true,
    }),
  ),
];

const ADJUSTED_COLUMNS = COLUMNS.map(
  (column): Column => (column.name === 'close' ? { ...column, type: 'float64' } : column),
);

/** The columns of the request, in its order. */
const measureTable = (columns: readonly Column[]): Table => ({
  columns,
  fill: (data) => tableOf(columnsOf(data, columns)).fill(data),
});

/** @param rows in columns, or as objects after JSON */
const columnsOf = (rows: unknown, columns: readonly Column[]) => {
  const [row = { date: null, ticker: null }] =
    rows instanceof ColumnRows ? [rows.columns as object] : (rows as readonly object[]);
  return Object.keys(row).map((name) => columns.find((each) => each.name === name) as Column);
};

/** The ticker first, as in other batches. */
const batchTable = (columns: readonly Column[]): Table => ({
  columns: tableByTicker(withoutTicker(columns)).columns,
  fill(data) {
    const groups: { readonly length: number }[] =
      data instanceof Map ? [...data.values()] : Object.values(data as object);
    const rows = groups.find(({ length }) => length > 0) ?? groups[0];
    return tableByTicker(withoutTicker(columnsOf(rows, columns))).fill(data);
  },
});

const withoutTicker = (columns: readonly Column[]) => columns.filter(({ name }) => name !== 'ticker');

export const MEASURE_TABLE = measureTable(COLUMNS);
export const ADJUSTED_TABLE = measureTable(ADJUSTED_COLUMNS);

export const measureDate = dateRange.from
  .optional()
  .meta({ description: 'Day, as YYYY-MM-DD. Default: the newest one with measures' });

/** Names of measures, separated by commas. They become distinct. */
const measures = z
  .string({ error: 'must be names of measures, separated by commas, such as close,change_1d' })
  .meta({
    description:
      'Measures of the rows, by their names as in GET /market/measures, separated by commas. Default: all',
    examples: ['close,change_1d'],
  })
  .transform((list, context) => {
    const names = [...new Set(list.split(',').map((name) => name.trim().toLowerCase()))];
    const unknown = names.find((name) => !MEASURE_NAMES.includes(name));
    if (unknown === undefined) return names;
    const message = `${JSON.stringify(unknown.slice(0, 32))} ${notMeasure(unknown)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional();

/** A batch of more days would be too large. */
const BATCH_DAYS = 31;

const HOW =
  'Measures are of the regular market and of all investors, over the published trading days up to the day. As traded, a measure over days with an ex-date mixes old and new shares. With adjust=splits, the close, the volume and the costs are in shares of the newest day, and a measure that would mix old and new shares is null, as is a percentile with such a value. A percentile such as change_1d_p60 is the percent of earlier rows of the stock with a lower value. Measures of a new day or a correction follow its publication by seconds or minutes: X-Data-Publication is the newest publication whose measures are computed.';

/** The measures of a stock on each day, of several stocks, and of all stocks on a day. */
export function measureEndpoints(
  database: MeasureReader,
  adjusted: AdjustedMeasures,
  actions: CorporateActions,
): Endpoint[] {
  return [
    endpoint({
      ...meteredRead('get_stock_measures'),
      route: 'GET /stocks/measures',
      title: 'Daily measures of a stock',
      group: 'Measures',
      description: `Returns measures of a stock on each day of a date range, with the names and values of GET /market/measures. A day without a trade of the stock in the regular market has no row. ${HOW} Costs ${COSTS.get_stock_measures.text}: ${COST_EXAMPLE}.`,
      example: { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-07', measures: 'close,change_1d' },
      input: rangeRequest({ ticker }, { measures, adjust }),
      output: columnRows(measureRow).meta({ description: 'A row for each day with trades, by date' }),
      table: MEASURE_TABLE,
      adjusted_table: ADJUSTED_TABLE,
      depends_on: 'measures',
      figures: ['prices', 'foreign'],
      answer: ({ measures = MEASURE_NAMES, ...stock }, _caller, signal) =>
        stockMeasures(database, { ...stock, measures }, actions, signal),
    }),
    endpoint({
      ...meteredRead('get_stock_measures_batch'),
      route: 'POST /stocks/measures/batch',
      title: `Daily measures of up to ${MAX_TICKERS} stocks`,
      group: 'Measures',
      description: `Returns the rows of GET /stocks/measures of each of 1 to ${MAX_TICKERS} stocks, for a range of at most ${BATCH_DAYS} days. ${HOW} Costs 1 unit for each distinct ticker.`,
      example: {
        tickers: ['BBCA', 'BBRI'],
        from: '2026-01-05',
        to: '2026-01-06',
        measures: ['close', 'change_1d'],
      },
      input: rangeRequest(
        { tickers },
        {
          measures: measureNames(MEASURE_NAMES.length, 'Measures of the rows. Default: all'),
          adjust,
        },
        BATCH_DAYS,
      ),
      output: keyed(tickerKey, columnRows(measureRow)),
      table: batchTable(COLUMNS),
      adjusted_table: batchTable(ADJUSTED_COLUMNS),
      dry_data: new Map(),
      depends_on: 'measures',
      figures: ['prices', 'foreign'],
      answer: ({ tickers, measures = MEASURE_NAMES, ...rest }, _caller, signal) =>
        byTicker(tickers, (ticker) =>
          stockMeasures(database, { ticker, measures, ...rest }, actions, signal),
        ),
    }),
    endpoint({
      ...meteredRead('get_market_measures'),
      route: 'GET /market/measures',
      title: 'Measures of all stocks',
      group: 'Measures',
      description: `Returns measures of each stock that traded on one day, such as its price change, volume against the median, foreign flow, accumulation and concentration of brokers. ${HOW} Costs ${COSTS.get_market_measures.text}.`,
      example: { date: '2026-01-05', measures: 'close,change_1d,foreign_share_5d' },
      input: requestOf({
        date: measureDate,
        measures: measures.meta({
          description: `Measures of the rows, by their names, separated by commas. Default: all. ${measureGuide()}`,
        }),
        adjust,
      }),
      output: columnRows(measureRow).meta({ description: 'A row for each stock, by ticker' }),
      table: MEASURE_TABLE,
      adjusted_table: ADJUSTED_TABLE,
      depends_on: 'measures',
      figures: ['prices', 'foreign'],
      answer: ({ date, measures = MEASURE_NAMES, adjust }, _caller, signal) =>
        marketMeasures(adjusted.reader(adjust), { date, measures }, signal),
    }),
  ];
}
