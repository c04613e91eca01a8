CREATE TABLE broker_day (
  ticker text, trade_date date, market_id smallint, investor_id smallint, broker text,
  buy_freq bigint, sell_freq bigint, buy_volume bigint, sell_volume bigint, buy_value bigint, sell_value bigint
);
