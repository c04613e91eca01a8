-- What were the prices and totals of a ticker on each day? A day without a trade of the ticker in the market has no row.
SELECT
  trade_date::VARCHAR AS date,
  open,
  high,
  low,
  close,
  volume,
  value,
  freq,
  foreign_buy_value - foreign_sell_value AS net_foreign
FROM ticker_rows($files)
WHERE market = $market AND ticker = $ticker AND trade_date BETWEEN $from::DATE AND $to::DATE
ORDER BY date;
