-- What did foreign investors buy and sell of each ticker? SQL of every engine: `$schema` stands for the schema of the tables.
SELECT
  d.trade_date, d.ticker, d.market,
  CAST(sum(CASE WHEN d.investor = 'f' THEN d.buy_value ELSE 0 END) AS BIGINT) AS foreign_buy,
  CAST(sum(CASE WHEN d.investor = 'f' THEN d.sell_value ELSE 0 END) AS BIGINT) AS foreign_sell,
  CAST(sum(CASE WHEN d.investor = 'f' THEN d.buy_value - d.sell_value ELSE 0 END) AS BIGINT) AS net_foreign,
  CAST(sum(d.buy_value) AS BIGINT) AS value
FROM $schema.broker_day AS d
WHERE d.market IN ('RG', 'NG')
GROUP BY d.trade_date, d.ticker, d.market
