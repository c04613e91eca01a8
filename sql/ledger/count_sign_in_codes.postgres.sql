-- How many codes were made after a time for an e-mail address, for a block of IP addresses, and in all?
SELECT
  CAST(coalesce(sum(CASE WHEN lower(email) = lower(:email) THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_email,
  CAST(coalesce(sum(CASE WHEN requested_from = :requested_from THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_address,
  count(*) AS of_all
FROM sign_in_code WHERE created_at > :since;
