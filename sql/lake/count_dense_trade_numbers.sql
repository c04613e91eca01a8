-- The same, with one bit for each number from the first to the last: three times as fast if there are not too many of them.
SELECT bit_count(bitstring_agg(trade_no, getvariable('first_trade_no'), getvariable('last_trade_no')))::BIGINT AS trade_numbers
FROM clean_trades;
