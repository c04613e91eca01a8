"""Runs statements in Spark. Reads {"statements", "queries", "day", "warehouse"} from stdin and prints {"answers", "plan", "files"}: the rows of each
query, and for the query `day` its physical plan and the files that it reads."""

import json
import sys

from pyspark.sql import SparkSession

request = json.load(sys.stdin)
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.memory", "1g")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.sql.catalogImplementation", "in-memory")
    .config("spark.sql.warehouse.dir", request["warehouse"])
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
for statement in request["statements"]:
    spark.sql(statement)
answers = [[row.asDict() for row in spark.sql(query).collect()] for query in request["queries"]]
day = spark.sql(request["day"])
day.collect()
plan = day._jdf.queryExecution().executedPlan().toString()
print(json.dumps({"answers": answers, "plan": plan, "files": day.inputFiles()}, default=str))
spark.stop()
