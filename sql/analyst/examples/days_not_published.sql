-- Which trading days of a range are missing in the lake?
--
--   trade_date
--   weekday       name of the weekday
SELECT trade_date, dayname(trade_date) AS weekday
FROM calendar
WHERE is_trading_day AND NOT is_published
  AND trade_date BETWEEN '2025-11-24' AND '2026-02-06'
ORDER BY trade_date;
