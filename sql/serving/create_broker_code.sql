-- Broker codes as an enumeration: rows are grouped by number and read as text.
CREATE TYPE building.broker_code AS ENUM (
  SELECT DISTINCT broker FROM read_parquet(getvariable('broker_day_files')) ORDER BY broker
);
