-- The trades of the day, with the columns of the lake.
CREATE VIEW day_trades AS
SELECT
  trade_no, session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price,
  volume * price AS value,
  buy_order_no, sell_order_no,
  make_time(hhmmss // 10000, hhmmss // 100 % 100, hhmmss % 100) AS trade_time
FROM clean_trades;
