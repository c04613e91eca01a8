/** A trade as a daily file has it. Imports nothing of src/, as an oracle should. Every number of the demo is exact as one. */
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

/** The trades of a daily file with the exchange's own order of columns. */
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
