-- What the gate compares days by, of the days that were published or compared last. It is computed from the files of the day, so a row
-- may be deleted at any time.
CREATE TABLE day_facts (
  trade_date TEXT PRIMARY KEY,
  -- The file that the facts belong to.
  trades_sha256 TEXT NOT NULL,
  -- The version of the facts in src/market/lake/day-facts.ts.
  version INTEGER NOT NULL,
  -- JSON.
  facts TEXT NOT NULL
) STRICT;
