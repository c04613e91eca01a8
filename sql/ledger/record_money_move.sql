INSERT INTO money_move (audit_id, account_id, order_id, payment_id, source, target, amount_idr, moved_at)
VALUES (:audit_id, :account_id, :order_id, :payment_id, :source, :target, :amount_idr, :moved_at);
