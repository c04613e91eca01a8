-- The requests of each account in the window of the rate limit, counted for all servers. Unlogged: after a crash of the database it is
-- empty, and the windows start empty.
CREATE UNLOGGED TABLE request_rate (
  account_id TEXT COLLATE "C" PRIMARY KEY,
  -- When requests were counted, in ascending order, and how many each time.
  times TIMESTAMPTZ[] NOT NULL DEFAULT '{}',
  counts INTEGER[] NOT NULL DEFAULT '{}',
  -- The sum of the counts.
  total INTEGER NOT NULL DEFAULT 0,
  newest_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- The arrays change with every batch of requests, so their compression would cost more than it saves.
ALTER TABLE request_rate ALTER COLUMN times SET STORAGE EXTERNAL, ALTER COLUMN counts SET STORAGE EXTERNAL;

-- Counts requests in their order, unless their account has as many as its limit in the time before, which is `span`. A refused request
-- does not count. Returns a row for each request, in the same order:
--   is_allowed
--   remaining   requests that remain
--   reset_s     seconds until the oldest request leaves the window; at least 1
-- Only the clock of the database counts, so the clocks of the servers do not matter. All calls lock the accounts in the same order, so
-- none waits for another in a circle; the time is read after the lock.
CREATE FUNCTION take_rates(account_ids TEXT[], limits BIGINT[], span INTERVAL)
RETURNS TABLE (is_allowed BOOLEAN, remaining BIGINT, reset_s INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  next RECORD;
  -- The columns of the row of the account.
  old_times TIMESTAMPTZ[];
  old_counts INTEGER[];
  old_total INTEGER;
  now_at TIMESTAMPTZ;
  counted_at TIMESTAMPTZ;
  first INTEGER;
  last INTEGER;
  new_total INTEGER;
  reset INTEGER;
  place INTEGER;
  are_allowed BOOLEAN[] := array_fill(NULL::BOOLEAN, ARRAY[cardinality(account_ids)]);
  all_remaining BIGINT[] := array_fill(NULL::BIGINT, ARRAY[cardinality(account_ids)]);
  resets INTEGER[] := array_fill(NULL::INTEGER, ARRAY[cardinality(account_ids)]);
BEGIN
  FOR next IN
    SELECT request.id, array_agg(request.place ORDER BY request.place) AS places, max(request.bound) AS bound
    FROM unnest(account_ids, limits) WITH ORDINALITY AS request (id, bound, place)
    GROUP BY request.id
    ORDER BY request.id COLLATE "C"
  LOOP
    LOOP
      SELECT times, counts, total INTO old_times, old_counts, old_total
      FROM request_rate WHERE account_id = next.id FOR UPDATE;
      EXIT WHEN found;
      INSERT INTO request_rate (account_id) VALUES (next.id) ON CONFLICT DO NOTHING;
    END LOOP;
    now_at := clock_timestamp();
    last := cardinality(old_times);
    -- There are times in the future if the clock of the database was set back. The window starts empty.
    IF last > 0 AND old_times[last] > now_at + INTERVAL '1 second' THEN
      old_times := '{}';
      old_counts := '{}';
      old_total := 0;
      last := 0;
    END IF;
    first := 1;
    WHILE first <= last AND old_times[first] <= now_at - span LOOP
      old_total := old_total - old_counts[first];
      first := first + 1;
    END LOOP;
    -- More than 5,000 times are slow to write. A request of a larger limit counts from the end of its second: it leaves the window up to
    -- a second late, so an account gets up to a second's share less than its limit, and never more.
    counted_at := CASE WHEN next.bound > 5000 THEN date_trunc('second', now_at) + INTERVAL '1 second' ELSE now_at END;
    new_total := old_total;
    FOREACH place IN ARRAY next.places LOOP
      are_allowed[place] := new_total < limits[place];
      IF are_allowed[place] THEN new_total := new_total + 1; END IF;
      all_remaining[place] := greatest(limits[place] - new_total, 0);
    END LOOP;
    reset := CASE WHEN new_total = 0 THEN 1 ELSE greatest(1, ceil(extract(
      epoch FROM CASE WHEN first <= last THEN old_times[first] ELSE counted_at END + span - now_at
    ))) END;
    FOREACH place IN ARRAY next.places LOOP
      resets[place] := reset;
    END LOOP;
    IF new_total > old_total THEN
      IF first <= last AND old_times[last] >= counted_at THEN
        old_counts[last] := old_counts[last] + new_total - old_total;
      ELSE
        old_times := old_times || counted_at;
        old_counts := old_counts || (new_total - old_total);
      END IF;
      UPDATE request_rate
      SET times = old_times[first:], counts = old_counts[first:], total = new_total, newest_at = now_at
      WHERE account_id = next.id;
    END IF;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(are_allowed, all_remaining, resets);
END $$;
