#' Predict the side of new configurations
#'
#' Determines on which side of the boundary configurations lie. Works without Python.
#'
#' @param object A fit by [soft_profile()].
#' @param newdata Configurations in original units: a data frame or matrix with the columns of the fit, in any order if
#'   they are named. A vector is a set of configurations if the fit has one hyper-parameter, and otherwise a single
#'   configuration. The default `NULL` is the data of the fit.
#' @param type String: `"side"` for side 1 or 2, `"decision"` for the value of g, which is positive on side 2,
#'   `"location"` for the fitted location of `z`.
#' @param ... Not used.
#' @return A vector with one entry per configuration: integer for `"side"`, numeric for the others.
#' @examples
#' if (softprofile_available()) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm())
#'   predict(fit, data.frame(gamma = c(1e4, 1e5), h = 1e-3))
#'   predict(fit, data.frame(gamma = c(1e4, 1e5), h = 1e-3), type = "decision")
#' }
#' @export
predict.softprofile_fit <- function(object, newdata = NULL, type = c("side", "decision", "location"), ...) {
  no_more(...)
  type <- match.arg(type)
  u <- if (is.null(newdata)) object$u else read_newdata(object, newdata, parent.frame())
  g <- boundary_value(object, to_transformed(object, u))
  switch(type, side = ifelse(g > 0, 2L, 1L), decision = g, location = located(object, g))
}

read_newdata <- function(fit, newdata, env) {
  names <- fit$names
  m <- length(names)
  if (is.atomic(newdata) && is.null(dim(newdata))) {
    if (m > 1 && !is.null(names(newdata))) newdata <- as.data.frame(as.list(newdata), optional = TRUE)
    else newdata <- matrix(newdata, ncol = if (m > 1) length(newdata) else 1)
  }
  if (is.matrix(newdata) && !is.null(colnames(newdata))) newdata <- as.data.frame(newdata, optional = TRUE)
  if (is.data.frame(newdata)) {
    # Recompute columns that a formula computed, such as log(cost).
    for (name in setdiff(names, names(newdata))) {
      computed <- tryCatch(eval(str2lang(name), newdata, env), error = function(e) NULL)
      if (is.call(tryCatch(str2lang(name), error = function(e) NULL)) && length(computed) == nrow(newdata)) {
        newdata[[name]] <- computed
      }
    }
    missing <- setdiff(names, names(newdata))
    if (length(missing)) {
      refuse(
        "the column", if (length(missing) > 1) "s", " ", toString(missing), " of the fit ",
        if (length(missing) > 1) "are" else "is", " missing; this table has ", toString(names(newdata)), "."
      )
    }
    table <- as_table(newdata[names])
  } else {
    table <- as_table(newdata)
    if (length(table) != m) {
      refuse("the fit has ", m, " columns (", toString(names), "), but this table has ", length(table), ".")
    }
    names(table) <- names
  }
  for (name in names) {
    bad <- !is.finite(table[[name]])
    if (any(bad)) {
      refuse(
        "'", name, "' has ", sum(bad), " missing or infinite value(s), the first in row ", which(bad)[1],
        ": drop or repair those rows."
      )
    }
  }
  table
}
