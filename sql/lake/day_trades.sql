-- The trades of a table or view of typed trades, with the columns of the lake. Their types are VARCHAR, INTEGER and BIGINT, which every engine
-- reads. `trade_second` counts seconds since midnight, Jakarta time.
CREATE MACRO day_trades(trades) AS TABLE
SELECT
  trade_no, session::INTEGER AS session, market, ticker,
  buyer, buyer_investor, seller, seller_investor,
  volume, price, volume * price AS value,
  buy_order_no, sell_order_no,
  hhmmss // 10000 * 3600 + hhmmss // 100 % 100 * 60 + hhmmss % 100 AS trade_second
FROM query_table(trades);

-- DuckDB sorts a key of fixed size faster than text.
CREATE TYPE ticker_cell AS ENUM (SELECT DISTINCT ticker FROM clean_trades ORDER BY ticker);

CREATE VIEW sorted_trades AS
FROM (SELECT * REPLACE (ticker::ticker_cell AS ticker) FROM clean_trades)
ORDER BY ticker, trade_no;

CREATE VIEW lake_trades AS FROM day_trades('sorted_trades');
