-- Which is the last of the closed months?
SELECT * FROM closed_month ORDER BY month DESC LIMIT 1;
