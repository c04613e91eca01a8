-- The usage history in short rows. The rows of a day are next to each other, so the charges of a transaction write few pages, however many
-- days are kept. In usage_day, each charge wrote a page of its own.

-- A key at an endpoint. Rows are never deleted, so a process can keep the numbers in memory.
CREATE TABLE usage_series (
  series INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL REFERENCES api_key (key_id),
  -- The name of the operation, such as get_broker_summary.
  endpoint TEXT NOT NULL,
  UNIQUE (key_id, endpoint)
) STRICT;

-- The units and the charged requests of a day, counted in the transaction of the charge.
CREATE TABLE usage_count (
  -- The day of the charge in Jakarta, in days since 1970-01-01.
  epoch_day INTEGER NOT NULL,
  series INTEGER NOT NULL REFERENCES usage_series (series),
  units INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (epoch_day, series)
) STRICT, WITHOUT ROWID;

-- To read the days of an account. A charge changes it only once a day for each series.
CREATE INDEX usage_count_of_series ON usage_count (series, epoch_day);

-- The history as PostgreSQL has it. A row that is inserted is added to the counts of its day, key and endpoint.
CREATE VIEW usage_history AS
SELECT key_id, date(epoch_day * 86400, 'unixepoch') AS usage_date, endpoint, units, requests
FROM usage_count JOIN usage_series USING (series);

CREATE TRIGGER usage_history_is_counted INSTEAD OF INSERT ON usage_history BEGIN
  INSERT INTO usage_series (key_id, endpoint) VALUES (NEW.key_id, NEW.endpoint) ON CONFLICT (key_id, endpoint) DO NOTHING;
  INSERT INTO usage_count (epoch_day, series, units, requests)
  SELECT unixepoch(NEW.usage_date) / 86400, series, NEW.units, NEW.requests
  FROM usage_series WHERE key_id = NEW.key_id AND endpoint = NEW.endpoint
  ON CONFLICT (epoch_day, series) DO UPDATE SET units = units + excluded.units, requests = requests + excluded.requests;
END;

INSERT INTO usage_series (key_id, endpoint) SELECT DISTINCT key_id, endpoint FROM usage_day ORDER BY key_id, endpoint;
INSERT INTO usage_count (epoch_day, series, units, requests)
SELECT unixepoch(usage_date) / 86400, series, units, requests
FROM usage_day JOIN usage_series USING (key_id, endpoint)
ORDER BY 1, 2;
DELETE FROM usage_day;

-- A SQLite ledger has one server, which is stopped for an upgrade. If a command of this version migrates the ledger while a server of the
-- previous version runs, that server keeps counting in usage_day, in the transaction of the charge. Its rows are moved at once, so the history
-- stays exact and usage_day stays empty. Until it is restarted, that server reads an empty history. A later version removes usage_day.
CREATE TRIGGER usage_day_is_moved AFTER INSERT ON usage_day BEGIN
  INSERT INTO usage_history (key_id, usage_date, endpoint, units, requests)
  VALUES (NEW.key_id, NEW.usage_date, NEW.endpoint, NEW.units, NEW.requests);
  DELETE FROM usage_day;
END;
