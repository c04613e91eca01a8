-- What a comparison with the exchange covered: names separated by commas; null for comparisons of earlier versions.
ALTER TABLE official_check ADD COLUMN compared TEXT COLLATE "C";
