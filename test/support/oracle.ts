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
  readonly market: string;
  readonly ticker: string;
  readonly buyer: string;
  readonly buyerIsForeign: boolean;
  readonly seller: string;
  readonly sellerIsForeign: boolean;
  readonly volume: bigint;
  readonly value: bigint;
}

interface OracleQuestion {
  ticker: string;
  from: string;
  to: string;
  investor: string;
  market: string;
}

export class Oracle {
  readonly trades: Trade[] = [];

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
        market: cell(cells, 'TRX_TYPE'),
        ticker: cell(cells, 'STK_CODE'),
        buyer: cell(cells, 'BRK_COD1'),
        buyerIsForeign: 'AF'.includes(cell(cells, 'INV_TYP1')),
        seller: cell(cells, 'BRK_COD2'),
        sellerIsForeign: 'AF'.includes(cell(cells, 'INV_TYP2')),
        volume,
        value: volume * BigInt(cell(cells, 'STK_PRIC')),
      });
    }
  }

  brokerSummary(question: OracleQuestion): OracleRow[] {
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

  #matching({ ticker, from, to, market }: Omit<OracleQuestion, 'investor'>): Trade[] {
    const markets = market === 'ALL' ? ['RG', 'NG'] : [market];
    return this.trades.filter(
      (trade) =>
        trade.ticker === ticker && trade.date >= from && trade.date <= to && markets.includes(trade.market),
    );
  }
}

/** The broker summary of one daily file. */
export function summaryOf(text: string, question: OracleQuestion): OracleRow[] {
  const oracle = new Oracle();
  oracle.read(text);
  return oracle.brokerSummary(question);
}

/** Long division as on paper: the third decimal decides the rounding. */
function halfUp(value: bigint, volume: bigint): number {
  if (volume === 0n) return 0;
  const thousandths = ((value * 1000n) / volume).toString().padStart(4, '0');
  const hundredths = BigInt(thousandths.slice(0, -1)) + (Number(thousandths.at(-1)) >= 5 ? 1n : 0n);
  const digits = hundredths.toString().padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
