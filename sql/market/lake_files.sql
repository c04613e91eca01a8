-- The rows of market files, from the files of the lake that they are built from. TN is not served.
CREATE MACRO broker_rows(files) AS TABLE
SELECT trade_date, broker, ticker, market, investor, buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value
FROM read_parquet(files, hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE market IN ('RG', 'NG');

CREATE MACRO broker_sums(files) AS TABLE
SELECT
  trade_date,
  broker,
  market,
  investor,
  sum(buy_freq)::BIGINT AS buy_freq,
  sum(sell_freq)::BIGINT AS sell_freq,
  sum(buy_volume)::BIGINT AS buy_volume,
  sum(sell_volume)::BIGINT AS sell_volume,
  sum(buy_value)::BIGINT AS buy_value,
  sum(sell_value)::BIGINT AS sell_value
FROM broker_rows(files)
GROUP BY trade_date, broker, market, investor;

CREATE MACRO ticker_day_rows(files) AS TABLE
SELECT
  trade_date, ticker, market, open, high, low, close, freq, volume, value,
  foreign_buy_freq, foreign_buy_volume, foreign_buy_value,
  foreign_sell_freq, foreign_sell_volume, foreign_sell_value,
  domestic_buy_freq, domestic_buy_volume, domestic_buy_value,
  domestic_sell_freq, domestic_sell_volume, domestic_sell_value
FROM read_parquet(files, hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE market IN ('RG', 'NG');

-- ALL has the sums of both markets and the prices of the regular market; they are null on a day without regular trades.
CREATE MACRO ticker_rows(files) AS TABLE
FROM ticker_day_rows(files)
UNION ALL
SELECT
  trade_date,
  ticker,
  'ALL' AS market,
  any_value(open) FILTER (market = 'RG') AS open,
  any_value(high) FILTER (market = 'RG') AS high,
  any_value(low) FILTER (market = 'RG') AS low,
  any_value(close) FILTER (market = 'RG') AS close,
  sum(COLUMNS(* EXCLUDE (trade_date, ticker, market, open, high, low, close)))::BIGINT
FROM ticker_day_rows(files)
GROUP BY trade_date, ticker;
