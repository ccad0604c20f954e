#' Edge of the plateau
#'
#' Finds the edge of the plateau of a fit: the set of configurations where no more than a share `tolerance` of the
#' improvement is left. The improvement is the difference between the worst and the best fitted location of `z` in the
#' evaluated range. The representative point of the edge does not depend on where the configurations are dense.
#'
#' The fit must know which values of `z` are better: use `better =` in [soft_profile()] or [elbow()]. The edge with the
#' default tolerance is stored in a fit with `shape = "transition"` or `"ramp"`, so it works without Python; other
#' tolerances need Python.
#'
#' @param fit A fit by [soft_profile()] or an elbow by [elbow()].
#' @param tolerance Number from 0 up to 1: the share of the improvement that may be left on the edge. The default `NULL`
#'   is 0.05 for a transition, and 0 where the plateau is exactly flat: the corner of a ramp, or the boundary between
#'   two levels.
#' @param x An edge.
#' @param digits Integer, the number of significant digits.
#' @param ... Not used.
#' @return An object of class `softprofile_edge`: a list with the components
#'   \item{tolerance, level}{the share of the improvement left on the edge, and the value of `z` there}
#'   \item{best, worst}{the best and the worst fitted location of `z` in the evaluated range}
#'   \item{point}{named numeric vector: the representative point of the edge, in original units}
#'   \item{representative}{the same in transformed coordinates}
#'   \item{inside}{for each configuration, whether it lies beyond the edge, on the plateau}
#'   \item{nearest}{data frame with one row: the evaluated configuration beyond the edge that is nearest to the point,
#'     with its `z`. Its row name is its row}
#'   \item{messages}{character vector of caveats, named by their codes}
#' @seealso [recommend()], which also weighs noise and simplicity.
#' @examples
#' if (softprofile_available()) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm(), shape = "transition", better = "lower")
#'   edge(fit)
#'   edge(fit, tolerance = 0.1)$nearest
#' }
#' @export
edge <- function(fit, ...) UseMethod("edge")

#' @rdname edge
#' @export
edge.softprofile_fit <- function(fit, tolerance = NULL, ...) {
  no_more(...)
  if (is.null(fit$better)) refuse('the edge needs a direction: fit with better = "lower" or better = "higher".')
  if (is.null(tolerance) && !is.null(fit$edge)) return(fit$edge)
  held <- python_fit(fit)
  plain_edge(in_python(held$edge(tolerance)), fit)
}

#' @rdname edge
#' @export
edge.softprofile_elbow <- function(fit, tolerance = NULL, ...) {
  no_more(...)
  if (is.null(fit$curve)) {
    refuse('two levels have no edge but the threshold: use shape = "transition" or shape = "ramp".')
  }
  edge(fit$curve, tolerance)
}

#' @rdname edge
#' @export
print.softprofile_edge <- function(x, digits = 6, ...) {
  cat("Edge of the plateau: ", share_text(x), " of the improvement left, ", x$z_name, " = ",
    format(x$level, digits = digits), "\n",
    sep = ""
  )
  cat("  representative point: ", named_values(x$point, digits), "\n", sep = "")
  beyond <- if (any(x$inside)) "nearest beyond it:    " else "nearest (none beyond):"
  taken <- named_values(x$nearest[x$names], digits)
  z <- format(x$nearest_z, digits = digits)
  cat("  ", beyond, " ", taken, " (row ", rownames(x$nearest), ", ", x$z_name, " = ", z, ")\n", sep = "")
  cat("  ", sum(x$inside), " of ", length(x$inside), " configurations lie beyond it\n", sep = "")
  cat_messages(x$messages)
  invisible(x)
}

# "gamma = 5, h = 1"
named_values <- function(values, digits) {
  paste(names(values), "=", vapply(values, format, "", digits = digits), collapse = ", ")
}

share_text <- function(edge) paste(format(100 * edge$tolerance), "%")

# The edge of a Python fit as plain data.
plain_edge <- function(found, fit) {
  row <- reticulate::py_to_r(found$nearest_index()) + 1L
  nearest <- fit$u[row, , drop = FALSE]
  if (!fit$z_name %in% fit$names) nearest[[fit$z_name]] <- fit$z[row]
  rownames(nearest) <- row
  plain <- function(name) reticulate::py_to_r(found[[name]])
  representative <- setNames(r_numbers(found$representative), fit$names)
  structure(
    list(
      tolerance = plain("tolerance"),
      level = plain("level"),
      best = plain("best"),
      worst = plain("worst"),
      point = setNames(
        vapply(seq_along(fit$names), function(j) to_original(fit, representative[[j]], j), 0), fit$names
      ),
      representative = representative,
      inside = as.logical(unlist(reticulate::py_to_r(found$inside$tolist()))),
      nearest = nearest,
      nearest_z = fit$z[row],
      row = row,
      names = fit$names,
      z_name = fit$z_name,
      messages = r_messages(found$messages)
    ),
    class = "softprofile_edge"
  )
}

# The edge that is stored in a fit: that of a curve whose good side is known.
stored_edge <- function(found, fit) {
  if (!has_curve(fit) || is.null(fit$better)) return(NULL)
  tryCatch(plain_edge(in_python(found$edge()), fit), softprofile_error = function(e) NULL)
}

# Fits that were saved before there were shapes have two levels.
has_curve <- function(object) !is.null(object$shape) && object$shape$name != "levels"

shape_text <- function(object) {
  options <- object$shape$options
  if (!length(options)) return(object$shape$name)
  paste0(object$shape$name, " (", paste(names(options), vapply(options, format, ""), collapse = ", "), ")")
}

# Whether the edge is the boundary itself: the good side is exactly flat.
edge_is_boundary <- function(fit) {
  flat <- c(low = 1L, high = 2L)[fit$shape$options$flat]
  fit$edge$tolerance == 0 && isTRUE(unname(flat) == fit$good_side)
}

# Links t(g) of a transition, as in Python.
links <- list(
  logistic = stats::plogis,
  cloglog = function(g) -expm1(-log(2) * exp(pmin(g, 7))),
  loglog = function(g) exp(-log(2) * exp(pmin(-g, 7)))
)

# The fitted location of z at values of g.
located <- function(fit, g) {
  if (is.null(fit$levels)) refuse("this fit was saved by an older version of the package: fit it again.")
  low <- fit$levels[1]
  high <- fit$levels[2]
  unit <- sqrt(mean((fit$z - mean(fit$z))^2))
  options <- fit$shape$options
  found <- switch(fit$shape$name,
    levels = ifelse(g > 0, high, low),
    transition = low + (high - low) * links[[options$link]](g),
    ramp = if (options$flat == "low") low + unit * pmax(g, 0) else high + unit * pmin(g, 0),
    refuse("the shape '", fit$shape$name, "' is user-defined and can be evaluated in Python only.")
  )
  if (is.null(fit$support)) found else pmin(pmax(found, fit$support[1]), fit$support[2])
}

# The weight of side 2 at values of g: for a curve, the share of the way from level 1 to level 2.
weights_at <- function(fit, g) {
  if (has_curve(fit)) return((located(fit, g) - fit$levels[1]) / diff(fit$levels))
  if (fit$softness == "soft") stats::plogis(g) else as.double(g > 0)
}

# Locations of both sides of a Python fit, and the locations that its density allows.
plain_levels <- function(found) {
  numpy <- reticulate::import("numpy", convert = FALSE)
  number <- reticulate::import_builtins(convert = FALSE)$float
  density <- found$density
  levels <- vapply(1:2, function(side) {
    reticulate::py_to_r(number(density$location(found$theta$`__getitem__`(side))))
  }, 0)
  ends <- if (reticulate::py_has_attr(density, "within_support")) {
    r_numbers(density$within_support(numpy$array(list(-Inf, Inf))))
  }
  list(levels = levels, support = if (any(is.finite(ends))) ends)
}

#' @rdname softprofile-methods
#' @export
fitted.softprofile_fit <- function(object, ...) located(object, object$values)

#' @rdname softprofile-methods
#' @export
fitted.softprofile_elbow <- function(object, ...) {
  if (!is.null(object$curve)) return(fitted(object$curve))
  if (is.null(object$levels)) refuse("this elbow was saved by an older version of the package: compute it again.")
  object$levels[object$sides]
}
