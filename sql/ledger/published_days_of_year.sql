-- Which revisions of a calendar year are published, in date order?
-- :year TEXT NOT NULL
SELECT * FROM publication
WHERE state = 'published' AND trade_date BETWEEN :year || '-01-01' AND :year || '-12-31'
ORDER BY trade_date;
