#' Nearest evaluated configuration
#'
#' Finds the evaluated configuration nearest to the representative point, by Euclidean distance in transformed
#' coordinates, or the value of a sequence nearest to its elbow. Works without Python.
#'
#' Side 2 has the larger `z`. Without `side`, the configuration may lie on the poor side of the boundary. If you fit
#' with `better`, `side = "good"` chooses among the configurations that have reached the plateau.
#'
#' @param fit A fit by [soft_profile()] or an elbow by [elbow()].
#' @param side 1 or 2 to choose only among the configurations on that side, or `"good"` for the side with the better
#'   `z`; `NULL` for all.
#' @param ... Not used.
#' @return A data frame with one row: the configuration, its performance and its `side`. The row name is the row number
#'   in the data.
#' @examples
#' if (softprofile_available()) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm())
#'   nearest(fit)
#'   nearest(fit, side = 1)
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm(), better = "lower")
#'   nearest(fit, side = "good")
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

#' @rdname nearest
#' @export
nearest.softprofile_elbow <- function(fit, side = NULL, ...) {
  no_more(...)
  side <- side_of(fit, side)
  among <- if (is.null(side)) seq_along(fit$z) else which(fit$sides == side)
  row <- among[which.min(abs(fit$u[among] - fit$threshold))]
  found <- setNames(data.frame(fit$u[row], fit$z[row], fit$sides[row]), c(fit$u_name, fit$z_name, "side"))
  rownames(found) <- row
  found
}

nearest_index <- function(fit, side = NULL) {
  side <- side_of(fit, side)
  among <- if (is.null(side)) seq_along(fit$z) else which(fit$sides == side)
  away <- sweep(to_transformed(fit, fit$u)[among, , drop = FALSE], 2, fit$representative)
  among[which.min(sqrt(rowSums(away^2)))]
}

# The side with the better z: side 2 has the larger z.
good_side_of <- function(better) if (!is.null(better)) c(lower = 1L, higher = 2L)[[better]]

# The side that the argument `side` of a function means: 1, 2 or NULL.
side_of <- function(object, side) {
  if (is.null(side)) return(NULL)
  if (identical(side, "good")) {
    if (is.null(object$good_side)) {
      refuse('the good side is not known: fit with better = "lower" or better = "higher", or set side to 1 or 2.')
    }
    return(object$good_side)
  }
  if (!(length(side) == 1 && side %in% 1:2)) refuse('side must be 1, 2, "good" or NULL.')
  as.integer(side)
}

side_label <- function(object, side) {
  good <- if (is.null(object$good_side)) 0L else object$good_side
  paste0("side ", side, ifelse(side == good, " (good)", ""))
}

# The configuration that plots mark: the nearest beyond the edge if there is one, the nearest on the good side if that is
# known, otherwise the nearest of all.
marked_index <- function(fit) if (is.null(fit$edge)) nearest_index(fit, fit$good_side) else fit$edge$row

nearest_label <- function(fit) {
  if (!is.null(fit$edge) && any(fit$edge$inside)) return("nearest beyond the edge")
  good <- if (is.null(fit$good_side)) "" else ", good"
  paste0("nearest evaluated (side ", fit$sides[marked_index(fit)], good, ")")
}
