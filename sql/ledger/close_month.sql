INSERT INTO closed_month (month, ends_at, audit_id) VALUES (:month, :ends_at, :audit_id);
