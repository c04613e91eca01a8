-- As in SQLite. Pages are left partly empty, so that an update of the units stays within its page. The rows of past days do not change.
CREATE TABLE usage_day (
  key_id TEXT COLLATE "C" NOT NULL REFERENCES api_key (key_id),
  usage_date TEXT COLLATE "C" NOT NULL,
  endpoint TEXT COLLATE "C" NOT NULL,
  units BIGINT NOT NULL,
  requests BIGINT NOT NULL,
  PRIMARY KEY (key_id, usage_date, endpoint)
) WITH (fillfactor = 80);

-- The functions below have the usage of a batch as arrays with an entry for each charge, day and endpoint. `place` is that of the charge in
-- the batch, from 0. Servers of the previous version call charge_batch and give_up_charge_batch without usage, and count none.

-- Writes a batch once, as the function of the same name without usage, and counts the usage of the charges that were made. It stores only
-- the results of the batch: the server that gives it up sends the charges again. The rows of usage_day are locked after those that
-- charge_units locks, and in one order, so no call waits for another in a circle.
CREATE FUNCTION charge_batch(
  wanted_id TEXT, wanted JSONB,
  places INTEGER[], key_ids TEXT[], usage_dates TEXT[], endpoints TEXT[], all_units BIGINT[], all_requests BIGINT[]
) RETURNS JSONB LANGUAGE plpgsql AS $$
DECLARE
  written JSONB;
BEGIN
  INSERT INTO charge_batch (batch_id, charges, results) VALUES (wanted_id, '[]', '[]')
  ON CONFLICT (batch_id) DO NOTHING;
  IF NOT found THEN
    SELECT results INTO written FROM charge_batch WHERE batch_id = wanted_id;
    RETURN written;
  END IF;
  written := charge_units(wanted);
  UPDATE charge_batch SET results = written WHERE batch_id = wanted_id;
  INSERT INTO usage_day (key_id, usage_date, endpoint, units, requests)
  SELECT each.key_id, each.usage_date, each.endpoint, sum(each.units), sum(each.requests)
  FROM unnest(places, key_ids, usage_dates, endpoints, all_units, all_requests)
    AS each (place, key_id, usage_date, endpoint, units, requests)
  WHERE written -> each.place ->> 'outcome' = 'charged'
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (key_id, usage_date, endpoint)
  DO UPDATE SET units = usage_day.units + excluded.units, requests = usage_day.requests + excluded.requests;
  RETURN written;
END $$;

-- Takes back the charges of a batch whose requests were refused, because its results did not arrive, with their usage. A charge with an
-- Idempotency-Key stays: the next request with this key is free.
CREATE FUNCTION take_back_charge_batch(
  wanted_id TEXT, wanted JSONB,
  places INTEGER[], key_ids TEXT[], usage_dates TEXT[], endpoints TEXT[], all_units BIGINT[], all_requests BIGINT[]
) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  written JSONB;
  taken_back JSONB;
BEGIN
  -- A batch that has a row cannot be written later.
  INSERT INTO charge_batch (batch_id, charges, results) VALUES (wanted_id, '[]', '[]')
  ON CONFLICT (batch_id) DO NOTHING;
  -- Another try of a server that lost its connection may still be taking the charges back.
  SELECT results INTO written FROM charge_batch WHERE batch_id = wanted_id FOR UPDATE;
  SELECT jsonb_agg(charge || jsonb_build_object('units', -(charge ->> 'units')::BIGINT))
  INTO taken_back
  FROM jsonb_array_elements(wanted) WITH ORDINALITY AS charge_at (charge, number)
  WHERE written -> number::INTEGER - 1 ->> 'outcome' = 'charged' AND charge ->> 'idempotency_key' IS NULL;
  IF taken_back IS NULL THEN RETURN; END IF;
  PERFORM charge_units(taken_back);
  INSERT INTO usage_day (key_id, usage_date, endpoint, units, requests)
  SELECT each.key_id, each.usage_date, each.endpoint, -sum(each.units), -sum(each.requests)
  FROM unnest(places, key_ids, usage_dates, endpoints, all_units, all_requests)
    AS each (place, key_id, usage_date, endpoint, units, requests)
  WHERE written -> each.place ->> 'outcome' = 'charged' AND wanted -> each.place ->> 'idempotency_key' IS NULL
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (key_id, usage_date, endpoint)
  DO UPDATE SET units = usage_day.units + excluded.units, requests = usage_day.requests + excluded.requests;
  UPDATE charge_batch SET results = '[]' WHERE batch_id = wanted_id;
END $$;
