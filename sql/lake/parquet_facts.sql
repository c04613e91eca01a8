-- What do the footers of these Parquet files say: the rows; the smallest and the largest value and the nulls of each column, as JSON objects;
-- and the bytes from the first page to the end of the last page or bloom filter?
WITH columns AS (
  SELECT
    file_name,
    path_in_schema AS name,
    sum(row_group_num_rows)::BIGINT AS rows,
    CASE WHEN any_value(type) = 'BYTE_ARRAY' THEN to_json(min(stats_min_value))
      ELSE to_json(min(try_cast(stats_min_value AS BIGINT))) END AS smallest,
    CASE WHEN any_value(type) = 'BYTE_ARRAY' THEN to_json(max(stats_max_value))
      ELSE to_json(max(try_cast(stats_max_value AS BIGINT))) END AS largest,
    sum(stats_null_count)::BIGINT AS nulls,
    min(coalesce(dictionary_page_offset, data_page_offset)) AS first_byte,
    greatest(
      max(coalesce(dictionary_page_offset, data_page_offset) + total_compressed_size),
      max(bloom_filter_offset + bloom_filter_length)
    ) AS end_byte
  FROM parquet_metadata($files)
  GROUP BY file_name, path_in_schema
)
SELECT
  file_name,
  any_value(rows) AS rows,
  json_group_object(name, smallest)::VARCHAR AS smallest,
  json_group_object(name, largest)::VARCHAR AS largest,
  json_group_object(name, nulls)::VARCHAR AS nulls,
  min(first_byte) AS first_byte,
  max(end_byte) AS end_byte
FROM columns
GROUP BY file_name;
