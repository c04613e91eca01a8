INSERT INTO billing_details (account_id, name, address, tax_id, changed_at)
VALUES (:account_id, :name, :address, :tax_id, :changed_at)
ON CONFLICT (account_id) DO UPDATE SET
  name = excluded.name, address = excluded.address, tax_id = excluded.tax_id, changed_at = excluded.changed_at;
