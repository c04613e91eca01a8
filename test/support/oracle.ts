/**
 * Computes the contract's numbers from daily files in the simplest way. Imports nothing from src/: its results are independent of the
 * code under test.
 */
export interface OracleRow {
  code: string;
  buy_freq: number;
  sell_freq: number;
  buy_volume: number;
  sell_volume: number;
  buy_value: number;
  sell_value: number;
  buy_avg: number;
  sell_avg: number;
}

interface Trade {
  readonly date: string;
  readonly number: number;
  readonly market: string;
  readonly ticker: string;
  readonly buyer: string;
  readonly buyerIsForeign: boolean;
  readonly seller: string;
  readonly sellerIsForeign: boolean;
  readonly volume: bigint;
  readonly price: number;
  readonly value: bigint;
}

export interface OracleRange {
  from: string;
  to: string;
  investor: string;
  market: string;
}

interface OracleQuestion extends OracleRange {
  ticker: string;
}

export class Oracle {
  readonly trades: Trade[] = [];

  /** An oracle that read the texts of daily files. */
  static of(texts: Iterable<string>): Oracle {
    const oracle = new Oracle();
    for (const text of texts) oracle.read(text);
    return oracle;
  }

  /** Reads the text of a daily file. Identical lines count once. */
  read(text: string): void {
    const [header = '', ...lines] = text.split('\n').filter((line) => line !== '');
    const columns = header.split(';');
    const cell = (cells: string[], column: string): string => cells[columns.indexOf(column)] ?? '';
    for (const line of new Set(lines)) {
      const cells = line.split(';');
      const volume = BigInt(cell(cells, 'STK_VOLM'));
      this.trades.push({
        date: cell(cells, 'TRX_DATE'),
        number: Number(cell(cells, 'TRX_CODE')),
        market: cell(cells, 'TRX_TYPE'),
        ticker: cell(cells, 'STK_CODE'),
        buyer: cell(cells, 'BRK_COD1'),
        buyerIsForeign: 'AF'.includes(cell(cells, 'INV_TYP1')),
        seller: cell(cells, 'BRK_COD2'),
        sellerIsForeign: 'AF'.includes(cell(cells, 'INV_TYP2')),
        volume,
        price: Number(cell(cells, 'STK_PRIC')),
        value: volume * BigInt(cell(cells, 'STK_PRIC')),
      });
    }
  }

  /** Of all tickers without a `ticker`. */
  brokerSummary(question: OracleRange & { ticker?: string }): OracleRow[] {
    const sums = new Map<string, bigint[]>();
    const add = (broker: string, isForeign: boolean, side: 0 | 1, trade: Trade): void => {
      if (question.investor === 'f' && !isForeign) return;
      if (question.investor === 'd' && isForeign) return;
      const sum = sums.get(broker) ?? [0n, 0n, 0n, 0n, 0n, 0n];
      sum[side] = (sum[side] ?? 0n) + 1n;
      sum[2 + side] = (sum[2 + side] ?? 0n) + trade.volume;
      sum[4 + side] = (sum[4 + side] ?? 0n) + trade.value;
      sums.set(broker, sum);
    };
    for (const trade of this.#matching(question)) {
      add(trade.buyer, trade.buyerIsForeign, 0, trade);
      add(trade.seller, trade.sellerIsForeign, 1, trade);
    }
    const rows = [...sums].map(([code, sum]) => {
      const [buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value] = sum.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return {
        code,
        buy_freq,
        sell_freq,
        buy_volume,
        sell_volume,
        buy_value,
        sell_value,
        buy_avg: halfUp(sum[4] ?? 0n, sum[2] ?? 0n),
        sell_avg: halfUp(sum[5] ?? 0n, sum[3] ?? 0n),
      };
    });
    return rows.sort((a, b) => b.buy_value - a.buy_value || a.code.localeCompare(b.code));
  }

  foreignFlow(question: Omit<OracleQuestion, 'investor'>) {
    let foreign_buy = 0n;
    let foreign_sell = 0n;
    for (const trade of this.#matching(question)) {
      if (trade.buyerIsForeign) foreign_buy += trade.value;
      if (trade.sellerIsForeign) foreign_sell += trade.value;
    }
    return {
      foreign_buy: Number(foreign_buy),
      foreign_sell: Number(foreign_sell),
      net_foreign: Number(foreign_buy - foreign_sell),
    };
  }

  /** The days that have any trade, in order. */
  days(from: string, to: string): string[] {
    const days = new Set(this.trades.map(({ date }) => date));
    return [...days].filter((date) => date >= from && date <= to).sort();
  }

  dailyBrokerSummary(question: OracleQuestion) {
    return this.days(question.from, question.to).flatMap((date) =>
      this.brokerSummary({ ...question, from: date, to: date }).map((row) => ({ date, ...row })),
    );
  }

  dailyForeignFlow(question: Omit<OracleQuestion, 'investor'>) {
    return this.days(question.from, question.to).map((date) => ({
      date,
      ...this.foreignFlow({ ...question, from: date, to: date }),
    }));
  }

  ohlcv(question: Omit<OracleQuestion, 'investor'>) {
    return this.days(question.from, question.to).flatMap((date) => {
      const ofDay = { ...question, from: date, to: date };
      const trades = this.#matching(ofDay);
      if (trades.length === 0) return [];
      const priced = question.market === 'ALL' ? trades.filter(({ market }) => market === 'RG') : trades;
      const prices = priced.sort((a, b) => a.number - b.number).map(({ price }) => price);
      const volume = trades.reduce((sum, trade) => sum + trade.volume, 0n);
      const value = trades.reduce((sum, trade) => sum + trade.value, 0n);
      return {
        date,
        open: prices[0] ?? null,
        high: prices.length === 0 ? null : Math.max(...prices),
        low: prices.length === 0 ? null : Math.min(...prices),
        close: prices.at(-1) ?? null,
        average: halfUp(value, volume),
        volume: Number(volume),
        value: Number(value),
        freq: trades.length,
        net_foreign: this.foreignFlow(ofDay).net_foreign,
      };
    });
  }

  marketDaily(range: Omit<OracleQuestion, 'investor' | 'ticker'>) {
    return this.days(range.from, range.to).flatMap((date) => {
      const trades = this.#matching({ ...range, from: date, to: date });
      if (trades.length === 0) return [];
      const tickers = new Set(trades.map(({ ticker }) => ticker));
      const sum = (values: readonly bigint[]) => Number(values.reduce((total, each) => total + each, 0n));
      const flows = [...tickers].map((ticker) =>
        this.foreignFlow({ ...range, ticker, from: date, to: date }),
      );
      const foreign_buy = flows.reduce((total, flow) => total + flow.foreign_buy, 0);
      const foreign_sell = flows.reduce((total, flow) => total + flow.foreign_sell, 0);
      return {
        ...{ date, tickers: tickers.size, freq: trades.length },
        volume: sum(trades.map(({ volume }) => volume)),
        value: sum(trades.map(({ value }) => value)),
        ...{ foreign_buy, foreign_sell, net_foreign: foreign_buy - foreign_sell },
      };
    });
  }

  foreignFlowRanking({
    order,
    limit,
    ...range
  }: Omit<OracleQuestion, 'investor' | 'ticker'> & { order: string; limit: number }) {
    const days = this.days(range.from, range.to);
    const tickers = [...new Set(this.trades.map(({ ticker }) => ticker))].sort();
    const rows = tickers.flatMap((ticker) => {
      const trades = this.#matching({ ...range, ticker });
      if (trades.length === 0) return [];
      const flow = this.foreignFlow({ ...range, ticker });
      const value = trades.reduce((sum, trade) => sum + trade.value, 0n);
      const hundredfold = 100n * BigInt(Math.abs(flow.net_foreign));
      const percent = Math.sign(flow.net_foreign) * halfUp(hundredfold, value) || 0;
      const signs = days.map((date) =>
        Math.sign(this.foreignFlow({ ...range, ticker, from: date, to: date }).net_foreign),
      );
      const last = signs.at(-1) ?? 0;
      const broken = signs.findLastIndex((sign) => sign !== last);
      const streak = last === 0 ? 0 : last * (signs.length - 1 - broken);
      return [{ ticker, ...flow, percent, streak }];
    });
    const figure = (row: (typeof rows)[number]) =>
      ({
        net: row.net_foreign,
        buy: row.foreign_buy,
        sell: row.foreign_sell,
        percent: row.percent,
        streak: row.streak,
      })[order] ?? 0;
    return rows.sort((a, b) => figure(b) - figure(a) || (a.ticker < b.ticker ? -1 : 1)).slice(0, limit);
  }

  counterparties(question: Omit<OracleQuestion, 'investor'>) {
    const pairs = new Map<
      string,
      { buyer: string; seller: string; freq: number; volume: number; value: number }
    >();
    for (const { buyer, seller, volume, value } of this.#matching(question)) {
      const pair = pairs.get(`${buyer} ${seller}`) ?? { buyer, seller, freq: 0, volume: 0, value: 0 };
      pairs.set(`${buyer} ${seller}`, pair);
      pair.freq += 1;
      pair.volume += Number(volume);
      pair.value += Number(value);
    }
    const name = ({ buyer, seller }: { buyer: string; seller: string }) => `${buyer} ${seller}`;
    return [...pairs.values()].sort((a, b) => b.value - a.value || (name(a) < name(b) ? -1 : 1));
  }

  brokerRanking(question: OracleRange) {
    const rows = this.brokerSummary(question);
    const traded = ({ buy_value, sell_value }: OracleRow) => BigInt(buy_value) + BigInt(sell_value);
    const all = rows.reduce((sum, row) => sum + traded(row), 0n);
    return rows.map((row) => ({ ...row, share: halfUp(traded(row) * 100n, all) }));
  }

  brokerStocks(broker: string, question: OracleRange) {
    const tickers = [...new Set(this.trades.map(({ ticker }) => ticker))];
    return tickers
      .flatMap((ticker) => {
        const row = this.brokerSummary({ ...question, ticker }).find(({ code }) => code === broker);
        if (!row) return [];
        const { code, ...figures } = row;
        return [{ ticker, ...figures }];
      })
      .sort((a, b) => b.buy_value - a.buy_value || (a.ticker < b.ticker ? -1 : 1));
  }

  brokerInventory(question: OracleQuestion, top: number) {
    const net = ({ buy_volume, sell_volume }: OracleRow) => buy_volume - sell_volume;
    const byCode = this.brokerSummary(question).sort((a, b) => (a.code < b.code ? -1 : 1));
    const up = byCode
      .filter((row) => net(row) > 0)
      .sort((a, b) => net(b) - net(a))
      .slice(0, top);
    const down = byCode
      .filter((row) => net(row) < 0)
      .sort((a, b) => net(a) - net(b))
      .slice(0, top);
    const shown = byCode
      .filter((row) => up.includes(row) || down.includes(row))
      .sort((a, b) => net(b) - net(a))
      .map(({ code }) => code);
    const codes = shown.length < byCode.length ? [...shown, 'OTHER'] : shown;
    const daily = this.dailyBrokerSummary(question);
    return this.days(question.from, question.to).flatMap((date) =>
      codes.map((code) => {
        const of = daily.filter((row) => (code === 'OTHER' ? !shown.includes(row.code) : row.code === code));
        const total = (rows: OracleRow[], value: (row: OracleRow) => number) =>
          rows.reduce((sum, row) => sum + value(row), 0);
        const today = of.filter((row) => row.date === date);
        const until = of.filter((row) => row.date <= date);
        const value = ({ buy_value, sell_value }: OracleRow) => buy_value - sell_value;
        return {
          date,
          code,
          net_volume: total(today, net),
          net_value: total(today, value),
          cumulative_volume: total(until, net),
          cumulative_value: total(until, value),
        };
      }),
    );
  }

  accumulation(question: OracleQuestion) {
    const all = this.brokerSummary({ ...question, investor: 'all' });
    const rows = this.brokerSummary(question);
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    const volume = sum(all.map((row) => row.buy_volume));
    const value = sum(all.map((row) => row.buy_value));
    const nets = rows.map((row) => row.buy_volume - row.sell_volume).sort((a, b) => b - a);
    const buys = nets.filter((net) => net > 0);
    const sells = nets.filter((net) => net < 0).reverse();
    const top = (n: number) => sum(buys.slice(0, n)) + sum(sells.slice(0, n));
    const average = (top(3) + top(5) + sum([1, 2, 3, 4, 5].map(top)) / 5) / 3;
    const percent = volume === 0 ? 0 : (average / volume) * 100;
    const size =
      Math.abs(percent) < 6
        ? ''
        : Math.abs(percent) < 12.5
          ? 'Small '
          : Math.abs(percent) < 20
            ? 'Normal '
            : 'Big ';
    const share = (volumes: number[]) => {
      const total = sum(volumes);
      const parts = volumes.sort((a, b) => b - a).map((each) => (total === 0 ? 0 : (each / total) * 100));
      const [top1, top3, top5] = [1, 3, 5].map((n) => sum(parts.slice(0, n)));
      return { top1, top3, top5, hhi: sum(parts.map((part) => part * part)) };
    };
    return {
      volume,
      value,
      average: volume === 0 ? 0 : value / volume,
      net_buyers: buys.length,
      net_sellers: sells.length,
      label: size === '' ? 'Neutral' : `${size}${percent > 0 ? 'Accumulation' : 'Distribution'}`,
      average_percent: percent,
      top: [1, 3, 5, 10].map((n) => ({
        n,
        net_volume: top(n),
        percent: volume === 0 ? 0 : (top(n) / volume) * 100,
        net_value: volume === 0 ? 0 : (top(n) * value) / volume,
      })),
      buy_share: share(rows.map((row) => row.buy_volume)),
      sell_share: share(rows.map((row) => row.sell_volume)),
    };
  }

  #matching({ ticker, from, to, market }: Omit<OracleRange, 'investor'> & { ticker?: string }): Trade[] {
    const markets = market === 'ALL' ? ['RG', 'NG'] : [market];
    return this.trades.filter(
      (trade) =>
        (ticker === undefined || trade.ticker === ticker) &&
        trade.date >= from &&
        trade.date <= to &&
        markets.includes(trade.market),
    );
  }
}

/** The broker summary of one daily file. */
export function summaryOf(text: string, question: OracleQuestion): OracleRow[] {
  return Oracle.of([text]).brokerSummary(question);
}

/** Long division as on paper: the third decimal decides the rounding. */
function halfUp(value: bigint, volume: bigint): number {
  if (volume === 0n) return 0;
  const thousandths = ((value * 1000n) / volume).toString().padStart(4, '0');
  const hundredths = BigInt(thousandths.slice(0, -1)) + (Number(thousandths.at(-1)) >= 5 ? 1n : 0n);
  const digits = hundredths.toString().padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
