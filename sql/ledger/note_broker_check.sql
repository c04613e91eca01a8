-- A comparison of a day with a table by broker. The same table compared again replaces its result.
INSERT INTO broker_check (
  trade_date, ticker, market, investor, table_sha256, revision, source, checked_at, brokers, differences, sides
) VALUES (
  :trade_date, :ticker, :market, :investor, :table_sha256, :revision, :source, :checked_at, :brokers, :differences, :sides
)
ON CONFLICT (trade_date, ticker, market, investor, table_sha256) DO UPDATE SET
  revision = excluded.revision,
  source = excluded.source,
  checked_at = excluded.checked_at,
  brokers = excluded.brokers,
  differences = excluded.differences,
  sides = excluded.sides;
