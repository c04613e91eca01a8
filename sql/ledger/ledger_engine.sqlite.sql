-- Which database is the ledger, in which version and with which schema?
SELECT 'SQLite' AS engine, sqlite_version() AS version, CAST((SELECT user_version FROM pragma_user_version) AS INTEGER) AS schema,
  NULL AS clock;
