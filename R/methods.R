#' Print elbows and fits, and extract their parts
#'
#' Methods of standard generics for elbows and fits. They work without Python.
#'
#' @param x,object An elbow by [elbow()] or a fit by [soft_profile()].
#' @param digits Integer, the number of significant digits.
#' @param ... Not used.
#' @return `print()` returns `x`, invisibly. `coef()` returns a named numeric vector: the parameters of the boundary in
#'   transformed coordinates (the component `coefficients` of a fit has them as matrices), or the threshold of an elbow.
#'   `logLik()` returns the maximised profile log-likelihood; its `df` counts the parameters of the boundary (one for an
#'   elbow) and of the densities. `nobs()` returns the number of points. `fitted()` returns the fitted location of `z`
#'   at each point.
#' @name softprofile-methods
#' @examples
#' if (softprofile_available()) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm())
#'   coef(fit)
#'   logLik(fit)
#'   nobs(fit)
#' }
NULL

#' @rdname softprofile-methods
#' @export
print.softprofile_elbow <- function(x, digits = 6, ...) {
  cat("Elbow by profile likelihood, ", x$density$name, " density\n", sep = "")
  threshold <- format(x$threshold, digits = digits)
  relation <- if (has_curve(x)) " = " else " <= "
  if (has_curve(x)) cat("  ", shape_text(x), "\n", sep = "")
  cat("  after ", x$index, " of ", length(x$z), " points: ", x$u_name, relation, threshold, "\n", sep = "")
  cat_edge(x$curve, digits)
  cat("  log-likelihood ", format(x$loglik, digits = digits), "\n", sep = "")
  cat_messages(x$messages)
  invisible(x)
}

#' @rdname softprofile-methods
#' @export
print.softprofile_fit <- function(x, digits = 6, ...) {
  families <- paste0(
    if (has_curve(x)) paste0(shape_text(x), ", "), x$boundary$name, " boundary, ", x$density$name, " density"
  )
  cat("Plateau boundary by ", likelihood_name(x), ": ", families, "\n", sep = "")
  point <- vapply(x$representative_point, format, "", digits = digits)
  cat("  representative point: ", paste(x$names, "=", point, collapse = ", "), "\n", sep = "")
  row <- nearest_index(x, x$good_side)
  taken <- vapply(x$u[row, , drop = FALSE], format, "", digits = digits)
  cat(
    "  nearest evaluated:    ", paste(x$names, "=", taken, collapse = ", "), " (row ", row, ", ",
    side_label(x, x$sides[row]), ", ", x$z_name, " = ", format(x$z[row], digits = digits), ")\n",
    sep = ""
  )
  cat_edge(x, digits)
  cat("  log-likelihood ", format(x$loglik, digits = digits), ", ", length(x$z), " points: ", sum(x$sides == 1),
    " on ", side_label(x, 1), ", ", sum(x$sides == 2), " on ", side_label(x, 2), "\n",
    sep = ""
  )
  cat_messages(x$messages)
  invisible(x)
}

#' @rdname softprofile-methods
#' @export
coef.softprofile_elbow <- function(object, ...) c(threshold = object$threshold)

#' @rdname softprofile-methods
#' @export
coef.softprofile_fit <- function(object, ...) setNames(object$parameters, term_names(object))

#' @rdname softprofile-methods
#' @export
logLik.softprofile_elbow <- function(object, ...) {
  if (is.null(object$curve)) as_loglik(object, 1) else logLik(object$curve)
}

#' @rdname softprofile-methods
#' @export
logLik.softprofile_fit <- function(object, ...) as_loglik(object, length(object$parameters))

#' @rdname softprofile-methods
#' @export
nobs.softprofile_elbow <- function(object, ...) length(object$z)

#' @rdname softprofile-methods
#' @export
nobs.softprofile_fit <- function(object, ...) length(object$z)

as_loglik <- function(object, boundary_parameters) {
  structure(
    object$loglik,
    df = boundary_parameters + density_parameters(object),
    nobs = length(object$z),
    class = "logLik"
  )
}

# Densities with a common scale for both sides.
common_scale <- c("gaussian", "laplace", "student-t")

density_parameters <- function(object) {
  each <- length(object$theta) - 1L
  # A ramp has one level.
  2L * each - object$density$name %in% common_scale - identical(object$shape$name, "ramp")
}

# The edge of a fit that has one.
cat_edge <- function(fit, digits) {
  found <- fit$edge
  if (is.null(found)) return(invisible())
  level <- paste0(fit$z_name, " = ", format(found$level, digits = digits))
  cat("  edge (", share_text(found), " left): ", named_values(found$point, digits), " (", level, ")\n", sep = "")
  label <- if (any(found$inside)) "nearest beyond the edge: " else "nearest (none beyond the edge): "
  z <- paste0(fit$z_name, " = ", format(found$nearest_z, digits = digits))
  taken <- named_values(found$nearest[fit$names], digits)
  cat("  ", label, taken, " (row ", found$row, ", ", z, ")\n", sep = "")
}

likelihood_name <- function(fit) {
  if (fit$softness == "soft" && !has_curve(fit)) "softened profile likelihood" else "profile likelihood"
}

# `kinds` is one word for all messages, or one for each.
cat_messages <- function(messages, kinds = "Warning") {
  kinds <- rep_len(kinds, length(messages))
  for (i in seq_along(messages)) {
    cat(strwrap(paste0(kinds[i], " ", i, ": ", messages[i]), width = 0.95 * getOption("width"), exdent = 2), sep = "\n")
  }
}
