-- How many orders of an account wait for their payment?
-- result orders INTEGER NOT NULL
SELECT count(*) AS orders FROM billing_order WHERE account_id = :account_id AND state = 'pending' AND expires_at > :now;
