-- Of a held file: the digest of its content, and its totals beside those of the days around, as JSON. Of a dismissed file: the content that
-- is not reported again. Null for a file whose content was not read.
ALTER TABLE source_file ADD COLUMN content_sha256 TEXT COLLATE "C";
ALTER TABLE source_file ADD COLUMN totals TEXT COLLATE "C";
ALTER TABLE dismissed_file ADD COLUMN content_sha256 TEXT COLLATE "C";
