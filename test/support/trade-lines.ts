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
      const [
        number,
        ,
        market = '',
        seller = '',
        sellType,
        buyer = '',
        buyType,
        ticker = '',
        shares,
        idr,
        date = '',
        ,
        ,
        hms = '',
      ] = line.split(';');
      const [volume, price] = [Number(shares), Number(idr)];
      return {
        date,
        trade_no: Number(number),
        market,
        ticker,
        buyer,
        buyerIsForeign: buyType === 'A',
        seller,
        sellerIsForeign: sellType === 'A',
        volume,
        price,
        value: volume * price,
        time: hms.padStart(6, '0').replace(/(..)(..)(..)/, '$1:$2:$3'),
      };
    });
}
