-- Batches of charges, with their results. A server that has lost its connection sends a batch again, and gets the results of the batch
-- that was committed. A batch that was given up has no charges, so that it cannot be written later.
CREATE TABLE charge_batch (
  batch_id TEXT COLLATE "C" PRIMARY KEY,
  charges JSONB NOT NULL,
  results JSONB NOT NULL,
  written_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX charge_batch_by_time ON charge_batch (written_at);

-- Writes a batch once, however often it is sent. Returns the results of its charges, in their order.
CREATE FUNCTION charge_batch(wanted_id TEXT, wanted JSONB) RETURNS JSONB LANGUAGE plpgsql AS $$
DECLARE
  written JSONB;
BEGIN
  INSERT INTO charge_batch (batch_id, charges, results) VALUES (wanted_id, wanted, '[]')
  ON CONFLICT (batch_id) DO NOTHING;
  IF NOT found THEN
    SELECT results INTO written FROM charge_batch WHERE batch_id = wanted_id;
    RETURN written;
  END IF;
  written := charge_units(wanted);
  UPDATE charge_batch SET results = written WHERE batch_id = wanted_id;
  RETURN written;
END $$;

-- Takes back the charges of a batch whose requests were refused, because its results did not arrive. A charge with an Idempotency-Key
-- stays: the next request with this key is free.
CREATE FUNCTION give_up_charge_batch(wanted_id TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  taken_back JSONB;
BEGIN
  INSERT INTO charge_batch (batch_id, charges, results) VALUES (wanted_id, '[]', '[]')
  ON CONFLICT (batch_id) DO NOTHING;
  -- Another try of a server that lost its connection may still be taking the charges back.
  PERFORM FROM charge_batch WHERE batch_id = wanted_id FOR UPDATE;
  SELECT jsonb_agg(charge || jsonb_build_object('units', -(charge ->> 'units')::BIGINT))
  INTO taken_back
  FROM charge_batch,
    jsonb_array_elements(charges) WITH ORDINALITY AS charge_at (charge, place)
    JOIN jsonb_array_elements(results) WITH ORDINALITY AS result_at (result, result_place) ON place = result_place
  WHERE batch_id = wanted_id AND result ->> 'outcome' = 'charged' AND charge ->> 'idempotency_key' IS NULL;
  IF taken_back IS NULL THEN RETURN; END IF;
  PERFORM charge_units(taken_back);
  UPDATE charge_batch SET charges = '[]', results = '[]' WHERE batch_id = wanted_id;
END $$;
