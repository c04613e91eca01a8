-- What changes when the list of publications for copies changes?
-- result publications INTEGER NOT NULL
-- result newest TEXT
-- result deleted INTEGER NOT NULL
-- result checks INTEGER NOT NULL
SELECT
  count(number) AS publications, max(market_served_at) AS newest, count(deleted_at) AS deleted,
  (SELECT coalesce(max(check_id), 0) FROM official_check) AS checks
FROM publication WHERE served_at IS NOT NULL AND market_served_at IS NOT NULL;
