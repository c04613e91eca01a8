-- What did each broker buy and sell of each ticker? `investor` is the investor type on the broker's own side of the trade.
COPY (
  SELECT
    ticker,
    market,
    investor,
    broker,
    sum(buy_freq)::BIGINT AS buy_freq,
    sum(sell_freq)::BIGINT AS sell_freq,
    sum(buy_volume)::BIGINT AS buy_volume,
    sum(sell_volume)::BIGINT AS sell_volume,
    sum(buy_value)::BIGINT AS buy_value,
    sum(sell_value)::BIGINT AS sell_value
  FROM (
    SELECT
      ticker, market, buyer_investor AS investor, buyer AS broker,
      count(*) AS buy_freq, 0 AS sell_freq, sum(volume) AS buy_volume, 0 AS sell_volume,
      sum(value) AS buy_value, 0 AS sell_value
    FROM day_trades('clean_trades')
    GROUP BY ALL
    UNION ALL
    SELECT
      ticker, market, seller_investor AS investor, seller AS broker,
      0 AS buy_freq, count(*) AS sell_freq, 0 AS buy_volume, sum(volume) AS sell_volume,
      0 AS buy_value, sum(value) AS sell_value
    FROM day_trades('clean_trades')
    GROUP BY ALL
  )
  GROUP BY ticker, market, investor, broker
  ORDER BY ticker, market, investor, broker
) TO $broker_day (FORMAT parquet, COMPRESSION zstd);
