# Reads vectors, matrices, data frames and formulas into numeric tables.

# The name of a vector, from the expression in the call: "error" for both d$error and d[["error"]].
label_of <- function(expr, default) {
  if (is.symbol(expr)) return(as.character(expr))
  if (is.call(expr) && length(expr) == 3) {
    operator <- as.character(expr[[1]])[1]
    key <- expr[[3]]
    if (operator == "$" && (is.symbol(key) || is.character(key))) return(as.character(key))
    if (operator == "[[" && is.character(key)) return(key)
  }
  default
}

as_numbers <- function(values, what) {
  if (!(is.numeric(values) || is.logical(values))) {
    refuse(what, " holds something that is not a number: its values are ", class(values)[1], ".")
  }
  as.double(values)
}

# A numeric data frame with column names.
as_table <- function(u, label = "u1") {
  if (is.data.frame(u)) {
    columns <- as.list(u)
  } else if (is.matrix(u)) {
    columns <- lapply(seq_len(ncol(u)), function(j) u[, j])
    names(columns) <- if (is.null(colnames(u))) paste0("u", seq_len(ncol(u))) else colnames(u)
  } else if (is.atomic(u) && !is.null(u) && is.null(dim(u))) {
    columns <- setNames(list(u), label)
  } else {
    refuse("u must be a data frame, a matrix, a vector or a formula, not an object of class ", class(u)[1], ".")
  }
  if (length(columns) == 0) refuse("u has no columns: give at least one hyper-parameter.")
  if (anyDuplicated(names(columns))) {
    refuse("the column names of u are not distinct: ", toString(names(columns)), ".")
  }
  columns <- Map(function(values, name) as_numbers(values, paste0("column '", name, "'")), columns, names(columns))
  as.data.frame(columns, optional = TRUE)
}

# A list of the values of z and their name.
as_performance <- function(z, label = "z") {
  if (is.data.frame(z) || is.matrix(z)) {
    if (ncol(z) != 1) refuse("z must be one column, but it has ", ncol(z), ".")
    if (!is.null(colnames(z))) label <- colnames(z)
    z <- if (is.data.frame(z)) z[[1]] else z[, 1]
  }
  if (is.null(z)) refuse("z is missing: give the performance of each configuration.")
  list(values = as_numbers(z, "z"), name = label)
}

# Response and variables of a formula. Rows with missing values are kept, so that they are reported and not ignored.
read_formula <- function(formula, data) {
  terms <- stats::terms(formula, data = data)
  if (any(attr(terms, "order") > 1)) refuse("hyper-parameters are joined by + in a formula, not by * or :.")
  frame <- stats::model.frame(formula, data = data, na.action = stats::na.pass)
  response <- attr(terms, "response")
  factors <- attr(terms, "factors")
  list(
    z = if (response > 0) as_performance(frame[[response]], names(frame)[response]),
    u = if (length(factors)) frame[rowSums(factors) > 0] else frame[0]
  )
}

# Arguments of a default method: its defaults, updated by the named arguments that were given.
by_name <- function(method, choices) {
  known <- setdiff(names(formals(method)), c("u", "z", "..."))
  given <- names(choices)
  if (length(choices) > 0 && (is.null(given) || !all(nzchar(given)))) {
    refuse("arguments after data must be given by name.")
  }
  unknown <- setdiff(given, known)
  if (length(unknown)) refuse("unknown argument '", unknown[1], "': see the help page.")
  asked <- lapply(formals(method)[known], eval)
  asked[given] <- choices
  asked
}

no_more <- function(...) {
  if (...length() == 0) return(invisible())
  given <- names(list(...))
  given <- given[nzchar(given)]
  refuse("unknown argument", if (length(given)) paste0(" '", given[1], "'"), ": see the help page.")
}
