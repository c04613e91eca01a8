-- The prices of a ticker are those of the regular market. SQL of every engine: `$schema` stands for the schema of the tables.
SELECT d.trade_date, d.ticker, d.open, d.high, d.low, d.close, d.volume, d.value
FROM $schema.ticker_day AS d
WHERE d.market = 'RG'
