-- Takes an offer that no order has taken.
-- :order_id TEXT NOT NULL
UPDATE offer SET taken_by = :order_id WHERE offer_id = :offer_id AND taken_by IS NULL;
