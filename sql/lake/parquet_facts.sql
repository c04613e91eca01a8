-- What do the footers of these Parquet files say: the rows, the first and the last ticker, and the bytes from the first page to the end of
-- the last page or bloom filter?
SELECT
  file_name,
  sum(row_group_num_rows) FILTER (path_in_schema = 'ticker')::BIGINT AS rows,
  min(stats_min_value) FILTER (path_in_schema = 'ticker') AS first_ticker,
  max(stats_max_value) FILTER (path_in_schema = 'ticker') AS last_ticker,
  min(coalesce(dictionary_page_offset, data_page_offset)) AS first_byte,
  greatest(
    max(coalesce(dictionary_page_offset, data_page_offset) + total_compressed_size),
    max(bloom_filter_offset + bloom_filter_length)
  ) AS end_byte
FROM parquet_metadata($files)
GROUP BY file_name;
