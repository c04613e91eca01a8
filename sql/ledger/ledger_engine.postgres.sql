-- Which database is the ledger, in which version and with which schema, and what is the time of its clock?
SELECT 'PostgreSQL' AS engine, current_setting('server_version') AS version,
  (SELECT CAST(version AS BIGINT) FROM ledger_schema) AS schema,
  to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS clock;
