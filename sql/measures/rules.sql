-- Quotients of integers with 2 decimals; a half is rounded away from 0. All arithmetic is exact; null if the divisor is 0.
CREATE MACRO quotient(part, whole) AS (
  sign(part) * ((abs(part)::HUGEINT * 200 + whole) // nullif(2 * whole::HUGEINT, 0))
)::DECIMAL(18, 0) * 0.01::DECIMAL(2, 2);

CREATE MACRO percent(part, whole) AS quotient(part::HUGEINT * 100, whole);

-- The sum of the first elements of a list.
CREATE MACRO sum_of_first(list, n) AS coalesce(list_sum(list[1:n]), 0);

-- The shares of the first 1, 3, 5, 10 and 15 elements of a list: one expression for all is planned in a fifth of the time.
CREATE MACRO shares_of_tops(list, whole) AS
  list_transform([1, 3, 5, 10, 15], lambda n: percent(sum_of_first(list, n), whole));

-- 15 times the average of the tops: (top 3 + top 5 + mean of top 1 to top 5) / 3.
CREATE MACRO fifteen_tops(list) AS
  5 * sum_of_first(list, 3) + 6 * sum_of_first(list, 5)
  + sum_of_first(list, 1) + sum_of_first(list, 2) + sum_of_first(list, 3) + sum_of_first(list, 4);

-- Twice the part of an earlier value that counts in a percentile: lower ones count whole, equal ones half.
CREATE MACRO rank_score(own, earlier) AS (2 * (earlier < own)::TINYINT + (earlier = own)::TINYINT)::TINYINT;

-- The percentile among the rows up to an age. Null if there are too few rows.
CREATE MACRO percentile(score, age, oldest) AS
  percent(sum(score) FILTER (age <= oldest), 2 * count(score) FILTER (age <= oldest));
