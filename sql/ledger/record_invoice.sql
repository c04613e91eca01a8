INSERT INTO invoice (
  number, kind, year, sequence, account_id, order_id, invoice_number, audit_id, issued_at, total_idr, tax_idr, document
)
VALUES (
  :number, :kind, :year, :sequence, :account_id, :order_id, :invoice_number, :audit_id, :issued_at, :total_idr, :tax_idr, :document
);
