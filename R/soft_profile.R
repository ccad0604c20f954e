#' Boundary of the plateau
#'
#' Finds the boundary g(u) = 0 where improvement has levelled off, and a representative point on it, by maximising the
#' softened profile likelihood of Chen and Zhu.
#'
#' Tables of tuning results can be given as they are: a `train` object of caret, the `tune_results` of tidymodels, the
#' data frame that `collect_metrics()` made of them, or a data frame such as `train$results`. The configurations that
#' `nearest()` then counts are those that were used: the rows of one metric, without the fits that failed.
#'
#' @param u Evaluated configurations, a row each: a data frame, a matrix, or for one hyper-parameter a vector. Or a
#'   table of tuning results.
#' @param z Performance of each configuration. For a table of tuning results the name of a metric or column, which may
#'   be left out for a `train` object (then the metric it was tuned for) and where there is only one metric.
#' @param params For a table of tuning results, names of the columns that are the coordinates; unless given, all tuning
#'   parameters that take more than one value. They have to be numbers.
#' @param formula `z ~ u1 + u2 + ...`.
#' @param data A data frame with the variables of the formula.
#' @param boundary `"linear"`, `"quadratic"` or `"network"`. `"auto"` is quadratic, and in one dimension linear: a
#'   single threshold, as in [elbow()].
#' @param density Density of `z` on either side: `"gaussian"`, `"gaussian-separate"`, `"laplace"`,
#'   `"laplace-separate"`, `"student-t:df"`, `"poisson"`, `"binomial:trials"` or `"scipy:name"`.
#' @param softness `"soft"`, or `"hard"` for the best partition itself.
#' @param transform `"auto"`, `"log"`, `"standardize"` or `"none"` for all columns, a vector of them, or a vector or
#'   list named by columns. `"auto"` logs and standardises positive columns and standardises the others.
#' @param n_starts Number of starts of the optimiser: 20 for linear and quadratic, 5 for the network unless given (1
#'   with `preset = "paper"`); 5 where each fit of the density is a numerical search. Unless this or the ridge is given,
#'   there are only a few soft starts where noise covers the two levels of `z`.
#' @param ridge 1e-7 unless given (1e-6 with the soft starts): it makes the optimum definite. 0 is the paper's literal
#'   objective.
#' @param random_state Seed of the starts. The seed of R plays no part.
#' @param preset `"paper"` is the literal procedure: Gaussian, no ridge, random starts, BFGS or plain ADAM.
#' @param ... From the other methods, all arguments of the default method after `z`, by name.
#' @return An object of class `softprofile_fit`, a list of
#'   \item{u, z, names, z_name}{the data and the names of the columns}
#'   \item{representative_point}{the representative point on the boundary, in original units}
#'   \item{centers_of_gravity}{centres of gravity of side 1 and 2, in original units}
#'   \item{sides, weights, values}{of each point the side (1 where g <= 0, 2 where g > 0), the weight of side 2, and g.
#'     Side 2 has the larger location of `z`}
#'   \item{parameters, coefficients}{those of the boundary in transformed coordinates, as a vector and by name}
#'   \item{theta}{fitted parameters of the densities, a row for each side}
#'   \item{loglik}{profile log-likelihood at the fit, without the ridge}
#'   \item{transform, boundary, density, softness, ridge, n_starts}{how the fit was made}
#'   \item{centres, representative, crossings}{centres of gravity, representative point and all crossings of the segment
#'     between the centres, in transformed coordinates}
#'   \item{certified}{whether a hard fit is proven to be the best partition of its family}
#'   \item{messages}{caveats; their names are the codes of the messages, such as `"weak-evidence"`}
#'   \item{json}{the fit as text, from which Python rebuilds it for [bootstrap()], [test_plateau()], [diagnose()],
#'     [focus()] and [refine()]}
#' @seealso [nearest()] for the configuration to take, [predict.softprofile_fit()], [plot.softprofile_fit()];
#'   [bootstrap()], [test_plateau()] and [diagnose()] for how far to trust it, [compare()] for which boundary and
#'   density.
#' @examples
#' if (softprofile_available()) {
#'   d <- parkinson_svm()
#'   fit <- soft_profile(train_error ~ gamma + h, data = d)
#'   print(fit)
#'   nearest(fit)
#'   plot(fit)
#'   # The same from a table of results.
#'   soft_profile(parkinson_svm(), z = "train_error", params = c("gamma", "h"))
#' }
#' @export
soft_profile <- function(u, ...) UseMethod("soft_profile")

#' @rdname soft_profile
#' @export
soft_profile.default <- function(u, z, boundary = "auto", density = "gaussian", softness = "soft", transform = "auto",
                                 n_starts = NULL, ridge = NULL, random_state = 0, preset = NULL, ...) {
  no_more(...)
  if (missing(z)) refuse("z is missing: give the performance of each configuration.")
  fit_profile(
    as_table(u, label_of(substitute(u), "u1")), as_performance(z, label_of(substitute(z), "z")), match.call(),
    boundary = boundary, density = density, softness = softness, transform = transform, n_starts = n_starts,
    ridge = ridge, random_state = random_state, preset = preset
  )
}

#' @rdname soft_profile
#' @export
soft_profile.formula <- function(formula, data = NULL, ...) {
  read <- read_formula(formula, data)
  if (is.null(read$z)) refuse("the performance stands on the left of the formula: write z ~ u1 + u2.")
  fit_table(read, match.call(), ...)
}

fit_table <- function(read, call, ...) {
  choices <- by_name(soft_profile.default, list(...))
  do.call(fit_profile, c(list(as_table(read$u), read$z, call), choices), quote = TRUE)
}

fit_profile <- function(table, performance, call, boundary, density, softness, transform, n_starts, ridge,
                        random_state, preset) {
  force(table)
  force(performance)
  module <- python_module()
  held <- in_python({
    u <- python_table(table)
    z <- python_series(performance$values, performance$name)
    found <- module$fit(
      u, z,
      boundary = boundary, density = density, softness = softness, transform = python_transform(transform),
      n_starts = python_integer(n_starts), ridge = ridge, random_state = python_integer(random_state), preset = preset
    )
    plain_fit(found)
  })
  scree <- if (length(table) == 1) scree_profile(module, table, performance, density)
  new_fit(held, scree, call)
}

# In one dimension the profile likelihood of every split is kept for the plot; it does not exist for every density.
scree_profile <- function(module, table, performance, density) {
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
      weights = if (held$softness == "soft") stats::plogis(values) else as.double(values > 0),
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
  fit$coefficients <- boundary_coefficients(fit)
  fit
}
