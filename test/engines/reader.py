"""Answers questions about Delta tables: reader.py ENGINE FOLDER [JAR ...]. Each line of stdin is {"sql", "version", "counts"}, and each line
of stdout {"rows"} with cells as text, or {"error"}. Without a version, it reads the newest one. With `counts`, Spark answers the number of
files that it reads."""

import json
import sys

engine, folder, *jars = sys.argv[1:]
TABLES = ["trades", "broker_day", "ticker_day"]


def with_duckdb(view):
    """@param view makes the view of a table in DuckDB"""
    import duckdb
    from deltalake import DeltaTable

    connection = duckdb.connect()

    def ask(sql, version, _counts):
        for name in TABLES:
            view(connection, name, DeltaTable(f"{folder}/{name}", version=version))
        return connection.execute(sql).fetchall()

    return ask


def view_of_files(connection, name, table):
    files = [uri.removeprefix("file://") for uri in table.file_uris()]
    connection.read_parquet(files, hive_partitioning=True).create_view(name, replace=True)


def view_of_arrow(connection, name, table):
    connection.register(name, table.to_pyarrow_dataset())


def with_polars():
    import polars

    def ask(sql, version, _counts):
        tables = {name: polars.scan_delta(f"{folder}/{name}", version=version) for name in TABLES}
        return polars.SQLContext(tables).execute(sql).collect().rows()

    return ask


def with_spark():
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.jars", ",".join(jars))
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.databricks.delta.snapshotPartitions", "2")
        .config("spark.sql.catalogImplementation", "in-memory")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")

    def ask(sql, _version, counts):
        table = spark.sql(sql)
        return [[len(table.inputFiles())]] if counts else table.collect()

    return ask


ask = {
    "duckdb": lambda: with_duckdb(view_of_files),
    "pyarrow": lambda: with_duckdb(view_of_arrow),
    "polars": with_polars,
    "spark": with_spark,
}[engine]()

for line in sys.stdin:
    request = json.loads(line)
    try:
        rows = ask(request["sql"], request["version"], request["counts"])
        answer = {"rows": [[None if cell is None else str(cell) for cell in row] for row in rows]}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
