-- Which database is the ledger, in which version and with which schema?
-- result engine TEXT NOT NULL
-- result version TEXT NOT NULL
-- result schema INTEGER NOT NULL
-- result clock TEXT
SELECT 'SQLite' AS engine, sqlite_version() AS version, CAST((SELECT user_version FROM pragma_user_version) AS INTEGER) AS schema,
  NULL AS clock;
