-- About which orders is the provider to be asked, longest due first?
-- :until TEXT NOT NULL
SELECT * FROM billing_order WHERE ask_at <= :until ORDER BY ask_at, order_id;
