import * as z from 'zod';
import { ColumnRows } from '../../../core/column-rows.ts';
import { COST_EXAMPLE, COSTS } from '../../../core/costs.ts';
import type { CorporateActions } from '../../../core/market/corporate-actions.ts';
import { MEASURES, type Measure, measureGuide } from '../../../core/market/measure-list.ts';
import { type Column, type Table, tableOf } from '../../../formats/table.ts';
import type { MeasureReader } from '../../../market/serving/market-database.ts';
import { type MeasureRow, marketMeasures, stockMeasures } from '../../../market/serving/queries/measures.ts';
import { READ_ERRORS } from '../../../market/serving/serving.ts';
import { endpoint } from '../../http/endpoint.ts';
import { adjust, checkRange, dateRange, requestOf, ticker } from '../../http/requests/request-fields.ts';
import { columnRows, isoDate, record, text } from '../../http/responses/response-fields.ts';

const NAMES = MEASURES.map(({ name }) => name);

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

/** The columns of the request, in its order. */
const measureTable = (columns: readonly Column[]): Table => ({
  columns,
  fill(data) {
    const [row = { date: null, ticker: null }] =
      data instanceof ColumnRows ? [data.columns] : (data as readonly MeasureRow[]);
    const columnOf = (name: string) => columns.find((each) => each.name === name) as Column;
    return tableOf(Object.keys(row).map(columnOf)).fill(data);
  },
});

export const MEASURE_TABLE = measureTable(COLUMNS);
const ADJUSTED_TABLE = measureTable(
  COLUMNS.map((column): Column => (column.name === 'close' ? { ...column, type: 'float64' } : column)),
);

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
    const unknown = names.find((name) => !NAMES.includes(name));
    if (unknown === undefined) return names;
    const message = `${JSON.stringify(unknown.slice(0, 32))} is not a measure: the API reference has their names`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional();

const HOW =
  'Measures are of the regular market and of all investors, over the published trading days up to the day. As traded, a measure over days with an ex-date mixes old and new shares; only GET /stocks/measures has adjust=splits. A percentile such as change_1d_p60 is the percent of earlier rows of the stock with a lower value. Measures of a new day or a correction follow its publication by seconds or minutes: X-Data-Publication is the newest publication whose measures are computed.';

/** GET /market/measures: a row for each stock that traded on a day. */
export function marketMeasuresEndpoint(database: MeasureReader) {
  return endpoint({
    name: 'get_market_measures',
    title: 'Measures of all stocks',
    group: 'Measures',
    description: `Returns measures of each stock that traded on one day, such as its price change, volume against the median, foreign flow, accumulation and concentration of brokers. ${HOW} Costs ${COSTS.get_market_measures.text}.`,
    errors: READ_ERRORS,
    example: { date: '2026-01-05', measures: 'close,change_1d,foreign_share_5d' },
    method: 'GET',
    path: '/market/measures',
    scope: 'data',
    input: requestOf({
      date: measureDate,
      measures: measures.meta({
        description: `Measures of the rows, by their names, separated by commas. Default: all. ${measureGuide()}`,
      }),
    }),
    output: columnRows(measureRow).meta({ description: 'A row for each stock, by ticker' }),
    table: MEASURE_TABLE,
    units: COSTS.get_market_measures.units,
    depends_on: 'measures',
    figures: ['prices', 'foreign'],
    answer: ({ date, measures = NAMES }, _caller, signal) =>
      marketMeasures(database, { date, measures }, signal),
  });
}

/** GET /stocks/measures: a row for each day on which the stock traded. */
export function stockMeasuresEndpoint(database: MeasureReader, actions: CorporateActions) {
  return endpoint({
    name: 'get_stock_measures',
    title: 'Daily measures of a stock',
    group: 'Measures',
    description: `Returns measures of a stock on each day of a date range, with the names and values of GET /market/measures. A day without a trade of the stock in the regular market has no row. ${HOW} With adjust=splits, the close, the volume and the costs are in shares of the newest day, and a measure that would mix old and new shares is null, as is a percentile with such a value. Costs ${COSTS.get_stock_measures.text}: ${COST_EXAMPLE}.`,
    errors: READ_ERRORS,
    example: { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-07', measures: 'close,change_1d' },
    method: 'GET',
    path: '/stocks/measures',
    scope: 'data',
    input: requestOf({ ticker, ...dateRange, measures, adjust }).superRefine(checkRange),
    output: columnRows(measureRow).meta({ description: 'A row for each day with trades, by date' }),
    table: MEASURE_TABLE,
    adjusted_table: ADJUSTED_TABLE,
    units: COSTS.get_stock_measures.units,
    depends_on: 'measures',
    figures: ['prices', 'foreign'],
    answer: ({ measures = NAMES, ...stock }, _caller, signal) =>
      stockMeasures(database, { ...stock, measures }, actions, signal),
  });
}
