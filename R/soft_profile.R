#' Find the boundary of the plateau
#'
#' Finds the boundary g(u) = 0 where improvement has levelled off, and a representative point on it, by maximising the
#' softened profile likelihood of Chen and Zhu.
#'
#' Tables of tuning results can be used directly: a `train` object of caret, the `tune_results` of tidymodels, the data
#' frame that `collect_metrics()` returns for them, or a data frame such as `train$results`. [nearest()] then counts
#' only the configurations that were used: the rows of one metric, without failed fits.
#'
#' A boundary is always returned; use [test_plateau()] to check that there is a plateau.
#'
#' @param u Evaluated configurations, one row per configuration: a numeric data frame or matrix, or a numeric vector for
#'   one hyper-parameter. Alternatively a table of tuning results.
#' @param z Numeric vector with the performance of each configuration. For a table of tuning results, a string: the name
#'   of a metric or column. It can be omitted for a `train` object (the default is the metric it was tuned for) and if
#'   there is only one metric.
#' @param params Character vector, for a table of tuning results: names of the numeric columns to use as coordinates.
#'   The default is all tuning parameters that take more than one value.
#' @param formula A formula `z ~ u1 + u2 + ...`.
#' @param data A data frame with the variables of the formula.
#' @param boundary String: `"linear"`, `"quadratic"` or `"network"`. `"auto"` is quadratic, or linear in one dimension:
#'   a single threshold, as in [elbow()].
#' @param density String, the density of `z` on each side: `"gaussian"`, `"gaussian-separate"`, `"laplace"`,
#'   `"laplace-separate"`, `"student-t:df"`, `"poisson"`, `"binomial:trials"` or `"scipy:name"`.
#' @param softness String: `"soft"`, or `"hard"` for the best partition.
#' @param transform String: `"auto"`, `"log"`, `"standardize"` or `"none"` for all columns; or a character vector with
#'   one entry per column; or a vector or list named by columns. `"auto"` takes logs of positive columns and
#'   standardises all columns.
#' @param n_starts Integer, the number of starts of the optimiser. The default `NULL` is 20 for linear and quadratic
#'   boundaries and 5 for the network (1 with `preset = "paper"`), and 5 for densities that are fitted numerically. If
#'   neither `n_starts` nor `ridge` is given, only a few soft starts are used where noise obscures the two levels of
#'   `z`.
#' @param ridge Number, the penalty that makes the maximum well defined. The default `NULL` is 1e-7 (1e-6 with the soft
#'   starts); 0 is the paper's objective.
#' @param random_state Integer, the seed of the starts. R's own random seed is not used.
#' @param preset `NULL`, or `"paper"` for the paper's procedure to the letter: Gaussian, no ridge, random starts, BFGS
#'   or plain ADAM.
#' @param better `"lower"` if small values of `z` are better, as for an error, or `"higher"`, as for a score. The fit is
#'   the same, but it then knows its good side: see [nearest()]. The default `NULL` is unknown, except for a `train`
#'   object, whose `maximize` is used for the metric it was tuned for, and for `tune_results`, whose metrics have a
#'   direction.
#' @param shape String, how `z` changes across the boundary: `"levels"` (two levels, the model of the paper),
#'   `"transition"` (smooth; `"transition:logistic"`, `"transition:cloglog"` and `"transition:loglog"` name the link) or
#'   `"ramp"` (flat on one side; `"ramp:low"` and `"ramp:high"` name the flat side).
#' @param ... In the other methods, the arguments of the default method after `z`, by name.
#' @return An object of class `softprofile_fit`: a list with the components
#'   \item{u, z, names, z_name}{the data and the names of the columns}
#'   \item{representative_point}{named numeric vector: the representative point on the boundary, in original units}
#'   \item{centers_of_gravity}{data frame: centres of gravity of sides 1 and 2, in original units}
#'   \item{sides, weights, values}{for each configuration the side (1 where g <= 0, 2 where g > 0), the weight of side
#'     2, and the value of g. Side 2 has the larger location of `z`}
#'   \item{parameters, coefficients}{parameters of the boundary in transformed coordinates, as a vector and by name}
#'   \item{theta}{data frame: fitted parameters of the densities, one row per side}
#'   \item{loglik}{profile log-likelihood at the fit, without the ridge}
#'   \item{transform, boundary, density, softness, ridge, n_starts}{the settings of the fit}
#'   \item{better, good_side}{`"lower"`, `"higher"` or `NULL`, and the side with the better `z`: 1, 2 or `NULL`}
#'   \item{centres, representative, crossings}{centres of gravity, representative point and all crossings of the
#'     boundary with the segment between the centres, in transformed coordinates}
#'   \item{shape, levels, edge}{the shape; the locations of side 1 and side 2; and for a transition or a ramp, the edge
#'     of the plateau with the default tolerance, if `better` is known: see [edge()]. [fitted()] returns the location of
#'     `z` at each configuration}
#'   \item{certified}{`TRUE` if a hard fit is proven to be the best partition of its family}
#'   \item{messages}{character vector of caveats, named by their codes, such as `"weak-evidence"`}
#'   \item{json}{the fit as text, from which Python rebuilds it for [bootstrap()], [test_plateau()], [diagnose()],
#'     [focus()] and [refine()]}
#' @seealso [recommend()] for the configuration to use, [nearest()], [predict.softprofile_fit()], [plot.softprofile_fit()];
#'   [bootstrap()], [test_plateau()] and [diagnose()] for uncertainty and checks; [compare()] to choose the boundary and
#'   the density.
#' @examples
#' if (softprofile_available()) {
#'   d <- parkinson_svm()
#'   fit <- soft_profile(train_error ~ gamma + h, data = d)
#'   print(fit)
#'   nearest(fit)
#'   plot(fit)
#'   # The same fit from a table of results.
#'   soft_profile(parkinson_svm(), z = "train_error", params = c("gamma", "h"))
#' }
#' @export
soft_profile <- function(u, ...) UseMethod("soft_profile")

#' @rdname soft_profile
#' @export
soft_profile.default <- function(u, z, boundary = "auto", density = "gaussian", softness = "soft", transform = "auto",
                                 n_starts = NULL, ridge = NULL, random_state = 0, preset = NULL, shape = "levels",
                                 better = NULL, ...) {
  no_more(...)
  if (missing(z)) refuse("z is missing: give the performance of each configuration.")
  fit_profile(
    as_table(u, label_of(substitute(u), "u1")), as_performance(z, label_of(substitute(z), "z")), match.call(),
    boundary = boundary, density = density, softness = softness, transform = transform, n_starts = n_starts,
    ridge = ridge, random_state = random_state, preset = preset, better = better, shape = shape
  )
}

#' @rdname soft_profile
#' @export
soft_profile.formula <- function(formula, data = NULL, ...) {
  read <- read_formula(formula, data)
  if (is.null(read$z)) refuse("the formula needs the performance on the left: write z ~ u1 + u2.")
  fit_table(read, match.call(), ...)
}

# `known` is the direction that the results themselves tell; it is used unless `better` is given.
fit_table <- function(read, call, ..., known = NULL) {
  choices <- by_name(soft_profile.default, list(...))
  if (is.null(choices$better)) choices["better"] <- list(known)
  do.call(fit_profile, c(list(as_table(read$u), read$z, call), choices), quote = TRUE)
}

fit_profile <- function(table, performance, call, boundary, density, softness, transform, n_starts, ridge,
                        random_state, preset, better, shape) {
  force(table)
  force(performance)
  module <- python_module()
  held <- in_python({
    u <- python_table(table)
    z <- python_series(performance$values, performance$name)
    found <- module$fit(
      u, z,
      boundary = boundary, density = density, softness = softness, transform = python_transform(transform),
      n_starts = python_integer(n_starts), ridge = ridge, random_state = python_integer(random_state), preset = preset,
      better = better, shape = shape
    )
    plain_fit(found)
  })
  scree <- if (length(table) == 1) scree_profile(module, table, performance, density, held)
  new_fit(held, scree, call)
}

# In one dimension, keep the profile likelihood of every split for the plot. Not every density has one.
scree_profile <- function(module, table, performance, density, held) {
  if (!identical(held$shape$name, "levels")) {
    # A curve has a profile only along a single threshold, and with the coordinates of the fit.
    return(held$scree)
  }
  tryCatch(
    suppressWarnings(in_python({
      found <- module$elbow(python_series(performance$values, performance$name), python_table(table), density)
      list(
        splits = as.integer(unlist(reticulate::py_to_r(found$splits$tolist()))),
        profile = unlist(reticulate::py_to_r(found$profile$tolist()))
      )
    })),
    softprofile_error = function(e) NULL
  )
}

new_fit <- function(held, scree, call) {
  names <- as.character(unlist(held$names))
  table <- function(rows) {
    matrix(as.double(unlist(rows)), ncol = length(names), byrow = TRUE, dimnames = list(NULL, names))
  }
  values <- as.double(unlist(held$values))
  chosen <- held$chosen
  fit <- structure(
    list(
      u = as.data.frame(table(held$U), optional = TRUE),
      z = as.double(unlist(held$z)),
      names = names,
      z_name = held$z_name,
      representative_point = setNames(as.double(unlist(chosen$representative_point)), names),
      centers_of_gravity = as.data.frame(table(chosen$centers_of_gravity), optional = TRUE),
      sides = as.integer(unlist(chosen$sides)),
      weights = NULL,
      values = values,
      parameters = as.double(unlist(held$parameters)),
      theta = theta_table(held$theta),
      loglik = held$loglik,
      transform = data.frame(
        name = names,
        kind = as.character(unlist(held$transform$kinds)),
        centre = as.double(unlist(held$transform$centres)),
        scale = as.double(unlist(held$transform$scales))
      ),
      boundary = list(name = held$boundary$name, options = plain_options(held$boundary$options)),
      density = list(name = held$density$name, options = plain_options(held$density$options)),
      softness = held$softness,
      ridge = held$ridge,
      n_starts = held$n_starts,
      better = held$settings$better,
      good_side = good_side_of(held$settings$better),
      shape = list(name = held$shape$name, options = plain_options(held$shape$options)),
      levels = held$levels,
      support = held$support,
      centres = table(held$centres),
      representative = setNames(as.double(unlist(held$representative)), names),
      crossings = table(held$crossings),
      certified = held$certified,
      messages = held$messages,
      scree = scree,
      json = held$json,
      call = call
    ),
    class = "softprofile_fit"
  )
  fit["weights"] <- list(weights_at(fit, values))
  fit$coefficients <- boundary_coefficients(fit)
  fit$edge <- held$edge(fit)
  fit
}
