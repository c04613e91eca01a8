CREATE INDEX broker_day_of_ticker ON broker_day (ticker, trade_date)
INCLUDE (broker, buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value);
