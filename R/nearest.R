#' Nearest evaluated configuration
#'
#' Finds the evaluated configuration nearest to the representative point, by Euclidean distance in transformed
#' coordinates. This is the configuration to use. Works without Python.
#'
#' @param fit A fit by [soft_profile()].
#' @param side 1 or 2 to choose only among the configurations on that side; `NULL` for all.
#' @param ... Not used.
#' @return A data frame with one row: the configuration, its performance and its `side`. The row name is the row number
#'   in the data.
#' @examples
#' if (softprofile_available()) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm())
#'   nearest(fit)
#'   nearest(fit, side = 1)
#' }
#' @export
nearest <- function(fit, ...) UseMethod("nearest")

#' @rdname nearest
#' @export
nearest.softprofile_fit <- function(fit, side = NULL, ...) {
  no_more(...)
  row <- nearest_index(fit, side)
  found <- fit$u[row, , drop = FALSE]
  if (!fit$z_name %in% names(found)) found[[fit$z_name]] <- fit$z[row]
  found$side <- fit$sides[row]
  rownames(found) <- row
  found
}

nearest_index <- function(fit, side = NULL) {
  if (!is.null(side) && !(length(side) == 1 && side %in% 1:2)) refuse("side must be 1, 2 or NULL.")
  among <- if (is.null(side)) seq_along(fit$z) else which(fit$sides == side)
  away <- sweep(to_transformed(fit, fit$u)[among, , drop = FALSE], 2, fit$representative)
  among[which.min(sqrt(rowSums(away^2)))]
}
