-- Is the day's total value above 2^54 IDR, about 300 times the record? Below that, the sums of a whole year fit 64 bits. Each volume
-- fits too, because no price is below 1.
SELECT coalesce(sum(STK_VOLM::HUGEINT * STK_PRIC::HUGEINT), 0) > 18014398509481984 AS too_valuable
FROM raw_trades;
