-- Defines the lake as views, in any DuckDB. `alir sql` defines them itself. In other programs, first set the folders:
--
--   SET VARIABLE lake = 'data/lake';
--   SET VARIABLE reference = 'data/reference';
--   .read sql/analyst/views.sql
--
-- Volumes are shares (not lots), values and prices IDR. Markets are RG (regular), NG (negotiated) and TN (cash); `broker_summary` and
-- `foreign_flow` contain RG and NG; both together are ALL in the API. An investor is `d` (domestic) or `f` (foreign).

CREATE OR REPLACE VIEW trades AS
SELECT
  trade_date, trade_no, session::TINYINT AS session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, value,
  buy_order_no, sell_order_no, TIME '00:00:00' + to_seconds(trade_second) AS trade_time
FROM read_parquet(
  getvariable('lake') || '/trades/trade_date=*/trades.parquet',
  hive_partitioning = true,
  hive_types = {'trade_date': DATE}
);

CREATE OR REPLACE VIEW broker_day AS
SELECT
  trade_date, ticker, market, investor, broker, buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value
FROM read_parquet(
  getvariable('lake') || '/broker_day/trade_date=*/broker_day.parquet',
  hive_partitioning = true,
  hive_types = {'trade_date': DATE}
);

-- `ticker_day_lake` is for `alir sql` only: a copy of a lake may lack this table.
CREATE OR REPLACE VIEW ticker_day AS
SELECT
  trade_date, ticker, market, open, high, low, close, freq, volume, value,
  foreign_buy_freq, foreign_buy_volume, foreign_buy_value,
  foreign_sell_freq, foreign_sell_volume, foreign_sell_value,
  domestic_buy_freq, domestic_buy_volume, domestic_buy_value,
  domestic_sell_freq, domestic_sell_volume, domestic_sell_value
FROM read_parquet(
  coalesce(getvariable('ticker_day_lake'), getvariable('lake')) || '/ticker_day/trade_date=*/ticker_day.parquet',
  hive_partitioning = true,
  hive_types = {'trade_date': DATE}
);

-- The prices of a ticker are those of the regular market.
CREATE OR REPLACE VIEW prices AS
SELECT trade_date, ticker, open, high, low, close, volume, value
FROM ticker_day
WHERE market = 'RG';

-- `broker_summary` has the trades of all investors, and `broker_summary('f')` those of foreign investors. The rows of one type never
-- stand beside the rows of all, so a query cannot count a trade twice.
CREATE OR REPLACE MACRO broker_summary(investors := 'all') AS TABLE
SELECT
  trade_date, ticker, market, broker, buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value,
  buy_volume - sell_volume AS net_volume,
  buy_value - sell_value AS net_value
FROM (
  FROM broker_day
  WHERE CASE
    WHEN investors IN ('d', 'f') THEN investor = investors
    WHEN investors = 'all' THEN false
    ELSE error('The investors of broker_summary must be ''all'', ''d'' or ''f''.')
  END
  UNION ALL BY NAME
  SELECT trade_date, ticker, market, broker, sum(COLUMNS('^(buy|sell)_'))::BIGINT
  FROM broker_day
  WHERE investors = 'all'
  GROUP BY trade_date, ticker, market, broker
)
WHERE market IN ('RG', 'NG');

CREATE OR REPLACE VIEW broker_summary AS FROM broker_summary('all');

CREATE OR REPLACE VIEW foreign_flow AS
SELECT
  trade_date, ticker, market,
  coalesce(sum(buy_value) FILTER (investor = 'f'), 0)::BIGINT AS foreign_buy,
  coalesce(sum(sell_value) FILTER (investor = 'f'), 0)::BIGINT AS foreign_sell,
  foreign_buy - foreign_sell AS net_foreign,
  sum(buy_value)::BIGINT AS value
FROM broker_day
WHERE market IN ('RG', 'NG')
GROUP BY trade_date, ticker, market;

CREATE OR REPLACE VIEW brokers AS
SELECT code AS broker, name, foreign_parent = 'yes' AS has_foreign_parent
FROM read_csv(
  getvariable('reference') || '/brokers.csv',
  columns = {'code': 'VARCHAR', 'name': 'VARCHAR', 'foreign_parent': 'VARCHAR'},
  auto_detect = false,
  header = true,
  delim = ',',
  quote = '"'
);

CREATE OR REPLACE VIEW calendar AS
WITH holidays AS (
  SELECT date AS trade_date, name
  FROM read_csv(
    getvariable('reference') || '/holidays.csv',
    columns = {'date': 'DATE', 'name': 'VARCHAR', 'basis': 'VARCHAR'},
    auto_detect = false,
    header = true,
    delim = ',',
    quote = '"'
  )
),
published AS (SELECT DISTINCT trade_date FROM broker_day),
bounds AS (
  SELECT
    least(date_trunc('year', min(holidays.trade_date)), (SELECT min(trade_date) FROM published))::DATE AS first_day,
    greatest(last_day(date_trunc('year', max(holidays.trade_date))::DATE + INTERVAL 11 MONTH),
      (SELECT max(trade_date) FROM published))::DATE AS final_day
  FROM holidays
),
days AS (SELECT unnest(generate_series(first_day, final_day, INTERVAL 1 DAY))::DATE AS trade_date FROM bounds)
SELECT
  trade_date,
  isodow(trade_date) <= 5 AND holidays.trade_date IS NULL AS is_trading_day,
  holidays.name AS holiday,
  published.trade_date IS NOT NULL AS is_published
FROM days
LEFT JOIN holidays USING (trade_date)
LEFT JOIN published USING (trade_date);

-- Average price in IDR per share, rounded half-up to 2 decimals; 0 if the volume is 0. Use it on sums: an average of averages is wrong.
CREATE OR REPLACE MACRO average_price(value, volume) AS
  CASE
    WHEN volume = 0 THEN 0
    ELSE ((value::HUGEINT * 200 + volume) // (volume::HUGEINT * 2))::DECIMAL(36, 0) * 0.01
  END::DECIMAL(38, 2);

-- A part in percent of a whole, rounded half away from zero to 2 decimals; 0 if the whole is 0. The part may be negative.
CREATE OR REPLACE MACRO percent_of(part, whole) AS
  CASE WHEN part < 0 THEN -average_price(-100 * part, whole) ELSE average_price(100 * part, whole) END;

-- `corporate_actions` is for `alir sql` only: the file of the operator.
CREATE OR REPLACE VIEW corporate_actions AS
SELECT
  ex_date, ticker, kind,
  replace(split_part(factor, '/', 1), '.', '')::BIGINT AS new_shares,
  CASE
    WHEN contains(factor, '/') THEN split_part(factor, '/', 2)::BIGINT
    ELSE pow(10, length(split_part(factor, '.', 2)))::BIGINT
  END AS old_shares
FROM read_csv(
  coalesce(getvariable('corporate_actions'), getvariable('reference') || '/corporate-actions.csv'),
  columns = {'ex_date': 'DATE', 'ticker': 'VARCHAR', 'kind': 'VARCHAR', 'factor': 'VARCHAR'},
  auto_detect = false,
  header = true,
  delim = ','
);

-- The products of the actions from each one on. More than 38 digits are an error.
CREATE OR REPLACE VIEW share_factors AS
SELECT
  ticker,
  coalesce(lag(ex_date) OVER of_ticker, DATE '0001-01-01') AS from_day,
  ex_date AS before_day,
  list_reduce(list(new_shares::HUGEINT) OVER later, lambda product, factor: product * factor) AS new_shares,
  list_reduce(list(old_shares::HUGEINT) OVER later, lambda product, factor: product * factor) AS old_shares
FROM corporate_actions
WHERE ex_date <= (SELECT max(trade_date) FROM broker_day)
WINDOW
  of_ticker AS (PARTITION BY ticker ORDER BY ex_date, kind),
  later AS (PARTITION BY ticker ORDER BY ex_date, kind ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING);

-- Whole shares; a half is rounded up.
CREATE OR REPLACE MACRO scaled_shares(shares, new_shares, old_shares) AS
  ((shares::HUGEINT * coalesce(new_shares, 1) * 2 + coalesce(old_shares, 1)) // (coalesce(old_shares, 1) * 2))::BIGINT;

CREATE OR REPLACE MACRO scaled_price(price, new_shares, old_shares) AS
  average_price(price * coalesce(old_shares, 1), coalesce(new_shares, 1));

CREATE OR REPLACE VIEW prices_adjusted AS
SELECT
  trade_date, prices.ticker,
  scaled_price(open, new_shares, old_shares) AS open,
  scaled_price(high, new_shares, old_shares) AS high,
  scaled_price(low, new_shares, old_shares) AS low,
  scaled_price(close, new_shares, old_shares) AS close,
  scaled_shares(volume, new_shares, old_shares) AS volume,
  value
FROM prices
LEFT JOIN share_factors AS factors
  ON factors.ticker = prices.ticker AND trade_date >= from_day AND trade_date < before_day;

CREATE OR REPLACE VIEW broker_summary_adjusted AS
SELECT
  trade_date, broker_summary.ticker, market, broker, buy_freq, sell_freq,
  scaled_shares(buy_volume, new_shares, old_shares) AS buy_volume,
  scaled_shares(sell_volume, new_shares, old_shares) AS sell_volume,
  buy_value, sell_value
FROM broker_summary
LEFT JOIN share_factors AS factors
  ON factors.ticker = broker_summary.ticker AND trade_date >= from_day AND trade_date < before_day;

-- `measure_day_lake` is for `alir sql` only: a lake may have no measures yet.
CREATE OR REPLACE VIEW measures AS
SELECT trade_date, * EXCLUDE (trade_date)
FROM read_parquet(
  coalesce(getvariable('measure_day_lake'), getvariable('lake')) || '/measure_day/trade_date=*/measure_day.parquet',
  hive_partitioning = true,
  hive_types = {'trade_date': DATE}
);

-- A cost has 2 decimals.
CREATE OR REPLACE MACRO scaled_cost(cost, new_shares, old_shares) AS
  average_price((100 * cost)::HUGEINT * coalesce(old_shares, 1), 100 * coalesce(new_shares, 1));

-- Null if an age is below a number.
CREATE OR REPLACE MACRO from_age(age, number, measure) AS CASE WHEN age < number THEN NULL ELSE measure END;

-- An age is counted in published days since the ex-date (`days_since`), in published days since the first day with trades from then on
-- (`days_traded`), or in rows of the stock since the last measure of both old and new shares (`rows_since_...`).
CREATE OR REPLACE VIEW measures_adjusted AS
WITH days AS (
  SELECT trade_date, row_number() OVER (ORDER BY trade_date) AS place FROM (SELECT DISTINCT trade_date FROM measures)
),
actions AS (
  SELECT ticker, ex_date, min(place) AS ex_place
  FROM corporate_actions
  JOIN days ON trade_date >= ex_date
  GROUP BY ALL
  HAVING ex_place > 1
),
stocks AS (SELECT trade_date, ticker FROM measures WHERE ticker IN (SELECT ticker FROM actions)),
ages AS (
  SELECT
    trade_date, stocks.ticker,
    place - ex_place AS days_since,
    CASE WHEN ex_date IS NOT NULL THEN place - min(place) OVER (PARTITION BY stocks.ticker, ex_date) END AS days_traded,
    row_number() OVER (PARTITION BY stocks.ticker ORDER BY trade_date) AS row_no
  FROM stocks
  JOIN days USING (trade_date)
  ASOF LEFT JOIN actions ON actions.ticker = stocks.ticker AND ex_date <= trade_date
),
share_changes AS (
  SELECT
    trade_date, ticker, days_since, days_traded,
    row_no - max(row_no) FILTER (days_traded < 1) OVER earlier AS rows_since_change_1d,
    row_no - max(row_no) FILTER (days_traded < 5) OVER earlier AS rows_since_change_5d,
    row_no - max(row_no) FILTER (days_traded < 20) OVER earlier AS rows_since_change_20d,
    row_no - max(row_no) FILTER (days_since < 20) OVER earlier AS rows_since_volume_ratio_20d,
    row_no - max(row_no) FILTER (days_since < 4) OVER earlier AS rows_since_accumulation_5d,
    row_no - max(row_no) FILTER (days_since < 19) OVER earlier AS rows_since_accumulation_20d
  FROM ages
  WINDOW earlier AS (PARTITION BY ticker ORDER BY row_no)
)
SELECT
  trade_date, measures.ticker,
  scaled_price(close, new_shares, old_shares) AS close,
  scaled_shares(volume, new_shares, old_shares) AS volume,
  COLUMNS('^(value|freq|value_ratio.*|.*foreign.*|negotiated.*|accumulation_1d.*|(buy|sell)_top\d+_1d|net_buyers_less_sellers_1d)$'),
  from_age(days_traded, 1, change_1d) AS change_1d,
  from_age(days_traded, 5, change_5d) AS change_5d,
  from_age(days_traded, 20, change_20d) AS change_20d,
  from_age(days_since, 20, volume_ratio_20d) AS volume_ratio_20d,
  from_age(days_since, 4, COLUMNS('^(accumulation|(buy|sell)_top\d+|net_buyers_less_sellers)_5d$')),
  from_age(days_since, 19, COLUMNS('^(range|accumulation|(buy|sell)_top\d+|net_buyers_less_sellers|close_to_cost)_20d$')),
  from_age(days_since, 59, COLUMNS('^(range|close_to_cost)_60d$')),
  from_age(days_since, 249, range_250d) AS range_250d,
  from_age(days_since, 19, scaled_cost(top5_buyer_cost_20d, new_shares, old_shares)) AS top5_buyer_cost_20d,
  from_age(days_since, 59, scaled_cost(top5_buyer_cost_60d, new_shares, old_shares)) AS top5_buyer_cost_60d,
  from_age(rows_since_change_1d, 61, change_1d_p60) AS change_1d_p60,
  from_age(rows_since_change_1d, 251, change_1d_p250) AS change_1d_p250,
  from_age(rows_since_change_5d, 61, change_5d_p60) AS change_5d_p60,
  from_age(rows_since_change_5d, 251, change_5d_p250) AS change_5d_p250,
  from_age(rows_since_change_20d, 61, change_20d_p60) AS change_20d_p60,
  from_age(rows_since_change_20d, 251, change_20d_p250) AS change_20d_p250,
  from_age(rows_since_volume_ratio_20d, 61, volume_ratio_20d_p60) AS volume_ratio_20d_p60,
  from_age(rows_since_volume_ratio_20d, 251, volume_ratio_20d_p250) AS volume_ratio_20d_p250,
  from_age(rows_since_accumulation_5d, 61, accumulation_5d_p60) AS accumulation_5d_p60,
  from_age(rows_since_accumulation_5d, 251, accumulation_5d_p250) AS accumulation_5d_p250,
  from_age(rows_since_accumulation_20d, 61, accumulation_20d_p60) AS accumulation_20d_p60,
  from_age(rows_since_accumulation_20d, 251, accumulation_20d_p250) AS accumulation_20d_p250
FROM measures
LEFT JOIN share_changes USING (trade_date, ticker)
LEFT JOIN share_factors AS factors
  ON factors.ticker = measures.ticker AND trade_date >= from_day AND trade_date < before_day;

COMMENT ON VIEW trades IS 'every trade, in all three markets';
COMMENT ON COLUMN trades.trade_no IS 'unique in a day';
COMMENT ON COLUMN trades.session IS '1 or 2';
COMMENT ON COLUMN trades.market IS 'RG, NG or TN';
COMMENT ON COLUMN trades.buyer IS 'buying broker';
COMMENT ON COLUMN trades.buyer_investor IS 'client of the buyer: d or f';
COMMENT ON COLUMN trades.seller IS 'selling broker';
COMMENT ON COLUMN trades.seller_investor IS 'client of the seller: d or f';
COMMENT ON COLUMN trades.volume IS 'shares';
COMMENT ON COLUMN trades.price IS 'IDR per share';
COMMENT ON COLUMN trades.value IS 'IDR: volume x price';
COMMENT ON COLUMN trades.trade_time IS 'Jakarta time';

COMMENT ON VIEW broker_day IS 'buys and sells per day, ticker, market, investor (d or f) and broker, in all three markets';
COMMENT ON COLUMN broker_day.market IS 'RG, NG or TN';
COMMENT ON COLUMN broker_day.investor IS 'd or f: the client of this broker, not of the counterparty';
COMMENT ON COLUMN broker_day.buy_freq IS 'trades';
COMMENT ON COLUMN broker_day.sell_freq IS 'trades';
COMMENT ON COLUMN broker_day.buy_volume IS 'shares';
COMMENT ON COLUMN broker_day.sell_volume IS 'shares';
COMMENT ON COLUMN broker_day.buy_value IS 'IDR';
COMMENT ON COLUMN broker_day.sell_value IS 'IDR';

COMMENT ON VIEW ticker_day IS 'prices, totals, and buys and sells by type of investor, per day, ticker and market, in all three markets';
COMMENT ON COLUMN ticker_day.market IS 'RG, NG or TN';
COMMENT ON COLUMN ticker_day.open IS 'IDR per share: the trade with the smallest number';
COMMENT ON COLUMN ticker_day.high IS 'IDR per share';
COMMENT ON COLUMN ticker_day.low IS 'IDR per share';
COMMENT ON COLUMN ticker_day.close IS 'IDR per share: the trade with the largest number';
COMMENT ON COLUMN ticker_day.freq IS 'trades';
COMMENT ON COLUMN ticker_day.volume IS 'shares';
COMMENT ON COLUMN ticker_day.value IS 'IDR';
COMMENT ON COLUMN ticker_day.foreign_buy_freq IS 'trades that foreign investors bought';
COMMENT ON COLUMN ticker_day.foreign_buy_volume IS 'shares that foreign investors bought';
COMMENT ON COLUMN ticker_day.foreign_buy_value IS 'IDR that foreign investors bought';
COMMENT ON COLUMN ticker_day.foreign_sell_freq IS 'trades that foreign investors sold';
COMMENT ON COLUMN ticker_day.foreign_sell_volume IS 'shares that foreign investors sold';
COMMENT ON COLUMN ticker_day.foreign_sell_value IS 'IDR that foreign investors sold';
COMMENT ON COLUMN ticker_day.domestic_buy_freq IS 'trades that domestic investors bought';
COMMENT ON COLUMN ticker_day.domestic_buy_volume IS 'shares that domestic investors bought';
COMMENT ON COLUMN ticker_day.domestic_buy_value IS 'IDR that domestic investors bought';
COMMENT ON COLUMN ticker_day.domestic_sell_freq IS 'trades that domestic investors sold';
COMMENT ON COLUMN ticker_day.domestic_sell_volume IS 'shares that domestic investors sold';
COMMENT ON COLUMN ticker_day.domestic_sell_value IS 'IDR that domestic investors sold';

COMMENT ON VIEW prices IS 'open, high, low, close, volume and value per day and ticker, in the regular market';
COMMENT ON COLUMN prices.open IS 'IDR per share: the first trade by trade number';
COMMENT ON COLUMN prices.high IS 'IDR per share';
COMMENT ON COLUMN prices.low IS 'IDR per share';
COMMENT ON COLUMN prices.close IS 'IDR per share: the last trade by trade number';
COMMENT ON COLUMN prices.volume IS 'shares, regular market';
COMMENT ON COLUMN prices.value IS 'IDR, regular market';

COMMENT ON VIEW broker_summary IS 'buys, sells and net per day, ticker, market (RG, NG) and broker; broker_summary(''f''): only foreign investors';
COMMENT ON COLUMN broker_summary.market IS 'RG or NG; both together are ALL in the API';
COMMENT ON COLUMN broker_summary.buy_freq IS 'trades';
COMMENT ON COLUMN broker_summary.sell_freq IS 'trades';
COMMENT ON COLUMN broker_summary.buy_volume IS 'shares';
COMMENT ON COLUMN broker_summary.sell_volume IS 'shares';
COMMENT ON COLUMN broker_summary.buy_value IS 'IDR; for an average, use average_price(sum(buy_value), sum(buy_volume))';
COMMENT ON COLUMN broker_summary.sell_value IS 'IDR; for an average, use average_price(sum(sell_value), sum(sell_volume))';
COMMENT ON COLUMN broker_summary.net_volume IS 'buy_volume - sell_volume, in shares';
COMMENT ON COLUMN broker_summary.net_value IS 'buy_value - sell_value, in IDR';

COMMENT ON VIEW corporate_actions IS 'splits, reverse splits, bonus shares and rights, from the file of the operator';
COMMENT ON COLUMN corporate_actions.ex_date IS 'the first day with the new shares';
COMMENT ON COLUMN corporate_actions.new_shares IS 'for old_shares before the ex-date';

COMMENT ON VIEW share_factors IS 'the factors of volumes from from_day until the day before before_day, to the shares of the newest day';

COMMENT ON VIEW prices_adjusted IS 'prices in shares of the newest day, after the corporate actions: adjust=splits of the API';
COMMENT ON COLUMN prices_adjusted.open IS 'IDR per share, 2 decimals';
COMMENT ON COLUMN prices_adjusted.high IS 'IDR per share, 2 decimals';
COMMENT ON COLUMN prices_adjusted.low IS 'IDR per share, 2 decimals';
COMMENT ON COLUMN prices_adjusted.close IS 'IDR per share, 2 decimals';
COMMENT ON COLUMN prices_adjusted.volume IS 'shares, rounded half up';
COMMENT ON COLUMN prices_adjusted.value IS 'IDR, not changed';

COMMENT ON VIEW broker_summary_adjusted IS 'broker_summary in shares of the newest day, after the corporate actions: adjust=splits of the API';
COMMENT ON COLUMN broker_summary_adjusted.buy_freq IS 'trades';
COMMENT ON COLUMN broker_summary_adjusted.sell_freq IS 'trades';
COMMENT ON COLUMN broker_summary_adjusted.buy_volume IS 'shares, rounded half up';
COMMENT ON COLUMN broker_summary_adjusted.sell_volume IS 'shares, rounded half up';
COMMENT ON COLUMN broker_summary_adjusted.buy_value IS 'IDR, not changed';
COMMENT ON COLUMN broker_summary_adjusted.sell_value IS 'IDR, not changed';

COMMENT ON VIEW foreign_flow IS 'foreign buys, sells and net per day, ticker and market (RG, NG) with trades, foreign or not';
COMMENT ON COLUMN foreign_flow.market IS 'RG or NG; both together are ALL in the API';
COMMENT ON COLUMN foreign_flow.foreign_buy IS 'IDR';
COMMENT ON COLUMN foreign_flow.foreign_sell IS 'IDR';
COMMENT ON COLUMN foreign_flow.net_foreign IS 'IDR: foreign_buy - foreign_sell';
COMMENT ON COLUMN foreign_flow.value IS 'IDR, total value of all trades';

COMMENT ON VIEW measures_adjusted IS 'measures in shares of the newest day, after the corporate actions: adjust=splits of the API; null for a value of both old and new shares';

COMMENT ON VIEW measures IS 'how unusual each stock was on each day, in the regular market; docs/columns.txt has the definitions';

COMMENT ON VIEW calendar IS 'every day of the years with known holidays, and every published day';
COMMENT ON COLUMN calendar.is_trading_day IS 'Monday to Friday, except holidays';
COMMENT ON COLUMN calendar.holiday IS 'name of the holiday';
COMMENT ON COLUMN calendar.is_published IS 'whether the lake contains the day';

COMMENT ON VIEW brokers IS 'the brokers of the exchange: codes and names';
COMMENT ON COLUMN brokers.broker IS 'code';
COMMENT ON COLUMN brokers.has_foreign_parent IS 'an estimate, from data/reference; the clients of the broker may still be domestic';
