-- The rows of measure_day of a range, in the order of their days and tickers.
FROM measures
WHERE trade_date BETWEEN getvariable('export_from') AND getvariable('export_to')
  AND (getvariable('export_ticker') IS NULL OR ticker = getvariable('export_ticker'));
