#!/usr/bin/env bash
# test/engines/install.sh FOLDER: installs the engines that read the Delta tables. `npm run test:engines` finds them in ALIR_TEST_ENGINES.
# It downloads 1.4 GB from PyPI, Maven Central and npm. Spark needs Java 17 or later, Trino Java 24 or later (TRINO_JAVA_HOME).
set -euo pipefail

mkdir -p "$1"
cd "$1"
spark=4.2.0 delta=4.4.0 trino=476
maven=https://repo1.maven.org/maven2

python3 -m venv python
python/bin/pip install deltalake==1.6.6 duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1 pyspark==$spark

mkdir -p jars
curl --fail --output jars/delta-spark.jar $maven/io/delta/delta-spark_2.13/$delta/delta-spark_2.13-$delta.jar
curl --fail --output jars/delta-storage.jar $maven/io/delta/delta-storage/$delta/delta-storage-$delta.jar

curl --fail $maven/io/trino/trino-server/$trino/trino-server-$trino.tar.gz | tar --extract --gzip
mv trino-server-$trino trino

npm install --prefix chdb chdb@3.4.0
