-- Publications are counted from 1, days and corrections alike: the version of the Delta log. Null until the revision is published.
ALTER TABLE publication ADD COLUMN number BIGINT;
-- When the files of a replaced revision were deleted; null while they are kept.
ALTER TABLE publication ADD COLUMN deleted_at TEXT COLLATE "C";

UPDATE publication SET number = numbered.number
FROM (
  SELECT trade_date, revision, row_number() OVER (ORDER BY published_at, trade_date, revision) AS number
  FROM publication WHERE published_at IS NOT NULL
) AS numbered
WHERE publication.trade_date = numbered.trade_date AND publication.revision = numbered.revision;

-- Until now, the file of a correction replaced that of the revision before it.
UPDATE publication SET deleted_at = replaced_at WHERE state = 'replaced';

CREATE UNIQUE INDEX publication_numbers ON publication (number);
