-- Which change of a subscription did an order make?
SELECT * FROM subscription_change WHERE order_id = :order_id AND kind IN ('purchase', 'renewal', 'upgrade');
