-- How much of an invoice was taken back by credit notes?
-- result total_idr INTEGER NOT NULL
SELECT CAST(coalesce(sum(total_idr), 0) AS BIGINT) AS total_idr FROM invoice WHERE invoice_number = :number;
