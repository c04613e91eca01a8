-- Comparisons of published days with tables by broker that the operator has.
CREATE TABLE broker_check (
  trade_date TEXT COLLATE "C" NOT NULL,
  ticker TEXT COLLATE "C" NOT NULL,
  market TEXT COLLATE "C" NOT NULL,
  investor TEXT COLLATE "C" NOT NULL,
  table_sha256 TEXT COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  -- The path of the file.
  source TEXT COLLATE "C" NOT NULL,
  checked_at TEXT COLLATE "C" NOT NULL,
  brokers BIGINT NOT NULL,
  differences BIGINT NOT NULL,
  sides TEXT COLLATE "C" NOT NULL CHECK (sides IN ('equal', 'exchanged', 'different', 'undecided')),
  PRIMARY KEY (trade_date, ticker, market, investor, table_sha256)
);
