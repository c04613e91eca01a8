-- Who bought a ticker from whom? A sum that DOUBLE cannot represent is above 2^53, and refused.
SELECT
  buyer,
  seller,
  count(*)::DOUBLE AS freq,
  sum(volume)::DOUBLE AS volume,
  sum(value)::DOUBLE AS value
FROM read_parquet($files, hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE
  ticker = $ticker
  AND trade_date BETWEEN $from::DATE AND $to::DATE
  AND CASE $market WHEN 'ALL' THEN market IN ('RG', 'NG') ELSE market = $market END
GROUP BY buyer, seller
ORDER BY value DESC, buyer, seller;
