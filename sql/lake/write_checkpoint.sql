-- Writes actions of a Delta log, one JSON object a line, as a checkpoint.
COPY (
  SELECT * FROM read_json($actions, format = 'newline_delimited', columns = {
    protocol: 'STRUCT(minReaderVersion INTEGER, minWriterVersion INTEGER)',
    metaData: 'STRUCT(id VARCHAR, name VARCHAR, description VARCHAR, format STRUCT(provider VARCHAR, options MAP(VARCHAR, VARCHAR)),
      schemaString VARCHAR, partitionColumns VARCHAR[], configuration MAP(VARCHAR, VARCHAR), createdTime BIGINT)',
    add: 'STRUCT(path VARCHAR, partitionValues MAP(VARCHAR, VARCHAR), size BIGINT, modificationTime BIGINT, dataChange BOOLEAN,
      stats VARCHAR, tags MAP(VARCHAR, VARCHAR))',
    remove: 'STRUCT(path VARCHAR, deletionTimestamp BIGINT, dataChange BOOLEAN)',
    txn: 'STRUCT(appId VARCHAR, "version" BIGINT, lastUpdated BIGINT)'
  })
) TO $checkpoint (FORMAT parquet);
