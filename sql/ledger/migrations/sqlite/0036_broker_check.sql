-- Comparisons of published days with tables by broker that the operator has.
CREATE TABLE broker_check (
  trade_date TEXT NOT NULL,
  ticker TEXT NOT NULL,
  market TEXT NOT NULL,
  investor TEXT NOT NULL,
  table_sha256 TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- The path of the file.
  source TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  brokers INTEGER NOT NULL,
  differences INTEGER NOT NULL,
  sides TEXT NOT NULL CHECK (sides IN ('equal', 'exchanged', 'different', 'undecided')),
  PRIMARY KEY (trade_date, ticker, market, investor, table_sha256)
) STRICT;
