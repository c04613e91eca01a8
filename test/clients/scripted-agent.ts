import type { Client } from '@modelcontextprotocol/client';

type Row = Readonly<Record<string, string>>;

/** The answer of a tool, read from its text alone: many clients show a model nothing else. */
interface ToolText {
  readonly rows: readonly Row[];
  /** Why there is no data. */
  readonly reason: string | undefined;
  readonly text: string;
}

/** What a question names. */
interface Named {
  readonly question: string;
  readonly tickers: readonly string[];
  readonly brokers: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly investor: string;
  /** Undefined if the question names no market. */
  readonly market: string | undefined;
}

type Call = (tool: string, input: object) => Promise<ToolText>;

/** A row of the table of the skill: the tool for a kind of question, and how its answer follows from the rows. */
interface Recipe {
  readonly tool: string;
  readonly kind: RegExp;
  readonly answer: (named: Named, call: Call) => Promise<string>;
}

const RECIPES: readonly Recipe[] = [
  {
    tool: 'get_foreign_flow',
    kind: /^What was the net foreign flow|^For how much did foreign investors/,
    async answer({ question, ...named }, call) {
      const [flow] = await withData(call('get_foreign_flow', ofStock(named)));
      return `${question.includes(' buy ') ? flow?.foreign_buy : flow?.net_foreign} IDR`;
    },
  },
  {
    tool: 'get_foreign_flow_daily',
    kind: /foreign investors sell more|On which day .* net foreign flow/,
    async answer({ question, ...named }, call) {
      const days = await withData(call('get_foreign_flow_daily', ofStock(named)));
      if (question.startsWith('On how many days'))
        return `${days.filter(net('net_foreign', -1)).length} days`;
      return String(lowest(days, (day) => Number(day.net_foreign)).date);
    },
  },
  {
    tool: 'get_foreign_flow_batch',
    kind: /sum of the net foreign flows/,
    async answer({ tickers, from, to, market }, call) {
      const flows = await withData(call('get_foreign_flow_batch', { tickers, from, to, market }));
      return `${flows.reduce((sum, { net_foreign }) => sum + Number(net_foreign), 0)} IDR`;
    },
  },
  {
    tool: 'get_foreign_flow_ranking',
    kind: /(est net foreign flow|streak of net foreign selling up to) /,
    async answer({ question, from, to, market }, call) {
      const is_streak = question.includes('streak');
      const [first, last] = is_streak ? [to, from].toSorted() : [from, to];
      const order = is_streak ? 'streak' : 'net';
      const range = { from: first, to: last, market, order, limit: 2000 };
      const stocks = await withData(call('get_foreign_flow_ranking', range));
      const found = stocks.at(question.includes('highest') ? 0 : -1);
      const equal = stocks.filter(({ streak }) => streak === found?.streak).map(({ ticker }) => ticker);
      return is_streak ? equal.join(', ') : String(found?.ticker);
    },
  },
  {
    tool: 'get_broker_summary',
    kind: /^Which two brokers bought|buy net for|^At which average price|^Which broker sold .* net,/,
    async answer({ question, brokers: [broker], ...named }, call) {
      const rows = await withData(
        call('get_broker_summary', { ...ofStock(named), investor: named.investor }),
      );
      const own = rows.find(({ code }) => code === broker);
      if (question.startsWith('At which')) return `${own?.buy_avg} IDR per share`;
      if (question.startsWith('How many'))
        return `${Number(own?.buy_volume) - Number(own?.sell_volume)} shares`;
      if (question.startsWith('Which two')) {
        const sold = (row: Row) => Number(row.sell_volume) - Number(row.buy_volume);
        const [first, second] = rows.toSorted((a, b) => sold(a) - sold(b));
        return `${first?.code}, ${second?.code}`;
      }
      return String(lowest(rows, (row) => Number(row.buy_value) - Number(row.sell_value)).code);
    },
  },
  {
    tool: 'get_broker_summary_batch',
    kind: /^Which brokers bought .* for the highest value/,
    async answer({ tickers, from, to, investor, market }, call) {
      const { rows } = await call('get_broker_summary_batch', { tickers, from, to, investor, market });
      return tickers.map((ticker) => rows.find((row) => row.ticker === ticker)?.code).join(', ');
    },
  },
  {
    tool: 'get_broker_summary_daily',
    kind: /^On how many days .* did \w\w buy more/,
    async answer({ brokers: [broker], ...named }, call) {
      const input = { ...ofStock(named), investor: named.investor, brokers: broker };
      const days = await withData(call('get_broker_summary_daily', input));
      return `${days.filter((day) => Number(day.buy_volume) > Number(day.sell_volume)).length} days`;
    },
  },
  {
    tool: 'get_broker_inventory',
    kind: /accumulate from/,
    async answer({ brokers: [broker], ...named }, call) {
      const input = { ...ofStock(named), investor: named.investor, top: 1 };
      const rows = await withData(call('get_broker_inventory', input));
      return `${rows.findLast(({ code }) => code === broker)?.cumulative_volume} shares`;
    },
  },
  {
    tool: 'get_broker_position',
    kind: /average cost of the position/,
    async answer({ brokers: [broker], ...named }, call) {
      const [from, to] = [named.from, named.to].toSorted();
      const input = { ...ofStock(named), from, to, investor: named.investor, broker };
      const days = await withData(call('get_broker_position', input));
      return `${days.at(-1)?.average_cost} IDR per share`;
    },
  },
  {
    tool: 'get_accumulation',
    kind: /accumulation of|net buyers of/,
    async answer({ question, ...named }, call) {
      const input = { ...ofStock(named), investor: named.investor };
      const [row] = await withData(call('get_accumulation', input));
      if (question.startsWith('Which label')) return String(row?.label);
      return question.includes('percent') ? `${row?.average_percent} percent` : `${row?.net_buyers} brokers`;
    },
  },
  {
    tool: 'get_counterparties',
    kind: /to one other broker|buy \w+ from \w\w /,
    async answer({ question, brokers: [buyer, seller], ...named }, call) {
      const pairs = await withData(call('get_counterparties', ofStock(named)));
      if (question.startsWith('Which')) return `${pairs[0]?.seller}, ${pairs[0]?.buyer}`;
      return `${pairs.find((pair) => pair.buyer === buyer && pair.seller === seller)?.value} IDR`;
    },
  },
  {
    tool: 'get_ohlcv',
    kind: /(the close|average price) of [\w-]+ (change|on)|How many lots|trade again/,
    async answer({ question, ...named }, call) {
      const is_search = question.includes('trade again');
      const after = { from: dayAfter(named.from), to: '2026-01-30' };
      const days = await withData(call('get_ohlcv', { ...ofStock(named), ...(is_search ? after : {}) }));
      const [first, last] = [days[0], days.at(-1)];
      if (is_search) return String(first?.date);
      if (question.startsWith('How many lots')) return `${Number(first?.volume) / 100} lots`;
      if (question.includes('average price')) return `${first?.average} IDR per share`;
      if (!question.includes('change')) return `${first?.close} IDR per share`;
      return `${((Number(last?.close) / Number(first?.close) - 1) * 100).toFixed(2)} percent`;
    },
  },
  {
    tool: 'get_market_tickers',
    kind: /INET-R (trade|\?)|security is/,
    async answer({ question, tickers: [ticker] }, call) {
      const row = (await withData(call('get_market_tickers', {}))).find((each) => each.ticker === ticker);
      return question.startsWith('Which kind') ? String(row?.kind) : `${row?.first_date}, ${row?.last_date}`;
    },
  },
  {
    tool: 'get_market_daily',
    kind: /^On which day .* value of all stocks/,
    async answer({ from, to, market }, call) {
      const days = await withData(call('get_market_daily', { from, to, market }));
      return String(lowest(days, ({ value }) => -Number(value)).date);
    },
  },
  {
    tool: 'get_market_calendar',
    kind: /trading days .* (have|exchange)|were corrected/,
    async answer({ question, tickers: [ticker], from, to, market }, call) {
      const days = await withData(call('get_market_calendar', { from, to }));
      const trading = days.filter(({ kind }) => kind === 'trading_day');
      const listed = (rows: readonly Row[]) => rows.map(({ date }) => date).join(', ');
      if (question.includes('no published data')) {
        return listed(trading.filter(({ condition }) => condition === 'missing'));
      }
      if (question.includes('corrected')) return listed(days.filter(({ revision }) => Number(revision) > 1));
      if (ticker === undefined) return `${trading.length} days`;
      const { rows } = await call('get_ohlcv', { ticker, from, to, market });
      return `${trading.filter(({ condition }) => condition === 'published').length - rows.length} days`;
    },
  },
  {
    tool: 'get_screen',
    kind: /highest change of its close|^How many stocks closed lower/,
    async answer({ question, from: date }, call) {
      const fell = { measure: 'change_1d', lt: 0 };
      const input = question.startsWith('Which')
        ? { date, sort: { measure: 'change_1d' }, limit: 1 }
        : { date, where: fell, limit: 2000 };
      const stocks = await withData(call('get_screen', input));
      return question.startsWith('Which') ? String(stocks[0]?.ticker) : `${stocks.length} stocks`;
    },
  },
  {
    tool: 'get_stock_measures',
    kind: /differ from its close/,
    async answer({ tickers: [ticker], from, to }, call) {
      const input = { ticker, from, to, measures: 'negotiated_premium_1d' };
      const [day] = await withData(call('get_stock_measures', input));
      return `${day?.negotiated_premium_1d} percent`;
    },
  },
  {
    tool: 'get_market_measures',
    kind: /its median volume/,
    async answer({ tickers: [ticker], from: date }, call) {
      const input = { date, measures: 'volume_ratio_20d' };
      const stocks = await withData(call('get_market_measures', input));
      return `${stocks.find((each) => each.ticker === ticker)?.volume_ratio_20d} times`;
    },
  },
  {
    tool: 'get_market_brief',
    kind: /largest value in the negotiated market|streak .* that ended/,
    async answer({ question, tickers: [ticker], from: date }, call) {
      const lines = await withData(call('get_market_brief', { date }));
      if (question.startsWith('Which'))
        return String(lines.find(({ kind }) => kind === 'negotiated')?.ticker);
      const ended = lines.find((line) => line.kind === 'streak_ended' && line.ticker === ticker);
      return `${Math.abs(Number(ended?.streak))} days`;
    },
  },
  {
    tool: 'get_market_brokers',
    kind: /foreign parent/,
    async answer({ brokers: [broker] }, call) {
      const rows = await withData(call('get_market_brokers', {}));
      return rows.find(({ code }) => code === broker)?.foreign_parent === 'true' ? 'yes' : 'no';
    },
  },
  {
    tool: 'get_broker_ranking',
    kind: /^Which broker bought for the highest value/,
    async answer({ from, to, investor, market }, call) {
      const [first] = await withData(call('get_broker_ranking', { from, to, investor, market }));
      return String(first?.code);
    },
  },
  {
    tool: 'get_broker_stocks',
    kind: /^Which stock did \w\w buy/,
    async answer({ brokers: [code], from, to, investor, market }, call) {
      const [first] = await withData(call('get_broker_stocks', { code, from, to, investor, market }));
      return String(first?.ticker);
    },
  },
  {
    tool: 'get_foreign_flow_batch',
    kind: /^How many units/,
    async answer({ tickers }, call) {
      const input = { tickers, from: '2026-01-30', to: '2026-01-30', dry_run: true };
      const { text } = await call('get_foreign_flow_batch', input);
      return String(/costs (\d+ units?)/.exec(text)?.[1]);
    },
  },
];

/** The tools that the recipes use. */
export const RECIPE_TOOLS = new Set(RECIPES.map(({ tool }) => tool));

class NoData extends Error {}

/** Answers a question as the skill says. @returns the answer and the tools that it called */
export async function answerByRecipe(client: Client, question: string) {
  const [recipe, ...others] = RECIPES.filter(({ kind }) => kind.test(question));
  if (!recipe || others.length > 0) throw new Error(`${1 + others.length} recipes for ${question}`);
  const tools: string[] = [];
  const call: Call = async (tool, input) => {
    tools.push(tool);
    return toolText(await client.callTool({ name: tool, arguments: { ...input } }));
  };
  try {
    return { answer: await recipe.answer(namedIn(question), call), tools };
  } catch (error) {
    if (!(error instanceof NoData)) throw error;
    return { answer: `no data: ${error.message}`, tools };
  }
}

function namedIn(question: string): Named {
  const days = question.match(/\d{4}-\d\d-\d\d/g) ?? [];
  const [, market] = / (both|regular|negotiated) market/.exec(question) ?? [];
  const [, clients = 'all'] = / (foreign|domestic) clients/.exec(question) ?? [];
  return {
    question,
    tickers: question.match(/\b[A-Z]{4}(-[A-Z])?\b/g) ?? [],
    brokers: question.match(/\b[A-Z]{2}\b/g) ?? [],
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    investor: clients === 'all' ? 'all' : clients.slice(0, 1),
    market: { both: 'ALL', regular: 'RG', negotiated: 'NG' }[market ?? ''],
  };
}

const ofStock = ({ tickers: [ticker], from, to, market }: Omit<Named, 'question' | 'brokers'>) => ({
  ticker,
  from,
  to,
  market,
});

function toolText(result: { content?: unknown; isError?: unknown }): ToolText {
  const [{ text = '' } = {}] = result.content as { text?: string }[];
  if (result.isError) throw new Error(text);
  const [, table = ''] = text.split('\n\n');
  const [header = '', ...lines] = table.split('\n').filter((line) => !line.startsWith('(no rows'));
  const names = header.split(',');
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
  return { rows, reason: /^The result is empty because .*?\((\w+)\);/m.exec(text)?.[1], text };
}

/** The rows of an answer. @throws NoData with the reason of the tool */
async function withData(answer: Promise<ToolText>): Promise<readonly Row[]> {
  const { rows, reason, text } = await answer;
  if (reason !== undefined) throw new NoData(reason);
  if (text.includes('more rows')) throw new Error(`The text lacks rows: ${text}`);
  return rows;
}

const net = (name: string, sign: number) => (row: Row) => Math.sign(Number(row[name])) === sign;

function lowest(rows: readonly Row[], figure: (row: Row) => number): Row {
  return rows.toSorted((a, b) => figure(a) - figure(b))[0] ?? {};
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
