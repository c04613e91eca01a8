CREATE TABLE broker_day (
  ticker TEXT, trade_date TEXT, market_id INTEGER, investor_id INTEGER, broker TEXT,
  buy_freq INTEGER, sell_freq INTEGER, buy_volume INTEGER, sell_volume INTEGER, buy_value INTEGER, sell_value INTEGER,
  PRIMARY KEY (ticker, trade_date, market_id, investor_id, broker)
) WITHOUT ROWID;
