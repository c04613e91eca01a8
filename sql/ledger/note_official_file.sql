-- The content of a file that was compared.
INSERT INTO official_file (source, stamp, trade_date, revision, official_sha256)
VALUES (:source, :stamp, :trade_date, :revision, :official_sha256)
ON CONFLICT (source) DO UPDATE SET
  stamp = excluded.stamp,
  trade_date = excluded.trade_date,
  revision = excluded.revision,
  official_sha256 = excluded.official_sha256;
