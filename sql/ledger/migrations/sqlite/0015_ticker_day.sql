-- NULL for a day that was published before this table existed, until `alir lake build`.
ALTER TABLE publication ADD COLUMN ticker_day_sha256 TEXT;
