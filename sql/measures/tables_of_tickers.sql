-- The same rows of some tickers, for the measures of several days.
CREATE TABLE ticker_days AS
SELECT trade_date, ticker, market, high, low, close, freq, volume, value, foreign_buy_value, foreign_sell_value
FROM read_parquet(getvariable('ticker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE ticker IN (SELECT unnest(getvariable('tickers')));

CREATE TABLE broker_days AS
SELECT trade_date, ticker, market, broker, buy_volume, sell_volume, buy_value
FROM read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE market = 'RG' AND ticker IN (SELECT unnest(getvariable('tickers')));

CREATE TABLE earlier_measures AS
FROM read_parquet(getvariable('measure_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE ticker IN (SELECT unnest(getvariable('tickers')));
