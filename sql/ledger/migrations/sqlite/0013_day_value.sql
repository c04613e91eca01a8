-- The total value of the day's trades in all markets, in IDR. NULL until it is computed from the broker_day file of the revision.
ALTER TABLE publication ADD COLUMN value INTEGER;
