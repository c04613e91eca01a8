import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Example, example, examples } from '../../../src/market/sql-shell/examples.ts';
import { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { referenceFile } from '../../../src/server/settings-files.ts';
import { afterThisFile } from '../../support/alir.ts';
import { LIMITS, REFERENCE, rowsOf } from '../../support/analyst.ts';
import { demoAlir } from '../../support/demo.ts';
import { fileName } from '../../support/small-market.ts';
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
  const { stores } = await demoAlir({}, afterThisFile);
  const days = await stores.manifest.allPublishedDays();
  trades = days.flatMap((day) => readTrades(readFileSync(join(stores.folders.inbox, fileName(day)), 'utf8')));
  allDays = [...days];
  session = await AnalystSession.open({ lake: stores.folders.lake, reference: REFERENCE }, LIMITS);
  afterThisFile(() => session.close());
});

/** The file must give the unit of these. */
const NUMBER = /INT|DECIMAL|DOUBLE/;
/** DuckDB computes these as doubles. All other cells must be the same to the letter. */
const ROUNDED = /^(premium$|mean_of_days$|error$)/;

function expectAnswer(name: string, expected: Expected[]): Promise<void> {
  return expectRows(example(name).sql, expected);
}

async function expectRows(sql: string, expected: Expected[]): Promise<void> {
  const answer = await rowsOf(session, sql);
  expect(answer.length).toBe(expected.length);
  expect(answer.length).toBeGreaterThan(5);
  for (const [place, row] of answer.entries()) {
    const wanted = expected[place] ?? {};
    expect(Object.keys(row)).toEqual(Object.keys(wanted));
    for (const [column, cell] of Object.entries(wanted)) {
      const what = `row ${place}, ${column}`;
      if (ROUNDED.test(column))
        expect(Math.abs(Number(row[column]) - Number(cell)), what).toBeLessThan(0.0051);
      else expect(row[column], what).toBe(cell === null ? null : String(cell));
    }
  }
}

const FROM = '2026-01-05';
const TO = '2026-01-30';
const isInRange = (day: string) => day >= FROM && day <= TO;
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

/** On paper: half away from zero. */
function percent(part: number, whole: number): string {
  const [sign, size] = [part < 0 ? '-' : '', 100n * BigInt(Math.abs(part))];
  const thousandths = (size * 1000n) / BigInt(whole);
  const hundredths = (thousandths + 5n) / 10n;
  return `${hundredths === 0n ? '' : sign}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** The nine fields of a broker summary, without the code. */
function summaryOf(totals: BrokerTotals) {
  return {
    buy_freq: totals.buyFreq,
    sell_freq: totals.sellFreq,
    buy_volume: totals.bought,
    sell_volume: totals.sold,
    buy_value: totals.buyValue,
    sell_value: totals.sellValue,
    buy_avg: average(totals.buyValue, totals.bought),
    sell_avg: average(totals.sellValue, totals.sold),
  };
}

/** Map.groupBy, which Node 20 does not have. */
function groupedBy(of: TradeLine[], key: (trade: TradeLine) => string): Map<string, TradeLine[]> {
  const groups = new Map<string, TradeLine[]>();
  for (const trade of of) {
    const group = groups.get(key(trade)) ?? [];
    group.push(trade);
    groups.set(key(trade), group);
  }
  return groups;
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
          rank: place + 1,
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
      .map(([code, totals]) => ({ code, ...summaryOf(totals) }));
    await expectAnswer('broker_summary_of_a_range', rows);
  });

  test('daily_broker_summary', async () => {
    const rows = allDays.filter(isInRange).flatMap((date) => {
      const regular = bbca(date, date).filter(({ market }) => market === 'RG');
      return [...brokerTotals(regular, (_, broker) => broker)]
        .sort(([a, one], [b, other]) => other.buyValue - one.buyValue || byText(a, b))
        .map(([code, totals]) => ({ date, code, ...summaryOf(totals) }));
    });
    await expectAnswer('daily_broker_summary', rows);
  });

  test('broker_inventory', async () => {
    const regular = bbca().filter(({ market }) => market === 'RG');
    const net = (totals?: BrokerTotals) => ({
      volume: totals ? totals.bought - totals.sold : 0,
      value: totals ? totals.buyValue - totals.sellValue : 0,
    });
    const ranked = [...brokerTotals(regular, (_, broker) => broker)]
      .map(([broker, totals]) => ({ broker, net: net(totals).volume }))
      .sort((a, b) => b.net - a.net || byText(a.broker, b.broker));
    const buyers = ranked.filter((each) => each.net > 0).slice(0, 10);
    const sellers = ranked.filter((each) => each.net < 0).slice(-10);
    const shown = [...buyers, ...sellers].map(({ broker }) => broker);
    expect(shown.length).toBe(20);
    const codeOf = (broker: string) => (shown.includes(broker) ? broker : 'OTHER');
    const ofDays = brokerTotals(regular, ({ date }, broker) => `${date} ${codeOf(broker)}`);
    const running = new Map<string, { volume: number; value: number }>();
    const rows = allDays.filter(isInRange).flatMap((date) =>
      [...shown, 'OTHER'].map((code) => {
        const ofDay = net(ofDays.get(`${date} ${code}`));
        const before = running.get(code) ?? { volume: 0, value: 0 };
        const now = { volume: before.volume + ofDay.volume, value: before.value + ofDay.value };
        running.set(code, now);
        return {
          date,
          code,
          net_volume: ofDay.volume,
          net_value: ofDay.value,
          cumulative_volume: now.volume,
          cumulative_value: now.value,
        };
      }),
    );
    await expectAnswer('broker_inventory', rows);
  });

  test('daily_foreign_flow', async () => {
    const flows = foreignNet(bbca().filter(served), ({ date }) => date);
    const rows = allDays.filter(isInRange).map((date) => {
      const { buy, sell } = flows.get(date) ?? { buy: 0, sell: 0 };
      return { date, foreign_buy: buy, foreign_sell: sell, net_foreign: buy - sell };
    });
    await expectAnswer('daily_foreign_flow', rows);
    // A ticker without trades has a row of zeros for each published day.
    const answer = await rowsOf(session, example('daily_foreign_flow').sql.replace("'BBCA'", "'NONE'"));
    expect(answer.map((row) => Object.values(row))).toEqual(rows.map(({ date }) => [date, '0', '0', '0']));
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

  const periods: Record<string, (date: string) => string> = {
    day: (date) => date,
    week: (date) => {
      const day = new Date(`${date}T00:00:00Z`);
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
      return day.toISOString().slice(0, 10);
    },
    month: (date) => `${date.slice(0, 7)}-01`,
  };
  test.each(['week', 'day', 'month'])('foreign_flow_by_week, edited to rank by %s', async (unit) => {
    const period = periods[unit] ?? String;
    const asked = trades.filter(between(FROM, TO)).filter(served);
    const rows: Expected[] = [];
    const periodOf = new Map(allDays.map((date) => [date, period(date)]));
    for (const [first, ofPeriod] of groupedBy(asked, ({ date }) => periodOf.get(date) ?? '')) {
      const flows = foreignNet(ofPeriod, ({ ticker }) => ticker);
      const ranked = [...flows].sort(([a, x], [b, y]) => y.buy - y.sell - (x.buy - x.sell) || byText(a, b));
      for (const [place, [ticker, { buy, sell }]] of ranked.entries()) {
        if (place >= 5 && place < ranked.length - 5) continue;
        const net_foreign = buy - sell;
        rows.push({
          period: first,
          rank: place + 1,
          ticker,
          net_foreign,
          foreign_buy: buy,
          foreign_sell: sell,
        });
      }
    }
    const { sql } = example('foreign_flow_by_week');
    const answer = await rowsOf(session, sql.replace("date_trunc('week'", `date_trunc('${unit}'`));
    expect(answer.length).toBeGreaterThan(9);
    expect(answer).toEqual(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)]))),
    );
  });

  test.each([
    ['2026-01-05', '2026-01-30'],
    // Its last days are a holiday and a weekend, and it has holidays within.
    ['2025-12-08', '2025-12-28'],
    ['2025-12-01', '2026-01-30'],
  ])('foreign_flow_ranking, edited to %s to %s', async (from, to) => {
    const days = allDays.filter((day) => day >= from && day <= to);
    const asked = trades.filter(served).filter(between(from, to));
    const byDay = foreignNet(asked, ({ ticker, date }) => `${ticker} ${date}`);
    const netOf = (ticker: string, date: string | undefined) => {
      const { buy, sell } = byDay.get(`${ticker} ${date}`) ?? { buy: 0, sell: 0 };
      return Math.sign(buy - sell);
    };
    const streakOf = (ticker: string) => {
      const direction = netOf(ticker, days.at(-1));
      const other = days.findLastIndex((date) => netOf(ticker, date) !== direction);
      return direction === 0 ? 0 : direction * (days.length - 1 - other);
    };
    const values = groupedBy(asked, ({ ticker }) => ticker);
    const rows = [...foreignNet(asked, ({ ticker }) => ticker)].map(([ticker, { buy, sell }]) => {
      const net_foreign = buy - sell;
      const value = sum((values.get(ticker) ?? []).map((trade) => trade.value));
      const row = { ticker, foreign_buy: buy, foreign_sell: sell, net_foreign };
      return { ...row, percent: percent(net_foreign, value), streak: streakOf(ticker) };
    });
    const streaks = rows.map(({ streak }) => streak);
    expect([Math.max(...streaks), Math.min(...streaks)].map(Math.abs).every((days) => days > 2)).toBe(true);
    const { sql } = example('foreign_flow_ranking');
    const edited = sql.replaceAll("'2026-01-05'", `'${from}'`).replaceAll("'2026-01-30'", `'${to}'`);
    for (const order of ['net_foreign', 'foreign_buy', 'foreign_sell', 'percent', 'streak'] as const) {
      const answer = await rowsOf(session, edited.replace('ORDER BY net_foreign', `ORDER BY ${order}`));
      const expected = rows
        .toSorted((a, b) => Number(b[order]) - Number(a[order]) || byText(a.ticker, b.ticker))
        .slice(0, 50)
        .map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])));
      expect(answer).toEqual(expected);
    }
  });

  test('foreign_flow_ranking: a day with net 0, a day without trades and a change of direction end a streak', async () => {
    const flows: Record<string, (number | null)[]> = {
      ALWAYS: [5, 4, 3, 2, 1],
      SOLD: [7, -1, -2, -3, -4],
      ZERO: [1, 1, 0, 1, 1],
      ABSENT: [1, 1, 1, null, 1],
      OVER: [1, 1, 1, 1, null],
      EVEN: [-1, -1, -1, -1, 0],
    };
    const rows = Object.entries(flows).flatMap(([ticker, nets]) =>
      nets.flatMap((net, day) =>
        net === null ? [] : [`('${ticker}', DATE '2026-01-${26 + day}', 'RG', ${10 + net}, 10, ${net}, 40)`],
      ),
    );
    const made = `(VALUES ${rows.join()})
      AS flows(ticker, trade_date, market, foreign_buy, foreign_sell, net_foreign, value)`;
    const answer = await rowsOf(
      session,
      example('foreign_flow_ranking').sql.replace('FROM foreign_flow', `FROM ${made}`),
    );
    expect(Object.fromEntries(answer.map(({ ticker, streak }) => [ticker, Number(streak)]))).toEqual({
      ALWAYS: 5,
      SOLD: -4,
      ZERO: 2,
      ABSENT: 1,
      OVER: 0,
      EVEN: 0,
    });
    expect(answer.find(({ ticker }) => ticker === 'EVEN')?.percent).toBe('-2.00');
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
    const asked = trades.filter(between(FROM, TO)).filter(({ market }) => market === 'RG');
    const rows = [...brokerTotals(asked, ({ ticker }, broker) => `${broker} ${ticker}`)]
      .filter(([key]) => key.startsWith('AK '))
      .map(([key, totals]) => ({ ticker: key.slice(3), ...summaryOf(totals) }))
      .sort((a, b) => b.buy_value - a.buy_value || byText(a.ticker, b.ticker));
    await expectAnswer('book_of_a_broker', rows);
  });

  test.each(["('d', 'f')", "('f')"])('broker_ranking, edited to investor IN %s', async (investors) => {
    const asked = trades.filter(between(FROM, TO)).filter(({ market }) => market === 'RG');
    const brokers = [...brokerTotals(asked, (_, broker) => broker, investors === "('f')")];
    const traded = (totals: BrokerTotals) => totals.buyValue + totals.sellValue;
    const all = sum(brokers.map(([, totals]) => traded(totals)));
    const rows = brokers
      .sort(([a, one], [b, other]) => other.buyValue - one.buyValue || byText(a, b))
      .map(([code, totals]) => ({ code, ...summaryOf(totals), share: percent(traded(totals), all) }));
    const { sql } = example('broker_ranking');
    await expectRows(sql.replace("('d', 'f')", investors), rows);
  });

  test('who_traded_with_whom', async () => {
    const asked = bbca().filter(({ market }) => market === 'RG');
    const pairs = groupedBy(asked, ({ buyer, seller }) => `${buyer} ${seller}`);
    const rows = [...pairs]
      .map(([pair, of]) => ({
        buyer: pair.slice(0, 2),
        seller: pair.slice(3),
        freq: of.length,
        volume: sum(of.map(({ volume }) => volume)),
        value: sum(of.map(({ value }) => value)),
      }))
      .sort((a, b) => b.value - a.value || byText(a.buyer + a.seller, b.buyer + b.seller));
    expect(rows.some(({ buyer, seller }) => buyer === seller)).toBe(true);
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
    const rows = allDays.filter(isInRange).map((date) => {
      const day = bbca(date, date).filter(({ market }) => market === 'RG');
      const prices = day.map(({ price }) => price);
      const volume = sum(day.map((trade) => trade.volume));
      const value = sum(day.map((trade) => trade.value));
      const foreign = foreignNet(day, () => 'all').get('all') ?? { buy: 0, sell: 0 };
      return {
        date,
        open: prices[0] ?? null,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1) ?? null,
        average: average(value, volume),
        volume,
        value,
        freq: day.length,
        net_foreign: foreign.buy - foreign.sell,
      };
    });
    await expectAnswer('prices_of_a_ticker', rows);
  });

  test('market_calendar', async () => {
    const holidays = new Map(
      referenceFile('holidays.csv')
        .trim()
        .split('\n')
        .map((row) => [row.split(',')[0], row.split(',')[1] ?? null]),
    );
    const ofDays = groupedBy(trades, ({ date }) => date);
    const rows: Expected[] = [];
    for (
      const day = new Date('2025-11-24');
      day <= new Date('2026-02-06');
      day.setUTCDate(day.getUTCDate() + 1)
    ) {
      const date = day.toISOString().slice(0, 10);
      const name = holidays.get(date) ?? null;
      const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6;
      const of = ofDays.get(date);
      rows.push({
        date,
        kind: name !== null ? 'holiday' : isWeekend ? 'weekend' : 'trading_day',
        name,
        is_published: of !== undefined,
        trades: of ? of.length : null,
        value: of ? sum(of.map(({ value }) => value)) : null,
      });
    }
    await expectAnswer('market_calendar', rows);
    const { sql } = example('market_calendar');
    const missing = rows.filter(({ kind, is_published }) => kind === 'trading_day' && !is_published);
    await expectRows(sql.replace('ORDER BY', 'AND is_trading_day AND NOT is_published ORDER BY'), missing);
  });

  test('tickers', async () => {
    const rows = [...groupedBy(trades.filter(served), ({ ticker }) => ticker)]
      .map(([ticker, of]) => {
        const dates = of.map(({ date }) => date).toSorted();
        return {
          ticker,
          kind: ticker === 'WIFI-W' ? 'warrant' : ticker === 'INET-R' ? 'right' : 'stock',
          first_date: dates[0] ?? null,
          last_date: dates.at(-1) ?? null,
        };
      })
      .sort((a, b) => byText(a.ticker, b.ticker));
    await expectAnswer('tickers', rows);
    const others = {
      'BRMS-W2': 'warrant',
      'BRMS-R': 'right',
      'R-LQ45X': 'fund',
      XIIT: 'fund',
      BBCADRCU3A: 'structured_warrant',
      'BRMS-X': 'other',
    };
    const days = Object.keys(others).map((ticker) => `('${ticker}', 'RG', DATE '2026-01-05')`);
    const made = `(VALUES ${days.join()}) AS ticker_day(ticker, market, trade_date)`;
    const answer = await rowsOf(session, example('tickers').sql.replace('FROM ticker_day', `FROM ${made}`));
    expect(Object.fromEntries(answer.map(({ ticker, kind }) => [ticker, kind]))).toEqual(others);
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
