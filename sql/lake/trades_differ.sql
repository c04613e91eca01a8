-- Do the trades, read back from the disk, differ from those of the daily file?
SELECT
  (SELECT (sum(trades), sum(trade_numbers), sum(volume), sum(value), sum(prices)) FROM day_groups)
  IS DISTINCT FROM
  (SELECT (count(*)::HUGEINT, sum(trade_no), sum(volume), sum(value), sum(price)) FROM day_trades('clean_trades')) AS differ;
