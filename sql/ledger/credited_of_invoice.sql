-- How much of an invoice was taken back by credit notes?
SELECT CAST(coalesce(sum(total_idr), 0) AS BIGINT) AS total_idr FROM invoice WHERE invoice_number = :number;
