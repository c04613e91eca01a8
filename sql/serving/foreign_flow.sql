-- For how much did foreign investors (1 in src/core/market.ts) buy and sell a ticker over a range of days?
SELECT
  coalesce(sum(buy_value), 0)::HUGEINT AS foreign_buy,
  coalesce(sum(sell_value), 0)::HUGEINT AS foreign_sell
FROM broker_day
WHERE ticker_id = $ticker_id
  AND trade_date BETWEEN $from AND $to
  AND market_id BETWEEN $first_market AND $last_market
  AND investor_id = 1;
