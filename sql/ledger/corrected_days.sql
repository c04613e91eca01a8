-- Every revision of the days that have more than one, in order: who replaced what, and when?
SELECT trade_date, revision, state, source_name, source_sha256, trades_rows, ingested_by, published_at, replaced_at, deleted_at
FROM publication
WHERE trade_date IN (SELECT trade_date FROM publication GROUP BY trade_date HAVING count(*) > 1)
ORDER BY trade_date, revision;
