-- What did each broker buy and sell of each ticker, for all investors? SQL of every engine: `$schema` stands for the schema of the tables.
SELECT
  d.trade_date, d.ticker, d.market, d.broker,
  CAST(sum(d.buy_freq) AS BIGINT) AS buy_freq,
  CAST(sum(d.sell_freq) AS BIGINT) AS sell_freq,
  CAST(sum(d.buy_volume) AS BIGINT) AS buy_volume,
  CAST(sum(d.sell_volume) AS BIGINT) AS sell_volume,
  CAST(sum(d.buy_value) AS BIGINT) AS buy_value,
  CAST(sum(d.sell_value) AS BIGINT) AS sell_value,
  CAST(sum(d.buy_volume - d.sell_volume) AS BIGINT) AS net_volume,
  CAST(sum(d.buy_value - d.sell_value) AS BIGINT) AS net_value
FROM $schema.broker_day AS d
WHERE d.market IN ('RG', 'NG')
GROUP BY d.trade_date, d.ticker, d.market, d.broker
