import type { DeltaTable } from '../../core/folders.ts';
import { MEASURES } from '../../core/market/measure-list.ts';

/**
 * The types of the lake, which every engine has: UTF-8 text, signed integers of 32 and 64 bits, decimals of 18 digits with 2 after the point,
 * and the date of the partition.
 */
export type LakeType = 'text' | 'int32' | 'int64' | 'decimal' | 'date';

export interface LakeColumn {
  readonly name: string;
  readonly type: LakeType;
  readonly meaning: string;
}

interface LakeTableDescription {
  readonly meaning: string;
  /** The columns of its files, in their order. */
  readonly columns: readonly LakeColumn[];
}

/** The column that is in the name of a day's folder and not in its file. */
export const PARTITION: LakeColumn = { name: 'trade_date', type: 'date', meaning: 'trading day' };

const text = (name: string, meaning: string): LakeColumn => ({ name, type: 'text', meaning });
const int64 = (name: string, meaning: string): LakeColumn => ({ name, type: 'int64', meaning });

const TICKER = text('ticker', 'code of the stock');
const MARKET = text('market', 'RG, NG or TN');

/** Frequency, volume and value of one side of the trades, or of a type of investor. */
function figures(prefix: string, what: string): LakeColumn[] {
  return [
    int64(`${prefix}freq`, `trades${what}`),
    int64(`${prefix}volume`, `shares${what}`),
    int64(`${prefix}value`, `IDR${what}`),
  ];
}

/** The tables of the lake. `sql/lake/` writes them; a test compares each file with its description. */
export const TABLES: Readonly<Record<DeltaTable, LakeTableDescription>> = {
  trades: {
    meaning: 'every trade, in all three markets',
    columns: [
      int64('trade_no', 'number of the trade, unique in a day'),
      { name: 'session', type: 'int32', meaning: '1 or 2' },
      MARKET,
      TICKER,
      text('buyer', 'buying broker'),
      text('buyer_investor', 'client of the buyer: d (domestic) or f (foreign)'),
      text('seller', 'selling broker'),
      text('seller_investor', 'client of the seller: d or f'),
      int64('volume', 'shares'),
      int64('price', 'IDR per share'),
      int64('value', 'IDR: volume x price'),
      int64('buy_order_no', 'number of the buy order'),
      int64('sell_order_no', 'number of the sell order'),
      { name: 'trade_second', type: 'int32', meaning: 'seconds since midnight, Jakarta time' },
    ],
  },
  broker_day: {
    meaning: 'buys and sells per day, ticker, market, investor and broker, in all three markets',
    columns: [
      TICKER,
      MARKET,
      text('investor', 'd (domestic) or f (foreign): the client of this broker'),
      text('broker', 'code of the broker'),
      int64('buy_freq', 'trades'),
      int64('sell_freq', 'trades'),
      int64('buy_volume', 'shares'),
      int64('sell_volume', 'shares'),
      int64('buy_value', 'IDR'),
      int64('sell_value', 'IDR'),
    ],
  },
  ticker_day: {
    meaning: 'prices, totals, and buys and sells by type of investor, per day, ticker and market',
    columns: [
      TICKER,
      MARKET,
      int64('open', 'IDR per share: the trade with the smallest number'),
      int64('high', 'IDR per share'),
      int64('low', 'IDR per share'),
      int64('close', 'IDR per share: the trade with the largest number'),
      ...figures('', ''),
      ...figures('foreign_buy_', ' that foreign investors bought'),
      ...figures('foreign_sell_', ' that foreign investors sold'),
      ...figures('domestic_buy_', ' that domestic investors bought'),
      ...figures('domestic_sell_', ' that domestic investors sold'),
    ],
  },
  measure_day: {
    meaning:
      'measures per day and ticker that traded in the regular market, from this day and the days before',
    columns: [
      TICKER,
      ...MEASURES.map(({ name, unit, has_decimals, definition }): LakeColumn => {
        const type = has_decimals ? 'decimal' : 'int64';
        return { name, type, meaning: `${unit}: ${definition}` };
      }),
    ],
  },
};
