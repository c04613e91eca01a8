-- Records the number of the tax invoice of a document, unless another document has it.
UPDATE invoice SET tax_invoice_number = :tax_invoice_number
WHERE number = :number AND NOT EXISTS (
  SELECT 1 FROM invoice AS other WHERE other.tax_invoice_number = :tax_invoice_number AND other.number <> :number
);
