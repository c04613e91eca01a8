-- One day of a made-up market of the exchange's size: 950 tickers and the brokers of the table broker, as unequal as in reality. Buys and
-- sells do not balance: what is measured does not look at that.
COPY (
  SELECT
    ticker, market, investor, broker,
    1 + (dice % (1 + activity * weight * 20)::BIGINT)::BIGINT AS buy_freq,
    1 + ((dice >> 8) % (1 + activity * weight * 20)::BIGINT)::BIGINT AS sell_freq,
    100 * (1 + (dice >> 16) % 200000)::BIGINT AS buy_volume,
    100 * (1 + (dice >> 24) % 200000)::BIGINT AS sell_volume,
    100 * (1 + (dice >> 16) % 200000)::BIGINT * price AS buy_value,
    100 * (1 + (dice >> 24) % 200000)::BIGINT * price AS sell_value
  FROM (
    SELECT
      *,
      hash(getvariable('day'), ticker, broker, market, investor) AS dice,
      hash(ticker, getvariable('day'), investor, market, broker) % 100000 / 100000.0 AS luck
    FROM (
      SELECT 'T' || lpad(n::VARCHAR, 3, '0') AS ticker, 190 / power(n, 0.28) AS activity, 50 + n * 37 % 9000 AS price
      FROM range(1, 951) AS rank(n)
    ), (
      SELECT code AS broker, 1 / power(rowid + 1, 0.75) AS weight FROM broker
    ), (
      VALUES ('RG', 'd', 1.0), ('RG', 'f', 0.25), ('NG', 'd', 0.03), ('NG', 'f', 0.015)
    ) AS kind(market, investor, share)
  )
  WHERE luck < least(0.7, activity * weight * share * 0.09)
  ORDER BY ticker, market, investor, broker
) TO (getvariable('file')) (FORMAT parquet, COMPRESSION zstd);
