-- How many of the newest requests for codes between two times, sent or not, came from a block of IP addresses, and from the network around it (by
-- the characters with which both start)? How many codes were sent to new people, and to an e-mail address: in all, requested from the network,
-- and by known browsers?
SELECT
  CAST(coalesce(sum(CASE WHEN is_from_address AND is_recent THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_address,
  CAST(coalesce(sum(CASE WHEN is_from_network AND is_recent THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_network,
  CAST(coalesce(sum(CASE WHEN recipient = 'new' THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_new,
  CAST(coalesce(sum(CASE WHEN is_mailed AND NOT is_known THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_email,
  CAST(coalesce(sum(CASE WHEN is_mailed AND is_from_network THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_email_from_network,
  CAST(coalesce(sum(CASE WHEN is_mailed AND is_known THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_known_browsers
FROM (
  SELECT
    recipient,
    lower(email) = lower(:email) AND recipient <> 'nobody' AS is_mailed,
    requested_from = 'known browser' AS is_known,
    requested_from = :address AS is_from_address,
    requested_from LIKE CAST(:network AS TEXT) || '%' AS is_from_network,
    row_number() OVER (ORDER BY created_at DESC, code_id DESC) <= CAST(:newest AS BIGINT) AS is_recent
  FROM sign_in_code WHERE created_at > :since AND created_at < :until AND requested_from <> 'operator'
) AS code;
