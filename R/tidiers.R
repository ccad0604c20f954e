#' Tidy data frames of elbows and fits
#'
#' Methods of `tidy()`, `glance()` and `augment()`. They require the package generics (or broom, which re-exports its
#' generics), and work without Python.
#'
#' @param x An elbow by [elbow()] or a fit by [soft_profile()].
#' @param data,newdata For a fit, a data frame of configurations to predict. The default `NULL` is the data of the fit.
#' @param ... Not used.
#' @return A data frame. `tidy()` returns one row per parameter of the boundary and of the densities, `glance()` one row
#'   for the whole fit, and `augment()` one row per configuration: the configurations with their `.side`, and for a fit
#'   also `.decision`, the value of g, and `.weight`, the weight of side 2; for a transition or a ramp also `.fitted`,
#'   the location of `z`.
#' @name softprofile-tidiers
#' @examples
#' if (softprofile_available() && requireNamespace("generics", quietly = TRUE)) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm())
#'   generics::tidy(fit)
#'   generics::glance(fit)
#'   head(generics::augment(fit))
#' }
NULL

#' @rdname softprofile-tidiers
#' @exportS3Method generics::tidy
tidy.softprofile_fit <- function(x, ...) {
  rbind(data.frame(part = "boundary", side = NA_integer_, term = term_names(x), estimate = x$parameters), tidy_theta(x))
}

#' @rdname softprofile-tidiers
#' @exportS3Method generics::tidy
tidy.softprofile_elbow <- function(x, ...) {
  rbind(data.frame(part = "boundary", side = NA_integer_, term = "threshold", estimate = x$threshold), tidy_theta(x))
}

#' @rdname softprofile-tidiers
#' @exportS3Method generics::glance
glance.softprofile_fit <- function(x, ...) {
  data.frame(
    nobs = length(x$z), dimensions = length(x$names), boundary = x$boundary$name, density = x$density$name,
    softness = x$softness, ridge = x$ridge, logLik = x$loglik, df = attr(logLik(x), "df"), certified = x$certified,
    nearest = nearest_index(x)
  )
}

#' @rdname softprofile-tidiers
#' @exportS3Method generics::glance
glance.softprofile_elbow <- function(x, ...) {
  data.frame(
    nobs = length(x$z), density = x$density$name, index = x$index, threshold = x$threshold, logLik = x$loglik,
    df = attr(logLik(x), "df")
  )
}

#' @rdname softprofile-tidiers
#' @exportS3Method generics::augment
augment.softprofile_fit <- function(x, data = NULL, newdata = NULL, ...) {
  given <- if (is.null(newdata)) data else newdata
  if (is.null(given)) {
    table <- x$u
    if (!x$z_name %in% x$names) table[[x$z_name]] <- x$z
    g <- x$values
  } else {
    table <- as.data.frame(given, optional = TRUE)
    g <- predict(x, table, type = "decision")
  }
  table$.side <- ifelse(g > 0, 2L, 1L)
  table$.decision <- g
  table$.weight <- weights_at(x, g)
  if (has_curve(x)) table$.fitted <- located(x, g)
  table
}

#' @rdname softprofile-tidiers
#' @exportS3Method generics::augment
augment.softprofile_elbow <- function(x, ...) {
  data.frame(setNames(list(x$u, x$z), c(x$u_name, x$z_name)), .side = x$sides, check.names = FALSE)
}

tidy_theta <- function(x) {
  terms <- names(x$theta)[-1]
  data.frame(
    part = "density", side = rep(1:2, each = length(terms)), term = rep(terms, 2),
    estimate = c(t(as.matrix(x$theta[-1])))
  )
}
