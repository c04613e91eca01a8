#!/usr/bin/env bash
# test/generators/install.sh FOLDER: installs generators of clients, Deno, Bun and pyright. `npm run test:generators` finds them in
# ALIR_TEST_GENERATORS. It downloads 300 MB from npm, PyPI and Maven Central. The Go client needs Java 11 or later, and Go 1.23 or later.
# A generator that cannot be installed is skipped.
set -uo pipefail

mkdir -p "$1"
cd "$1" || exit 1
go_generator=7.25.0
maven=https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli

# Each has a folder of its own: only @hey-api/openapi-ts needs TypeScript 5.
node_package() {
  mkdir -p "npm/$1"
  npm install --no-audit --no-fund --prefix "npm/$1" "${@:2}" || echo "$1 is not installed"
}
node_package hey-api @hey-api/openapi-ts@0.99.0 typescript@5.9.3
node_package orval orval@8.38.0
node_package pyright pyright@1.1.414
node_package deno deno@2.9.6
node_package bun bun@1.4.5

python3 -m venv python
python/bin/pip install openapi-python-client==0.29.1 mypy==2.4.1 httpx==0.28.1 hatchling==1.33.0 pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 \
  || echo "openapi-python-client is not installed"
# What the client's wheel with pandas needs, for the benchmark from an empty folder to a data frame.
python/bin/pip download --dest wheels httpx==0.28.1 pandas==3.1.1 pyarrow==26.0.1 || rm -rf wheels

curl --fail --silent --show-error --output openapi-generator.jar $maven/$go_generator/openapi-generator-cli-$go_generator.jar \
  || echo "openapi-generator is not installed"
