-- Would the day's total value leave 64 bits? Then its sums could not be stored exactly.
SELECT coalesce(sum(STK_VOLM::HUGEINT * STK_PRIC::HUGEINT), 0) > 9223372036854775807 AS too_valuable
FROM raw_trades;
