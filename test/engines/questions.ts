import type { LakeTable } from '../../src/core/folders.ts';

/** SQL that all engines understand. @param of returns the table as the engine writes it in FROM, with its version */
export type Question = (of: (table: LakeTable) => string) => string;

const sum = (expression: string) => `CAST(coalesce(sum(${expression}), 0) AS BIGINT)`;

/** Twelve questions about the lake; the last two join tables. Their rows have a total order or are compared as a set. */
export const QUESTIONS: Readonly<Record<string, Question>> = {
  'trades, volume and value of each day': (of) =>
    `SELECT t.trade_date, count(*) AS n, ${sum('t.volume')} AS volume, ${sum('t.value')} AS value
     FROM ${of('trades')} AS t GROUP BY t.trade_date`,
  'one day': (of) =>
    `SELECT count(*) AS n, ${sum('t.value')} AS value FROM ${of('trades')} AS t
     WHERE t.trade_date = DATE '2026-01-06'`,
  'broker summary': (of) =>
    `SELECT d.ticker, d.broker, ${sum('d.buy_freq')} AS buy_freq, ${sum('d.sell_freq')} AS sell_freq,
       ${sum('d.buy_value')} AS buy_value, ${sum('d.sell_value')} AS sell_value
     FROM ${of('broker_day')} AS d WHERE d.market = 'RG' GROUP BY d.ticker, d.broker`,
  'foreign flow': (of) =>
    `SELECT d.ticker, ${sum("CASE WHEN d.investor = 'f' THEN d.buy_value ELSE 0 END")} AS buy,
       ${sum("CASE WHEN d.investor = 'f' THEN d.sell_value ELSE 0 END")} AS sell
     FROM ${of('broker_day')} AS d GROUP BY d.ticker`,
  'prices of a ticker': (of) =>
    `SELECT p.trade_date, p.open, p.high, p.low, p.close FROM ${of('ticker_day')} AS p
     WHERE p.ticker = 'BBCA' AND p.market = 'RG'`,
  'largest pairs of brokers': (of) =>
    `SELECT t.buyer, t.seller, ${sum('t.value')} AS value FROM ${of('trades')} AS t
     WHERE t.market = 'RG' GROUP BY t.buyer, t.seller ORDER BY value DESC, t.buyer, t.seller LIMIT 10`,
  'tickers of a broker': (of) =>
    `SELECT d.broker, count(DISTINCT d.ticker) AS tickers FROM ${of('broker_day')} AS d GROUP BY d.broker`,
  'each half hour': (of) =>
    `SELECT t.trade_second - t.trade_second % 1800 AS second, count(*) AS n FROM ${of('trades')} AS t
     GROUP BY t.trade_second - t.trade_second % 1800`,
  'highest and lowest price by trades': (of) =>
    `SELECT t.trade_date, t.ticker, max(t.price) AS high, min(t.price) AS low FROM ${of('trades')} AS t
     WHERE t.market = 'RG' GROUP BY t.trade_date, t.ticker`,
  'net buyers': (of) =>
    `SELECT d.ticker, d.broker, ${sum('d.buy_value - d.sell_value')} AS net FROM ${of('broker_day')} AS d
     GROUP BY d.ticker, d.broker HAVING sum(d.buy_value - d.sell_value) > 1000000`,
  'value by trades and by brokers': (of) =>
    `SELECT t.trade_date, t.value AS trades, d.value AS brokers
     FROM (SELECT trade_date, ${sum('value')} AS value FROM ${of('trades')} AS a GROUP BY trade_date) AS t
     JOIN (SELECT trade_date, ${sum('buy_value')} AS value FROM ${of('broker_day')} AS b GROUP BY trade_date) AS d
       ON t.trade_date = d.trade_date`,
  'largest buyer at the close': (of) =>
    `SELECT d.trade_date, d.ticker, max(d.buy_value) AS largest, max(p.close) AS close
     FROM ${of('broker_day')} AS d
     JOIN ${of('ticker_day')} AS p ON p.trade_date = d.trade_date AND p.ticker = d.ticker AND p.market = d.market
     WHERE d.market = 'RG' GROUP BY d.trade_date, d.ticker`,
};
