-- The units and the charged requests of each day, key and endpoint. They are counted in the transaction of the charge, so the units of a
-- key add up to those of its quota windows. Charges from before this table have no row.
CREATE TABLE usage_day (
  key_id TEXT NOT NULL REFERENCES api_key (key_id),
  -- The day of the charge in Jakarta.
  usage_date TEXT NOT NULL,
  -- The name of the operation, such as get_broker_summary.
  endpoint TEXT NOT NULL,
  units INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (key_id, usage_date, endpoint)
) STRICT, WITHOUT ROWID;
