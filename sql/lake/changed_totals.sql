-- How many trades were removed and added altogether, and what is their value in IDR?
SELECT
  coalesce(sum(removed), 0)::DOUBLE AS removed,
  coalesce(sum(added), 0)::DOUBLE AS added,
  coalesce(sum(repeated), 0)::DOUBLE AS repeated,
  coalesce(sum(removed_value), 0)::DOUBLE AS removed_value,
  coalesce(sum(added_value), 0)::DOUBLE AS added_value
FROM changed_pairs;
