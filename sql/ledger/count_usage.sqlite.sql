-- :usage_date TEXT NOT NULL
INSERT INTO usage_count (epoch_day, series, units, requests)
VALUES (unixepoch(:usage_date) / 86400, :series, :units, :requests)
ON CONFLICT (epoch_day, series)
DO UPDATE SET units = units + excluded.units, requests = requests + excluded.requests;
