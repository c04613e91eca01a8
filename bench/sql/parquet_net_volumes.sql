-- How many shares did each broker buy net of sells, in each ticker? Asked of the daily Parquet files as they lie.
SELECT ticker, broker, sum(buy_volume) - sum(sell_volume) AS net_volume
FROM read_parquet($files, hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE trade_date BETWEEN $from::DATE AND $to::DATE AND market = $market
GROUP BY ticker, broker;
