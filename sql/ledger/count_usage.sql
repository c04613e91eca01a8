INSERT INTO usage_day (key_id, usage_date, endpoint, units, requests)
VALUES (:key_id, :usage_date, :endpoint, :units, :requests)
ON CONFLICT (key_id, usage_date, endpoint)
DO UPDATE SET units = usage_day.units + excluded.units, requests = usage_day.requests + excluded.requests;
