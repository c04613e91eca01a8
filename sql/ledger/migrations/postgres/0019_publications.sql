-- How many publications of its month, corrections included, a serving file or the market files contain. It was counted at one build: a
-- server of an earlier version writes the next build without a count.
ALTER TABLE serving_file ADD COLUMN publications BIGINT;
ALTER TABLE serving_file ADD COLUMN counted_build BIGINT;
ALTER TABLE market_files ADD COLUMN publications BIGINT;
ALTER TABLE market_files ADD COLUMN counted_build BIGINT;
