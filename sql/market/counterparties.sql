-- Who bought a ticker from whom?
SELECT buyer, seller, count(*) AS freq, sum(volume) AS volume, sum(value) AS value
FROM read_parquet($files, hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE
  ticker = $ticker
  AND trade_date BETWEEN $from::DATE AND $to::DATE
  AND CASE $market WHEN 'ALL' THEN market IN ('RG', 'NG') ELSE market = $market END
GROUP BY buyer, seller
ORDER BY value DESC, buyer, seller;
