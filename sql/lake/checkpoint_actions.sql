-- Which actions does a checkpoint of a Delta log have, as JSON?
SELECT to_json({protocol: protocol, add: "add"})::VARCHAR AS line FROM read_parquet($checkpoint);
