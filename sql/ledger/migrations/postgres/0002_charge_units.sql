-- A charge of units to an account and a key.
CREATE TYPE charge AS (
  account_id TEXT COLLATE "C",
  key_id TEXT COLLATE "C",
  quota_window TEXT COLLATE "C",
  unit_limit BIGINT,
  -- Negative to take a charge back.
  units BIGINT,
  charged_at TEXT COLLATE "C",
  -- Null, like the next two, for a charge without an Idempotency-Key.
  idempotency_key TEXT COLLATE "C",
  request_sha256 TEXT COLLATE "C",
  -- Charges up to this time are expired.
  after TEXT COLLATE "C"
);

-- Charges an array of charges one after the other, with the meaning of src/commerce/usage/charges.ts. Returns an array in the same order:
--   {"outcome": "charged", "used": N}  N are the used units of the account in the window after this charge
--   {"outcome": "over_limit"}          the charge would exceed the limit
--   {"outcome": "repeated"}            the same request with the same Idempotency-Key was charged before
--   {"outcome": "conflicting"}         another request with the same Idempotency-Key was charged before
-- For READ COMMITTED: each statement sees what the locks before it waited for. All calls lock rows in the same order (accounts, the
-- windows of accounts, keys), so none waits for another in a circle.
-- Every table is read by an index: a plan of a session lives on when the tables that were empty have grown.
CREATE FUNCTION charge_units(charges JSONB) RETURNS JSONB LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  batch charge[];
  next RECORD;
  outcomes TEXT[] := array_fill(NULL::TEXT, ARRAY[jsonb_array_length(charges)]);
  used_after BIGINT[] := array_fill(NULL::BIGINT, ARRAY[jsonb_array_length(charges)]);
  has_idempotency BOOLEAN;
  outcome TEXT;
  account_now TEXT;
  window_now TEXT;
  used BIGINT;
  -- Of the account, by window: the units used, except of the current window.
  other_windows JSONB;
  -- Of the account, by Idempotency-Key: the request that this call charged. Only of keys that several charges have.
  requests JSONB;
BEGIN
  -- The order of the rows is that of the array. Reading the JSON costs more than all else, so it is read once.
  SELECT array_agg(each::charge), bool_or(each.idempotency_key IS NOT NULL) INTO batch, has_idempotency
  FROM jsonb_populate_recordset(NULL::charge, charges) AS each;

  IF has_idempotency THEN
    -- Two servers whose clocks differ may charge the same request to different windows.
    PERFORM FROM account
    WHERE account_id IN (
      SELECT each.account_id FROM unnest(batch) AS each
      WHERE each.idempotency_key IS NOT NULL
    )
    ORDER BY account_id FOR NO KEY UPDATE;
  END IF;

  INSERT INTO account_usage (account_id, quota_window, units)
  SELECT DISTINCT each.account_id, each.quota_window, 0 FROM unnest(batch) AS each
  WHERE NOT has_idempotency OR NOT EXISTS (
    SELECT FROM idempotent_charge AS earlier
    WHERE earlier.account_id = each.account_id AND earlier.idempotency_key = each.idempotency_key
      AND earlier.charged_at > each.after
  )
  ORDER BY each.account_id, each.quota_window
  ON CONFLICT DO NOTHING;

  PERFORM FROM account_usage AS usage
  WHERE (usage.account_id, usage.quota_window) IN (
    SELECT each.account_id, each.quota_window FROM unnest(batch) AS each
  )
  ORDER BY usage.account_id, usage.quota_window FOR UPDATE;

  FOR next IN
    SELECT
      each.*, usage.units AS used_before, earlier.request_sha256 AS earlier_sha256,
      CASE WHEN each.idempotency_key IS NOT NULL THEN
        count(*) OVER (PARTITION BY each.account_id, each.idempotency_key) > 1
      END AS has_copies
    FROM unnest(batch) WITH ORDINALITY AS each
    LEFT JOIN account_usage AS usage USING (account_id, quota_window)
    LEFT JOIN idempotent_charge AS earlier
      ON has_idempotency AND earlier.account_id = each.account_id AND earlier.idempotency_key = each.idempotency_key
      AND earlier.charged_at > each.after
    ORDER BY each.account_id, each.ordinality
  LOOP
    IF account_now IS DISTINCT FROM next.account_id THEN
      account_now := next.account_id;
      window_now := next.quota_window;
      used := next.used_before;
      other_windows := '{}';
      requests := '{}';
    ELSIF window_now <> next.quota_window THEN
      other_windows := other_windows || jsonb_build_object(window_now, used);
      window_now := next.quota_window;
      used := coalesce((other_windows ->> window_now)::BIGINT, next.used_before);
    END IF;

    IF next.has_copies THEN
      next.earlier_sha256 := coalesce(next.earlier_sha256, requests ->> next.idempotency_key);
    END IF;
    IF next.earlier_sha256 IS NOT NULL THEN
      outcome := CASE next.earlier_sha256 WHEN next.request_sha256 THEN 'repeated' ELSE 'conflicting' END;
    ELSIF next.units < 0 OR used + next.units <= next.unit_limit THEN
      outcome := 'charged';
      used := used + next.units;
      used_after[next.ordinality] := used;
      IF next.has_copies THEN
        requests := requests || jsonb_build_object(next.idempotency_key, next.request_sha256);
      END IF;
    ELSE
      outcome := 'over_limit';
    END IF;
    outcomes[next.ordinality] := outcome;
  END LOOP;

  WITH charged AS MATERIALIZED (
    SELECT each.* FROM unnest(batch) WITH ORDINALITY AS each
    WHERE outcomes[each.ordinality] = 'charged'
  ),
  of_accounts AS (
    UPDATE account_usage SET units = account_usage.units + summed.units
    FROM (
      SELECT charged.account_id, charged.quota_window, sum(charged.units)::BIGINT AS units FROM charged GROUP BY 1, 2
    ) AS summed
    WHERE account_usage.account_id = summed.account_id AND account_usage.quota_window = summed.quota_window
  )
  INSERT INTO key_usage (key_id, quota_window, units, last_used_at)
  SELECT
    charged.key_id, charged.quota_window, sum(charged.units),
    (array_agg(charged.charged_at ORDER BY charged.ordinality DESC))[1]
  FROM charged
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (key_id, quota_window)
  DO UPDATE SET units = key_usage.units + excluded.units, last_used_at = excluded.last_used_at;

  IF has_idempotency THEN
    INSERT INTO idempotent_charge (account_id, idempotency_key, request_sha256, charged_at)
    SELECT each.account_id, each.idempotency_key, each.request_sha256, each.charged_at
    FROM unnest(batch) WITH ORDINALITY AS each
    WHERE each.idempotency_key IS NOT NULL AND outcomes[each.ordinality] = 'charged'
    ORDER BY 1, 2
    ON CONFLICT (account_id, idempotency_key)
    DO UPDATE SET request_sha256 = excluded.request_sha256, charged_at = excluded.charged_at;

    -- At most 10 for each charge, because this runs in the transaction of the charges. Another call may hold some of them: waiting for
    -- it could end in a deadlock.
    DELETE FROM idempotent_charge
    WHERE (account_id, idempotency_key) IN (
      SELECT expired.account_id, expired.idempotency_key FROM idempotent_charge AS expired
      WHERE expired.charged_at <= (
        SELECT min(each.after) FROM unnest(batch) AS each
      )
      LIMIT 10 * (
        SELECT count(*) FROM unnest(batch) WITH ORDINALITY AS each
        WHERE each.idempotency_key IS NOT NULL AND outcomes[each.ordinality] = 'charged'
      )
      FOR UPDATE SKIP LOCKED
    );
  END IF;

  RETURN (
    SELECT coalesce(jsonb_agg(
      CASE WHEN each.used IS NULL THEN jsonb_build_object('outcome', each.outcome)
      ELSE jsonb_build_object('outcome', each.outcome, 'used', each.used) END
      ORDER BY each.ordinality
    ), '[]')
    FROM unnest(outcomes, used_after) WITH ORDINALITY AS each (outcome, used, ordinality)
  );
END $$;
