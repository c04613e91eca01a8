-- The types of cells that are known to follow the rule of their column. A column that is not in the list is text. The values of each
-- ENUM are in the order of their text.
CREATE TYPE market_cell AS ENUM ('NG', 'RG', 'TN');
CREATE TYPE broker_cell AS ENUM (
  SELECT first || second
  FROM
    (SELECT unnest(string_split('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '')) AS first),
    (SELECT unnest(string_split('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '')) AS second)
  ORDER BY first || second
);
