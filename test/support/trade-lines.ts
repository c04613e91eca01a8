/** A trade in a daily file. Like the oracle, this file imports nothing from src/. JavaScript numbers are exact for all demo data. */
export interface TradeLine {
  readonly date: string;
  readonly trade_no: number;
  readonly market: string;
  readonly ticker: string;
  readonly buyer: string;
  readonly buyerIsForeign: boolean;
  readonly seller: string;
  readonly sellerIsForeign: boolean;
  readonly volume: number;
  readonly price: number;
  readonly value: number;
  /** hh:mm:ss */
  readonly time: string;
}

/** The trades of a daily file whose columns are in the exchange's order. */
export function readTrades(text: string): TradeLine[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      // By position, which is three times as fast as a pattern of 14 names: tests read 600,000 lines.
      const cells = line.split(';');
      const cell = (column: number) => cells[column] ?? '';
      const [volume, price] = [Number(cell(8)), Number(cell(9))];
      return {
        date: cell(10),
        trade_no: Number(cell(0)),
        market: cell(2),
        ticker: cell(7),
        buyer: cell(5),
        buyerIsForeign: cell(6) === 'A',
        seller: cell(3),
        sellerIsForeign: cell(4) === 'A',
        volume,
        price,
        value: volume * price,
        time: cell(13)
          .padStart(6, '0')
          .replace(/(..)(..)(..)/, '$1:$2:$3'),
      };
    });
}
