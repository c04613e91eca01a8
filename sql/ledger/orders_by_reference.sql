-- Which orders have an id that begins with these 8 digits? "g" follows all digits of an id.
-- :reference TEXT NOT NULL
SELECT order_id FROM billing_order WHERE order_id >= :reference AND order_id < :reference || 'g';
