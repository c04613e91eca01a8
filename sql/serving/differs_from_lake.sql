-- Do the year's sums differ between what was built and the lake?
SELECT
  (
    SELECT (
      count(*), sum(buy_freq), sum(sell_freq), sum(buy_volume), sum(sell_volume), sum(buy_value), sum(sell_value),
      count(*) FILTER (market_id = 1), count(*) FILTER (investor_id = 1), sum(hash(trade_date, code, broker::VARCHAR, buy_value))
    )
    FROM building.broker_day JOIN building.ticker USING (ticker_id)
  )
  IS DISTINCT FROM
  (
    SELECT (
      count(*), sum(buy_freq), sum(sell_freq), sum(buy_volume), sum(sell_volume), sum(buy_value), sum(sell_value),
      count(*) FILTER (market = 'NG'), count(*) FILTER (investor = 'f'), sum(hash(trade_date, ticker, broker, buy_value))
    )
    FROM read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})
    WHERE market IN ('RG', 'NG')
  ) AS differs;
