-- The row that the readiness check writes, to see that the ledger can be written.
CREATE TABLE health_check (
  health_check_id INTEGER PRIMARY KEY CHECK (health_check_id = 1),
  checked_at TEXT NOT NULL
) STRICT;

-- Serving files that a server found damaged.
CREATE TABLE serving_damage (
  damage_id INTEGER PRIMARY KEY,
  file_name TEXT NOT NULL,
  problem TEXT NOT NULL,
  found_at TEXT NOT NULL,
  -- Why the file could not be rebuilt so far.
  failure TEXT,
  rebuilt_at TEXT
) STRICT;

CREATE UNIQUE INDEX one_open_damage_a_file ON serving_damage (file_name) WHERE rebuilt_at IS NULL;

-- A disk that goes on damaging files does not fill the ledger.
CREATE TRIGGER serving_damage_is_bounded AFTER INSERT ON serving_damage
BEGIN DELETE FROM serving_damage WHERE damage_id <= new.damage_id - 100; END;
