import { maxDays } from './typescript-client.ts';

/** Of programs, and of other formats than JSON. */
const NOT_SHOWN = ['known_at', 'names', 'since'];
/** Of parameters without a default. */
const VALUES: Readonly<Record<string, string>> = {
  ticker: 'BBCA',
  measures:
    'close,change_1d,change_20d,volume_ratio_20d,net_foreign_1d,foreign_share_5d,foreign_streak,accumulation_5d',
};
const LABELS: Readonly<Record<string, string>> = {
  from: 'First day',
  to: 'Last day',
  investor: 'Client',
  f: 'Foreign',
  d: 'Domestic',
  RG: 'Regular',
  NG: 'Negotiated',
  ALL: 'Both',
  date: 'Day',
  code: 'Broker',
  percent: 'Of the value',
};
/** The unit of a field is the first word of its description, or follows `in`. */
const UNITS: Readonly<Record<string, string>> = {
  idr: 'IDR',
  IDR: 'IDR',
  idr_per_share: 'IDR',
  shares: 'shares',
  percent: '%',
  times: 'x',
  days: 'days',
};
/** The series of daily rows that are also charts. */
const SERIES: Readonly<Record<string, string>> = {
  get_foreign_flow_daily: 'net_foreign',
  get_market_daily: 'value',
};
const COMMON = { source: ['Alir'], category: 'Indonesia Stock Exchange' };

/** The widgets for OpenBB Workspace: one for each GET request of an OpenAPI document whose answer is a list of rows, and the prices as charts. */
export function openbbWidgets(document: any): Record<string, object> {
  const gets = Object.entries<any>(document.paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  const tables = gets.flatMap(({ path, get }) => {
    const row = rowOf(get, document);
    const isData = JSON.stringify(get.security) === '[{"key":["data"]}]' && !path.includes('{');
    return isData && row ? [[idOf(get), tableWidget(path, get, row)] as const] : [];
  });
  const prices = gets.find(({ get }) => get.operationId === 'get_ohlcv')?.get;
  const chart = (endpoint: string, name: string, about: string) => ({
    ...{ name, description: `${about} ${costOf(prices)}`, ...COMMON },
    ...{ type: 'advanced_charting', endpoint, gridData: { w: 20, h: 20 } },
    data: { defaultSymbol: VALUES.ticker, updateFrequency: 3_600_000 },
  });
  return {
    alir_prices: chart('/udf', 'Prices', 'Daily prices of a stock, as traded.'),
    alir_prices_adjusted: chart(
      '/udf/splits',
      'Prices, adjusted for splits',
      'Daily prices of a stock in shares of the newest day.',
    ),
    ...Object.fromEntries(tables),
  };
}

const idOf = ({ operationId }: any) => operationId.replace(/^get_/, 'alir_');

/** The schema of a row; undefined for an answer that is not a list of rows. */
function rowOf({ responses }: any, { components }: any): any {
  const resolved = (schema: any): any =>
    schema?.$ref ? resolved(components.schemas[schema.$ref.split('/').at(-1)]) : schema;
  const body = resolved(responses[200].content['application/json']?.schema);
  const data = resolved(body?.properties?.data);
  return data?.type === 'array' ? resolved(data.items) : undefined;
}

function tableWidget(path: string, get: any, row: any) {
  const params = (get.parameters ?? []).flatMap((parameter: any) => paramOf(parameter, maxDays(get)));
  const series = SERIES[get.operationId];
  const columnsDefs = columnsOf(row, series);
  return {
    ...{ name: get.summary, description: `${firstSentence(get.description)} ${costOf(get)}`, ...COMMON },
    ...{ type: 'table', endpoint: path.slice(1) },
    gridData: { w: columnsDefs.length > 6 ? 40 : 20, h: 14 },
    // A request that costs units is not sent by itself.
    ...(get['x-cost'] && { runButton: true }),
    params,
    data: {
      dataKey: 'data',
      table: {
        showAll: true,
        columnsDefs,
        ...(series && { enableCharts: true, chartView: { enabled: true, chartType: 'column' } }),
      },
    },
  };
}

/** A parameter that is required, or has a value, or is part of a range. */
function paramOf({ name, required, description, schema }: any, max_days: number): object[] {
  const value = schema.default ?? schema.enum?.[0] ?? VALUES[name];
  const isOfRange = name === 'from' || name === 'to';
  if (NOT_SHOWN.includes(name) || !(required || value !== undefined || isOfRange)) return [];
  const shown = { label: labelOf(name), description: plain(description), show: true };
  if (schema.format === 'date') {
    const ago = max_days < 40 ? '-1w' : '-1M';
    return [{ paramName: name, type: 'date', value: `$currentDate${name === 'from' ? ago : ''}`, ...shown }];
  }
  const type = schema.type === 'integer' ? 'number' : 'text';
  const options = schema.enum?.map((each: string) => ({ label: labelOf(each), value: each }));
  return [{ paramName: name, type, value, ...shown, ...(options && { options }) }];
}

/** The columns of rows; of rows with all measures, those that the widget asks for. */
function columnsOf({ properties, required }: any, series: string | undefined): object[] {
  const fields = [...required, ...String(VALUES.measures).split(',')];
  return Object.entries<any>(properties)
    .filter(([field]) => fields.includes(field))
    .map(([field, schema], place) => {
      const present = schema.anyOf?.find(({ type }: any) => type !== 'null') ?? schema;
      const description = plain(schema.description ?? present.description ?? '');
      const isNumber = present.type === 'integer' || present.type === 'number';
      const role = place === 0 ? 'category' : field === series ? 'series' : 'excluded';
      return {
        field,
        headerName: `${labelOf(field)}${unitOf(description)}`,
        headerTooltip: description,
        cellDataType: isNumber ? 'number' : present.type === 'boolean' ? 'boolean' : 'text',
        ...(isNumber && { formatterFn: present.type === 'integer' ? 'int' : 'none' }),
        ...(place === 0 && field !== 'date' && { pinned: 'left' }),
        ...(series && { chartDataType: role }),
      };
    });
}

/** `Buy value` for `buy_value`. */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').replace('freq', 'trades').replace('avg', 'average price');
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function unitOf(description: string): string {
  const [, first = '', inside = ''] = /^(\w+): |\bin (IDR|shares|percent)\b/.exec(description) ?? [];
  const unit = UNITS[first] ?? UNITS[inside];
  return unit === undefined ? '' : `, ${unit}`;
}

function costOf({ 'x-cost': cost }: any): string {
  if (!cost) return 'Free.';
  const units = `Costs ${cost.units} ${cost.units === 1 ? 'unit' : 'units'}`;
  return cost.per === 'days' ? `${units} for each ${cost.days} days.` : `${units}.`;
}

const firstSentence = (text: string) => `${plain(text).split('. ')[0]?.replace(/\.$/, '')}.`;
const plain = (markdown: string) => markdown.replaceAll('`', '');
