-- Which days were trading days, holidays and weekends, and which of them are published? These are the dates of GET /market/calendar.
--
--   date
--   kind            'trading_day', 'holiday' or 'weekend'
--   name            name of the holiday
--   is_published    whether the lake has the day. To list only the missing trading days, add AND is_trading_day AND NOT is_published to the WHERE clause
--   trades          number of trades in all three markets, published days only
--   value           IDR, in all three markets
WITH days AS (
  SELECT trade_date, sum(freq) AS trades, sum(value) AS value
  FROM ticker_day
  GROUP BY trade_date
)
SELECT
  trade_date AS date,
  CASE WHEN is_trading_day THEN 'trading_day' WHEN holiday IS NULL THEN 'weekend' ELSE 'holiday' END AS kind,
  holiday AS name,
  is_published,
  trades,
  value
FROM calendar
LEFT JOIN days USING (trade_date)
WHERE trade_date BETWEEN '2025-11-24' AND '2026-02-06'
ORDER BY date;
