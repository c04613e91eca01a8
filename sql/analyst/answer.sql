FROM query(getvariable('query'))
