INSERT INTO audit_log (recorded_at, actor, action, account_id, order_id, reason, details)
VALUES (:recorded_at, :actor, :action, :account_id, :order_id, :reason, :details)
RETURNING audit_id;
