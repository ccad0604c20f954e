# Reads tables of tuning results of caret and tidymodels: which column is the performance, and which are coordinates.

#' @rdname soft_profile
#' @export
soft_profile.data.frame <- function(u, z, ..., params = NULL) {
  read <- read_results(u, if (!missing(z)) z, params)
  if (!is.null(read)) return(fit_table(read, match.call(), ...))
  if (!is.null(params)) refuse("params is for tables of tuning results: pass only the columns to use as u.")
  if (missing(z)) refuse("z is missing: give the performance of each configuration.")
  performance <- as_performance(z, label_of(substitute(z), "z"))
  fit <- soft_profile.default(u, setNames(data.frame(performance$values), performance$name), ...)
  fit$call <- match.call()
  fit
}

#' @rdname soft_profile
#' @export
soft_profile.train <- function(u, z = u$metric, params = names(u$bestTune), ...) {
  results <- u$results
  if (!is.data.frame(results) || nrow(results) == 0) {
    refuse("this train object contains no results: train it with a grid of tuning parameters.")
  }
  varying <- vary(results, params)
  if (identical(params, names(u$bestTune)) && any(varying)) params <- params[varying]
  known <- if (identical(z, u$metric) && is.logical(u$maximize)) if (u$maximize) "higher" else "lower"
  fit_table(read_tuned(results, z, params), match.call(), ..., known = known)
}

#' @rdname soft_profile
#' @export
soft_profile.tune_results <- function(u, z = NULL, params = NULL, ...) {
  if (!requireNamespace("tune", quietly = TRUE)) {
    refuse("these results need the package tune: install it, or pass the data frame returned by collect_metrics().")
  }
  read <- read_collected(as.data.frame(tune::collect_metrics(u)), z, params)
  fit_table(read, match.call(), ..., known = better_of_metric(u, read$z$name))
}

# The direction of a metric of tune_results, which contain their metrics as a set of functions of yardstick.
better_of_metric <- function(results, name) {
  direction <- attr(attr(attr(results, "metrics"), "metrics")[[name]], "direction")
  switch(if (is.null(direction)) "unknown" else direction, maximize = "higher", minimize = "lower")
}

# A table of results is a data frame that contains the performance: z is then missing, or the name of a column or a
# metric. Returns NULL for any other data frame.
read_results <- function(u, z, params) {
  if (is_collected(u) && (is.null(z) || is.character(z))) return(read_collected(as.data.frame(u), z, params))
  if (is.character(z) && length(z) == 1) return(read_tuned(as.data.frame(u), z, params))
  NULL
}

# tune::collect_metrics() returns a long table: one row per configuration and metric.
collected_columns <- c(".metric", ".estimator", "mean", "n", "std_err", ".config", ".iter", ".eval_time")

is_collected <- function(u) all(c(".metric", "mean") %in% names(u))

# Metrics, parameters and standard errors of the data frame that tune::collect_metrics() returns.
collected_configurations <- function(u, z, params) {
  metrics <- unique(as.character(u$.metric))
  z <- chosen_metric(metrics, z)
  rows <- u[as.character(u$.metric) == z, , drop = FALSE]
  if (length(unique(rows$.eval_time)) > 1) {
    refuse("'", z, "' has several evaluation times: keep the rows with one value of .eval_time.")
  }
  columns <- setdiff(names(u), collected_columns)
  if (is.null(params)) params <- columns[vary(rows, columns)]
  require_parameters(params, columns)
  list(u = rows[params], z = list(values = as.double(rows$mean), name = z), z_se = rows$std_err)
}

chosen_metric <- function(metrics, z) {
  if (is.null(z) && length(metrics) == 1) return(metrics)
  if (is.null(z)) {
    example <- paste0('z = "', metrics[1], '"')
    refuse("there are ", length(metrics), " metrics (", toString(metrics), "): choose one, as in ", example, ".")
  }
  if (!(length(z) == 1 && z %in% metrics)) {
    refuse("there is no metric '", toString(z), "' in these results: they have ", toString(metrics), ".")
  }
  z
}

# Parameters and performance of a data frame with one column for each.
tuned_configurations <- function(u, z, params) {
  if (!(is.character(z) && length(z) == 1 && z %in% names(u))) {
    refuse("there is no column '", toString(z), "' in these results: they have ", toString(names(u)), ".")
  }
  # In the results of caret, every metric has a column with its standard deviation.
  metrics <- names(u)[paste0(names(u), "SD") %in% names(u)]
  columns <- setdiff(names(u), c(z, metrics, paste0(metrics, "SD")))
  if (is.null(params)) {
    if (!length(metrics)) {
      listed <- paste0('"', columns, '"', collapse = ", ")
      refuse("specify which columns are hyper-parameters, as in params = c(", listed, ").")
    }
    params <- columns[vary(u, columns)]
  }
  require_parameters(params, setdiff(names(u), z))
  list(u = u[params], z = list(values = as_numbers(u[[z]], z), name = z))
}

require_parameters <- function(params, known) {
  if (!length(params)) refuse("no tuning parameter takes more than one value.")
  unknown <- setdiff(params, known)
  if (length(unknown)) {
    refuse("there is no tuning parameter '", unknown[1], "' in these results: they have ", toString(known), ".")
  }
}

read_collected <- function(u, z, params) numeric_configurations(collected_configurations(u, z, params))

read_tuned <- function(u, z, params) numeric_configurations(tuned_configurations(u, z, params))

# A boundary needs numbers: other columns, and rows without a performance, are refused or left out.
numeric_configurations <- function(read) {
  u <- read$u
  z <- read$z$values
  name <- read$z$name
  for (column in names(u)) {
    values <- u[[column]]
    if (!is.numeric(values)) {
      refuse(
        "'", column, "' takes values that are not numbers (", toString(utils::head(unique(as.character(values)), 4)),
        "): keep the rows with one of them, and select the numeric columns with params =."
      )
    }
  }
  absent <- names(u)[vapply(u, anyNA, NA)]
  if (length(absent)) {
    refuse("'", absent[1], "' is missing in some rows: keep the rows that have it, or omit the column with params =.")
  }
  failed <- !is.finite(z)
  if (all(failed)) refuse("'", name, "' is missing in all rows: every fit of the model failed.")
  if (any(failed)) {
    told <- paste0(sum(failed), " of ", length(z), " configurations have no finite '", name, "' and are left out.")
    warning(structure(class = c("softprofile_warning", "warning", "condition"), list(message = told, call = NULL)))
  }
  list(u = u[!failed, , drop = FALSE], z = list(values = as.double(z[!failed]), name = name))
}

vary <- function(u, columns) vapply(columns, function(column) length(unique(u[[column]])) > 1, NA)
