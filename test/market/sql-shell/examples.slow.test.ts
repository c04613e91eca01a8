import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { type Example, example, examples } from '../../../src/market/sql-shell/examples.ts';
import { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { referenceFile } from '../../../src/server/settings-files.ts';
import { openStores } from '../../../src/server/stores.ts';
import { afterThisFile, configOf, folderOfThisFile } from '../../support/alir.ts';
import { LIMITS, REFERENCE, rowsOf } from '../../support/analyst.ts';
import { ingestDemo } from '../../support/demo.ts';
import { readTrades, type TradeLine } from '../../support/trade-lines.ts';

/**
 * Every example, as it stands, on the whole of the demo's market; and the same question answered in plain TypeScript from the daily
 * files, which shares no code with the SQL.
 */
type Cell = string | number | bigint | boolean | null;
type Expected = Record<string, Cell>;

let session: AnalystSession;
let trades: TradeLine[];
let allDays: string[];

beforeAll(async () => {
  const stores = openStores(configOf(await folderOfThisFile()), systemClock);
  const { market, days } = await ingestDemo(stores);
  stores.ledger.close();
  trades = days.flatMap((day) => readTrades([...market.dailyFile(day)].join('')));
  allDays = [...days];
  session = await AnalystSession.open({ lake: stores.folders.lake, reference: REFERENCE }, LIMITS);
  afterThisFile(() => session.close());
});

/** Percentages and the like; all else has to be the same to the letter. */
/** Of these a file has to say the unit. */
const NUMBER = /INT|DECIMAL|DOUBLE/;
const ROUNDED = /^(top\d|share$|premium$|mean_of_days$|error$)/;

async function expectAnswer(name: string, expected: Expected[]): Promise<void> {
  const answer = await rowsOf(session, example(name).sql);
  expect(answer.length).toBe(expected.length);
  expect(answer.length).toBeGreaterThan(5);
  for (const [place, row] of answer.entries()) {
    const wanted = expected[place] ?? {};
    expect(Object.keys(row)).toEqual(Object.keys(wanted));
    for (const [column, cell] of Object.entries(wanted)) {
      const what = `${name}, row ${place}, ${column}`;
      if (ROUNDED.test(column))
        expect(Math.abs(Number(row[column]) - Number(cell)), what).toBeLessThan(0.0051);
      else expect(row[column], what).toBe(cell === null ? null : String(cell));
    }
  }
}

const FROM = '2026-01-05';
const TO = '2026-01-30';
const served = (trade: TradeLine) => trade.market !== 'TN';
const between = (from: string, to: string) => (trade: TradeLine) => trade.date >= from && trade.date <= to;
const bbca = (from = FROM, to = TO) =>
  trades.filter((trade) => trade.ticker === 'BBCA').filter(between(from, to));

interface BrokerTotals {
  buyFreq: number;
  sellFreq: number;
  bought: number;
  sold: number;
  buyValue: number;
  sellValue: number;
}

/** What each broker bought and sold, by what `keys` says of a trade's side. */
function brokerTotals(
  of: TradeLine[],
  key: (trade: TradeLine, broker: string) => string,
  foreignOnly = false,
) {
  const found = new Map<string, BrokerTotals>();
  const at = (name: string): BrokerTotals => {
    const totals = found.get(name) ?? {
      buyFreq: 0,
      sellFreq: 0,
      bought: 0,
      sold: 0,
      buyValue: 0,
      sellValue: 0,
    };
    found.set(name, totals);
    return totals;
  };
  for (const trade of of) {
    if (!foreignOnly || trade.buyerIsForeign) {
      const totals = at(key(trade, trade.buyer));
      totals.buyFreq += 1;
      totals.bought += trade.volume;
      totals.buyValue += trade.value;
    }
    if (!foreignOnly || trade.sellerIsForeign) {
      const totals = at(key(trade, trade.seller));
      totals.sellFreq += 1;
      totals.sold += trade.volume;
      totals.sellValue += trade.value;
    }
  }
  return found;
}

/** On paper: the third decimal decides. */
function average(value: number, volume: number): string {
  if (volume === 0) return '0.00';
  const thousandths = (BigInt(value) * 1000n) / BigInt(volume);
  const hundredths = (thousandths + 5n) / 10n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Foreigners' net buying in IDR, by what `key` says. */
function foreignNet(of: TradeLine[], key: (trade: TradeLine) => string) {
  const flows = new Map<string, { buy: number; sell: number }>();
  for (const trade of of) {
    const flow = flows.get(key(trade)) ?? { buy: 0, sell: 0 };
    flows.set(key(trade), flow);
    if (trade.buyerIsForeign) flow.buy += trade.value;
    if (trade.sellerIsForeign) flow.sell += trade.value;
  }
  return flows;
}

describe('each example answers its question', () => {
  test('top_net_buyers_and_sellers', async () => {
    const names = new Map(
      referenceFile('brokers.csv')
        .trim()
        .split('\n')
        .map((row) => [row.split(',')[0], row.split(',')[1] ?? null]),
    );
    const regular = bbca().filter(({ market }) => market === 'RG');
    const brokers = [...brokerTotals(regular, (_, broker) => broker)].map(([broker, totals]) => ({
      broker,
      ...totals,
      net: totals.buyValue - totals.sellValue,
    }));
    const side = (name: string, sign: 1 | -1): Expected[] =>
      brokers
        .filter(({ net }) => net * sign > 0)
        .sort((a, b) => Math.abs(b.net) - Math.abs(a.net) || byText(a.broker, b.broker))
        .slice(0, 10)
        .map((row, place) => ({
          side: name,
          place: place + 1,
          broker: row.broker,
          name: names.get(row.broker) ?? null,
          net_value: row.net,
          net_volume: row.bought - row.sold,
          buy_avg: average(row.buyValue, row.bought),
          sell_avg: average(row.sellValue, row.sold),
        }));
    await expectAnswer('top_net_buyers_and_sellers', [...side('buyer', 1), ...side('seller', -1)]);
  });

  test('broker_summary_of_a_range', async () => {
    const regular = bbca().filter(({ market }) => market === 'RG');
    const rows = [...brokerTotals(regular, (_, broker) => broker, true)]
      .sort(([a, one], [b, other]) => other.buyValue - one.buyValue || byText(a, b))
      .map(([code, totals]) => ({
        code,
        buy_freq: totals.buyFreq,
        sell_freq: totals.sellFreq,
        buy_volume: totals.bought,
        sell_volume: totals.sold,
        buy_value: totals.buyValue,
        sell_value: totals.sellValue,
        buy_avg: average(totals.buyValue, totals.bought),
        sell_avg: average(totals.sellValue, totals.sold),
      }));
    await expectAnswer('broker_summary_of_a_range', rows);
  });

  test('broker_inventory', async () => {
    const totals = brokerTotals(bbca().filter(served), ({ date }, broker) => `${broker} ${date}`);
    const rows: Expected[] = [];
    for (const broker of ['AK', 'CC', 'XL']) {
      let volume = 0;
      let value = 0;
      for (const date of allDays.filter((day) => day >= FROM && day <= TO)) {
        const day = totals.get(`${broker} ${date}`);
        const net = day ? day.bought - day.sold : 0;
        volume += net;
        value += day ? day.buyValue - day.sellValue : 0;
        rows.push({
          trade_date: date,
          broker,
          net_volume: net,
          inventory_volume: volume,
          inventory_value: value,
        });
      }
    }
    await expectAnswer('broker_inventory', rows);
  });

  test('accumulation', async () => {
    const regular = bbca().filter(({ market }) => market === 'RG');
    const totals = [...brokerTotals(regular, (_, broker) => broker).values()];
    const nets = totals.map(({ bought, sold }) => bought - sold).sort((a, b) => b - a);
    const top = (n: number) => {
      const buys = nets.filter((net) => net > 0).slice(0, n);
      const sells = nets.filter((net) => net < 0).slice(-n);
      return sum(buys) + sum(sells);
    };
    const [row = {}] = await rowsOf(session, example('accumulation').sql);
    const volume = sum(totals.map(({ bought }) => bought));
    expect(row).toMatchObject({
      volume: String(volume),
      net_buyers: String(nets.filter((net) => net > 0).length),
      net_sellers: String(nets.filter((net) => net < 0).length),
      top1_net_volume: String(top(1)),
      top10_net_volume: String(top(10)),
    });
    const average = (top(3) + top(5) + sum([1, 2, 3, 4, 5].map(top)) / 5) / 3;
    expect(Number(row.average_percent)).toBeCloseTo((100 * average) / volume, 2);
  });

  test('accumulation_and_distribution', async () => {
    const rows = allDays
      .filter((day) => day >= FROM && day <= TO)
      .map((date) => {
        const totals = brokerTotals(bbca(date, date).filter(served), (_, broker) => broker);
        const nets = [...totals.values()].map(({ bought, sold }) => bought - sold);
        const buyers = nets.filter((net) => net > 0).sort((a, b) => b - a);
        const sellers = nets.filter((net) => net < 0).sort((a, b) => a - b);
        const part = (of: number[], count: number) => (100 * Math.abs(sum(of.slice(0, count)))) / sum(buyers);
        return {
          trade_date: date,
          net_traded: sum(buyers),
          buyers: buyers.length,
          sellers: sellers.length,
          top1_buyers: part(buyers, 1),
          top3_buyers: part(buyers, 3),
          top5_buyers: part(buyers, 5),
          top1_sellers: part(sellers, 1),
          top3_sellers: part(sellers, 3),
          top5_sellers: part(sellers, 5),
          top3_balance: part(buyers, 3) - part(sellers, 3),
        };
      });
    await expectAnswer('accumulation_and_distribution', rows);
  });

  const periods: Record<string, (date: string) => string> = {
    day: (date) => date,
    week: (date) => {
      const day = new Date(`${date}T00:00:00Z`);
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
      return day.toISOString().slice(0, 10);
    },
    month: (date) => `${date.slice(0, 7)}-01`,
  };
  test.each(['week', 'day', 'month'])('foreign_flow_ranking, edited to rank by %s', async (unit) => {
    const period = periods[unit] ?? String;
    const asked = trades.filter(between(FROM, TO)).filter(served);
    const rows: Expected[] = [];
    for (const first of new Set(asked.map(({ date }) => period(date)))) {
      const flows = foreignNet(
        asked.filter(({ date }) => period(date) === first),
        ({ ticker }) => ticker,
      );
      const ranked = [...flows].sort(([a, x], [b, y]) => y.buy - y.sell - (x.buy - x.sell) || byText(a, b));
      for (const [place, [ticker, { buy, sell }]] of ranked.entries()) {
        if (place >= 5 && place < ranked.length - 5) continue;
        const net_foreign = buy - sell;
        rows.push({
          period: first,
          place: place + 1,
          ticker,
          net_foreign,
          foreign_buy: buy,
          foreign_sell: sell,
        });
      }
    }
    const { sql } = example('foreign_flow_ranking');
    const answer = await rowsOf(session, sql.replace("date_trunc('week'", `date_trunc('${unit}'`));
    expect(answer.length).toBeGreaterThan(9);
    expect(answer).toEqual(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)]))),
    );
  });

  test('foreign_buying_streaks', async () => {
    const flows = foreignNet(trades.filter(served), ({ ticker, date }) => `${ticker} ${date}`);
    const rows: Expected[] = [];
    for (const ticker of new Set(trades.map((trade) => trade.ticker))) {
      let streak: { days: string[]; net: number } = { days: [], net: 0 };
      const end = () => {
        if (streak.days.length >= 5) {
          rows.push({
            ticker,
            days: streak.days.length,
            first_day: streak.days[0] ?? null,
            last_day: streak.days.at(-1) ?? null,
            net_foreign: streak.net,
            is_running: streak.days.at(-1) === allDays.at(-1),
          });
        }
        streak = { days: [], net: 0 };
      };
      for (const date of allDays) {
        const flow = flows.get(`${ticker} ${date}`);
        const net = flow ? flow.buy - flow.sell : 0;
        if (net <= 0) end();
        else streak = { days: [...streak.days, date], net: streak.net + net };
      }
      end();
    }
    rows.sort((a, b) => Number(b.days) - Number(a.days) || Number(b.net_foreign) - Number(a.net_foreign));
    await expectAnswer('foreign_buying_streaks', rows);
  });

  test('book_of_a_broker', async () => {
    const day = trades.filter(({ date }) => date === '2026-01-30');
    const books = new Map<string, Expected>();
    const add = (
      trade: TradeLine,
      isForeign: boolean,
      volume: 'buy_volume' | 'sell_volume',
      value: 'buy_value' | 'sell_value',
    ) => {
      const { ticker, market } = trade;
      const investor = isForeign ? 'f' : 'd';
      const name = `${ticker} ${market} ${investor}`;
      const book = books.get(name) ?? {
        ticker,
        market,
        investor,
        buy_volume: 0,
        sell_volume: 0,
        buy_value: 0,
        sell_value: 0,
        net_value: 0,
      };
      book[volume] = Number(book[volume]) + trade.volume;
      book[value] = Number(book[value]) + trade.value;
      book.net_value = Number(book.buy_value) - Number(book.sell_value);
      books.set(name, book);
    };
    for (const trade of day) {
      if (trade.buyer === 'AK') add(trade, trade.buyerIsForeign, 'buy_volume', 'buy_value');
      if (trade.seller === 'AK') add(trade, trade.sellerIsForeign, 'sell_volume', 'sell_value');
    }
    const rows = [...books]
      .sort(
        ([a, one], [b, other]) =>
          Math.abs(Number(other.net_value)) - Math.abs(Number(one.net_value)) || byText(a, b),
      )
      .map(([, book]) => book);
    await expectAnswer('book_of_a_broker', rows);
  });

  test('who_traded_with_whom', async () => {
    const asked = bbca('2026-01-26', '2026-01-30').filter(served);
    const total = sum(asked.map(({ value }) => value));
    const pairs = new Map<string, TradeLine[]>();
    for (const trade of asked) {
      const pair = `${trade.buyer} ${trade.seller}`;
      pairs.set(pair, [...(pairs.get(pair) ?? []), trade]);
    }
    const rows = [...pairs]
      .map(([pair, of]) => ({
        buyer: pair.slice(0, 2),
        seller: pair.slice(3),
        is_own_cross: pair.slice(0, 2) === pair.slice(3),
        freq: of.length,
        volume: sum(of.map(({ volume }) => volume)),
        value: sum(of.map(({ value }) => value)),
        share: (100 * sum(of.map(({ value }) => value))) / total,
      }))
      .sort((a, b) => b.value - a.value || byText(a.buyer + a.seller, b.buyer + b.seller))
      .slice(0, 50);
    expect(rows.some(({ is_own_cross }) => is_own_cross)).toBe(true);
    await expectAnswer('who_traded_with_whom', rows);
  });

  test('intraday_volume_by_broker', async () => {
    const asked = bbca('2026-01-30', '2026-01-30').filter(({ market }) => market === 'RG');
    const halfHour = (time: string) => `${time.slice(0, 3)}${time.slice(3, 5) < '30' ? '00' : '30'}:00`;
    const totals = brokerTotals(asked, ({ time }, broker) => `${halfHour(time)} ${broker}`);
    const soFar = new Map<string, number>();
    const rows = [...totals.keys()].toSorted().map((key) => {
      const { bought = 0, sold = 0 } = totals.get(key) ?? {};
      const broker = key.slice(9);
      soFar.set(broker, (soFar.get(broker) ?? 0) + bought - sold);
      return {
        half_hour: key.slice(0, 8),
        broker,
        buy_volume: bought,
        sell_volume: sold,
        net_volume: bought - sold,
        net_so_far: soFar.get(broker) ?? 0,
      };
    });
    rows.sort(
      (a, b) =>
        byText(a.half_hour, b.half_hour) ||
        b.buy_volume + b.sell_volume - a.buy_volume - a.sell_volume ||
        byText(a.broker, b.broker),
    );
    await expectAnswer('intraday_volume_by_broker', rows);
  });

  test('large_negotiated_deals', async () => {
    const asked = trades.filter(between(FROM, TO));
    const regular = new Map<string, { value: number; volume: number }>();
    for (const { market, date, ticker, value, volume } of asked) {
      if (market !== 'RG') continue;
      const so_far = regular.get(`${date} ${ticker}`) ?? { value: 0, volume: 0 };
      regular.set(`${date} ${ticker}`, { value: so_far.value + value, volume: so_far.volume + volume });
    }
    const rows = asked
      .filter(({ market, value }) => market === 'NG' && value >= 2e9)
      .sort((a, b) => b.value - a.value || byText(a.date, b.date) || a.trade_no - b.trade_no)
      .map((trade) => {
        const { value = 1, volume = 1 } = regular.get(`${trade.date} ${trade.ticker}`) ?? {};
        return {
          trade_date: trade.date,
          trade_time: trade.time,
          ticker: trade.ticker,
          buyer: trade.buyer,
          buyer_investor: trade.buyerIsForeign ? 'f' : 'd',
          seller: trade.seller,
          seller_investor: trade.sellerIsForeign ? 'f' : 'd',
          volume: trade.volume,
          price: trade.price,
          value: trade.value,
          premium: 100 * (trade.price / (value / volume) - 1),
        };
      });
    await expectAnswer('large_negotiated_deals', rows);
  });

  test('range_equals_its_days', async () => {
    const asked = bbca().filter(served);
    const ofRange = brokerTotals(asked, (_, broker) => broker);
    const ofDays = brokerTotals(asked, ({ date }, broker) => `${broker} ${date}`);
    const rows = [...ofRange]
      .map(([broker, range]) => {
        const days = [...ofDays].filter(([key]) => key.startsWith(broker)).map(([, day]) => day);
        const buying = days.filter(({ bought }) => bought > 0);
        const buy_avg = average(range.buyValue, range.bought);
        const mean = sum(buying.map((day) => Number(average(day.buyValue, day.bought)))) / buying.length;
        return {
          broker,
          days: days.length,
          buy_value: range.buyValue,
          buy_value_of_days: sum(days.map(({ buyValue }) => buyValue)),
          sell_value: range.sellValue,
          sell_value_of_days: sum(days.map(({ sellValue }) => sellValue)),
          buy_avg,
          mean_of_days: buying.length > 0 ? mean : null,
          error: buying.length > 0 ? Math.round(mean * 100) / 100 - Number(buy_avg) : null,
        };
      })
      .sort((a, b) => b.buy_value - a.buy_value || byText(a.broker, b.broker));
    for (const row of rows) {
      expect([row.buy_value_of_days, row.sell_value_of_days]).toEqual([row.buy_value, row.sell_value]);
    }
    await expectAnswer('range_equals_its_days', rows);
  });

  test('prices_of_a_ticker', async () => {
    const rows = allDays
      .filter((day) => day >= FROM && day <= TO)
      .map((date) => {
        const day = bbca(date, date).filter(({ market }) => market === 'RG');
        const prices = day.map(({ price }) => price);
        const volume = sum(day.map((trade) => trade.volume));
        const value = sum(day.map((trade) => trade.value));
        const foreign = foreignNet(day, () => 'all').get('all') ?? { buy: 0, sell: 0 };
        return {
          trade_date: date,
          open: prices[0] ?? null,
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1) ?? null,
          average: average(value, volume),
          volume,
          value,
          net_foreign: foreign.buy - foreign.sell,
        };
      });
    await expectAnswer('prices_of_a_ticker', rows);
  });

  test('days_not_published', async () => {
    const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
    const row = (date: string, day: number) => ({ trade_date: date, weekday: weekdays[day] ?? '' });
    await expectAnswer('days_not_published', [
      ...[24, 25, 26, 27, 28].map((day, place) => row(`2025-11-${day}`, place)),
      ...[2, 3, 4, 5, 6].map((day, place) => row(`2026-02-0${day}`, place)),
    ]);
  });
});

describe('the example files', () => {
  test('every example has a test in this file', () => {
    const tests = readFileSync(import.meta.filename, 'utf8');
    for (const { name } of examples()) expect(tests, name).toMatch(`('${name}'`);
    expect(examples().length).toBeGreaterThanOrEqual(12);
  });

  test('each starts with its question, and explains every column of its answer', async () => {
    for (const { question, sql, name } of examples()) {
      expect(question, name).toMatch(/^[A-Z].*\?/);
      const head = sql.split('\n').filter((row) => row.startsWith('--   '));
      const lines = head.map((row) => /^-- {3}(\w+(?:, \w+)*)(?: {2,}(\S.*))?$/.exec(row) ?? [row, row, '']);
      const { columns, chunks } = await session.ask(sql, 'text');
      for await (const _ of chunks);
      expect(
        lines.flatMap(([, names]) => names?.split(', ')),
        name,
      ).toEqual(columns.map((column) => column.name));
      for (const [, names = '', meaning = ''] of lines) {
        const types = columns.filter((column) => names.split(', ').includes(column.name));
        if (types.some(({ type }) => NUMBER.test(type))) expect(meaning, `${name}: ${names}`).not.toBe('');
      }
    }
  });

  test('an example is found by its number and its name', () => {
    const [first] = examples() as [Example];
    expect(example('1')).toEqual(first);
    expect(example(first.name)).toEqual(first);
    expect(() => example('99')).toThrow('There is no example 99. To list the examples, type .examples');
  });
});
