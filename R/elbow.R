#' Find the elbow of a sequence
#'
#' Finds where a sequence levels off by an exact search over all splits, comparing their profile likelihoods, as in Zhu
#' and Ghodsi (2006).
#'
#' @param z The values, in the order of a scree plot: a numeric vector, or a matrix or data frame with one column.
#' @param formula A formula `z ~ u`, or `~ z` if the values are in the order of the rows.
#' @param data A data frame with the variables of the formula.
#' @param u Numeric vector, the candidate that each value belongs to, in any order. The default `NULL` is `1, 2, ...,
#'   n`. Points with equal `u` are never split.
#' @param density String, the density of `z` on each side: `"gaussian"`, `"gaussian-separate"`, `"laplace"`,
#'   `"laplace-separate"`, `"student-t:df"`, `"poisson"`, `"binomial:trials"` or `"scipy:name"`.
#' @param better `"lower"` if small values of `z` are better, or `"higher"`. The default `NULL` is unknown.
#' @param shape String, how `z` changes: `"levels"`, `"transition"` or `"ramp"`, as in [soft_profile()].
#' @param ... Not used.
#' @return An object of class `softprofile_elbow`: a list with the components
#'   \item{index}{the number of points before the elbow, in the order of `u`}
#'   \item{threshold}{the `u` of the last of these points}
#'   \item{loglik}{profile log-likelihood of this split}
#'   \item{splits, profile}{all splits that were compared, and their profile log-likelihoods}
#'   \item{theta}{data frame: fitted parameters of the densities, one row per side}
#'   \item{u, z, sides}{the data, and the side of each point, in the order given. Side 2 has the larger location of `z`,
#'     as in [soft_profile()]: if `z` falls at the threshold, side 2 is `u <= threshold`}
#'   \item{better, good_side}{`"lower"`, `"higher"` or `NULL`, and the side with the better `z`: 1, 2 or `NULL`}
#'   \item{shape, levels}{the shape, and the locations of side 1 and side 2}
#'   \item{curve}{for a transition or a ramp, the fit of the curve, a `softprofile_fit`; its threshold is the middle or
#'     the corner, and may lie between two candidates}
#'   \item{messages}{character vector of caveats, named by their codes, such as `"scale-at-floor"`}
#' @seealso [elbows()] for the elbows after the first, [soft_profile()] for several hyper-parameters, [bootstrap()] and
#'   [test_plateau()] for uncertainty and checks.
#' @examples
#' if (softprofile_available()) {
#'   e <- elbow(c(9, 8.5, 8.8, 4, 4.2, 3.9, 4.1))
#'   print(e)
#'   plot(e)
#'   elbow(mpg ~ wt, data = mtcars, density = "laplace")
#' }
#' @export
elbow <- function(z, ...) UseMethod("elbow")

#' @rdname elbow
#' @export
elbow.default <- function(z, u = NULL, density = "gaussian", shape = "levels", better = NULL, ...) {
  no_more(...)
  performance <- as_performance(z, label_of(substitute(z), "z"))
  candidates <- if (!is.null(u)) as_table(u, label_of(substitute(u), "u1"))
  fit_elbow(performance, candidates, density, better, shape, match.call())
}

#' @rdname elbow
#' @export
elbow.formula <- function(formula, data = NULL, density = "gaussian", shape = "levels", better = NULL, ...) {
  no_more(...)
  read <- read_formula(formula, data)
  if (is.null(read$z)) {
    read <- list(z = as_performance(read$u), u = NULL)
  }
  fit_elbow(read$z, if (length(read$u)) as_table(read$u), density, better, shape, match.call())
}

fit_elbow <- function(performance, candidates, density, better, shape, call) {
  force(performance)
  force(candidates)
  module <- python_module()
  found <- in_python({
    z <- python_series(performance$values, performance$name)
    u <- if (!is.null(candidates)) python_table(candidates)
    module$elbow(z, u = u, density = density, better = better, shape = shape)
  })
  new_elbow(found, call, !is.null(candidates))
}

new_elbow <- function(found, call, u_given) {
  plain <- function(name) reticulate::py_to_r(found[[name]])
  listed <- function(name) unlist(reticulate::py_to_r(found[[name]]$tolist()))
  curve <- if (!is.null(reticulate::py_to_r(found$curve))) new_fit(plain_fit(found$curve), NULL, call)
  levels <- if (is.null(curve)) plain_levels(found)$levels else curve$levels
  structure(
    list(
      index = plain("index"),
      threshold = plain("threshold"),
      loglik = plain("loglik"),
      splits = as.integer(listed("splits")),
      profile = listed("profile"),
      theta = theta_table(plain("theta")),
      u = listed("u"),
      z = listed("z"),
      sides = as.integer(listed("sides")),
      better = plain("better"),
      good_side = good_side_of(plain("better")),
      shape = if (is.null(curve)) list(name = "levels", options = list()) else curve$shape,
      levels = levels,
      curve = curve,
      u_given = u_given,
      u_name = plain("u_name"),
      z_name = plain("z_name"),
      density = list(
        name = reticulate::py_to_r(found$density$name),
        options = plain_options(reticulate::py_to_r(found$density$options()))
      ),
      messages = r_messages(found$messages),
      call = call
    ),
    class = "softprofile_elbow"
  )
}

#' Find repeated elbows
#'
#' Finds the elbow of `z`, then the elbow of the values after it, and so on, as is commonly done to choose embedding
#' dimensions. The values are used in the order given, so sort singular values in decreasing order.
#'
#' @inheritParams elbow
#' @param formula A formula `~ z`.
#' @param n Integer, the number of elbows. Fewer are returned, with a warning, if the values after an elbow are too few
#'   or constant.
#' @return An integer vector: the elbows, each counted from the beginning of `z`.
#' @examples
#' if (softprofile_available()) {
#'   elbows(c(9, 8.5, 8.8, 4, 4.2, 3.9, 1, 1.1, 0.9, 1), n = 2)
#' }
#' @export
elbows <- function(z, ...) UseMethod("elbows")

#' @rdname elbows
#' @export
elbows.default <- function(z, n = 3, density = "gaussian", ...) {
  no_more(...)
  fit_elbows(as_performance(z, label_of(substitute(z), "z")), n, density)
}

#' @rdname elbows
#' @export
elbows.formula <- function(formula, data = NULL, n = 3, density = "gaussian", ...) {
  no_more(...)
  read <- read_formula(formula, data)
  if (!is.null(read$z)) refuse("elbows() takes one sequence, in the order of the rows: write ~ z.")
  fit_elbows(as_performance(read$u), n, density)
}

fit_elbows <- function(performance, n, density) {
  force(performance)
  module <- python_module()
  in_python({
    z <- python_series(performance$values, performance$name)
    as.integer(unlist(reticulate::py_to_r(module$elbows(z, n = python_integer(n), density = density)$tolist())))
  })
}

# The parameters of the densities, one row per side.
theta_table <- function(theta) {
  rows <- lapply(c("1", "2"), function(side) as.data.frame(theta[[side]], optional = TRUE))
  cbind(side = 1:2, do.call(rbind, rows))
}

# Options as a list without NULL entries.
plain_options <- function(options) {
  options <- as.list(options)
  options[!vapply(options, is.null, logical(1))]
}
