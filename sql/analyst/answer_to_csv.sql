COPY (FROM query(getvariable('question'))) TO $file (FORMAT csv, HEADER);
