# Prints the foreign flow of a stock by week. It reads the rows of the server as Arrow: dates are dates, and
# values are exact. It costs 1 unit for each 31 days. Tested with R 4.2.2 and nanoarrow 0.8.
#
#     Rscript -e 'install.packages("nanoarrow")'
#     ALIR_API_KEY=... ALIR_BASE_URL=... Rscript foreign_flow.R BBCA 2026-01-05 2026-01-30

library(nanoarrow)

alir <- function(path, ...) {
  query <- paste(names(list(...)), vapply(list(...), URLencode, "", reserved = TRUE), sep = "=", collapse = "&")
  connection <- url(
    paste0(Sys.getenv("ALIR_BASE_URL"), path, "?", query),
    open = "rb",
    headers = c(
      Authorization = paste("Bearer", Sys.getenv("ALIR_API_KEY")),
      Accept = "application/vnd.apache.arrow.stream"
    )
  )
  on.exit(close(connection))
  as.data.frame(read_nanoarrow(connection, lazy = FALSE))
}

arguments <- commandArgs(trailingOnly = TRUE)
flow <- alir("/foreign-flow/daily", ticker = arguments[1], from = arguments[2], to = arguments[3])
weeks <- aggregate(net_foreign ~ cut(date, "week"), flow, sum)
cat(sprintf("%s %s: %s IDR\n", arguments[1], weeks[[1]], format(weeks[[2]], big.mark = ",", trim = TRUE)), sep = "")
