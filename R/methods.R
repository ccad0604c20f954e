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
#'   elbow) and of the densities. `nobs()` returns the number of points.
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
  cat("  after ", x$index, " of ", length(x$z), " points: ", x$u_name, " <= ", threshold, "\n", sep = "")
  cat("  log-likelihood ", format(x$loglik, digits = digits), "\n", sep = "")
  cat_messages(x$messages)
  invisible(x)
}

#' @rdname softprofile-methods
#' @export
print.softprofile_fit <- function(x, digits = 6, ...) {
  families <- paste0(x$boundary$name, " boundary, ", x$density$name, " density")
  cat("Plateau boundary by ", likelihood_name(x), ": ", families, "\n", sep = "")
  point <- vapply(x$representative_point, format, "", digits = digits)
  cat("  representative point: ", paste(x$names, "=", point, collapse = ", "), "\n", sep = "")
  row <- marked_index(x)
  taken <- vapply(x$u[row, , drop = FALSE], format, "", digits = digits)
  cat(
    "  nearest evaluated:    ", paste(x$names, "=", taken, collapse = ", "), " (row ", row, ", ",
    side_label(x, x$sides[row]), ", ", x$z_name, " = ", format(x$z[row], digits = digits), ")\n",
    sep = ""
  )
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
logLik.softprofile_elbow <- function(object, ...) as_loglik(object, 1)

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
  2L * each - object$density$name %in% common_scale
}

likelihood_name <- function(fit) {
  if (fit$softness == "soft") "softened profile likelihood" else "profile likelihood"
}

cat_messages <- function(messages) {
  for (i in seq_along(messages)) {
    cat(strwrap(paste0("Warning ", i, ": ", messages[i]), width = 0.95 * getOption("width"), exdent = 2), sep = "\n")
  }
}
