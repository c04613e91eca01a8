FROM query(getvariable('question'))
