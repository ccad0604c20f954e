#' Compare boundaries and densities
#'
#' Fits every pair of a boundary and a density to the same data, cross-validates the pairs on the same folds, and
#' compares them.
#'
#' A held-out `z` is scored by the logarithm of its predictive density, \{1 - s(u)\} f1(z) + s(u) f2(z), of a fit to the
#' other folds, where s(u) is the weight of side 2. A pair that cannot be fitted stays in the table, with the reason as
#' `note`.
#'
#' @inheritParams soft_profile
#' @param u Evaluated configurations, one row per configuration: a numeric data frame or matrix, or a numeric vector for
#'   one hyper-parameter. Alternatively a data frame of tuning results.
#' @param z Numeric vector with the performance of each configuration. For a data frame of tuning results, a string: the
#'   name of a metric or column.
#' @param boundaries,densities Character vectors of names, as in [soft_profile()]. Every boundary is paired with every
#'   density.
#' @param folds Integer, the number of folds; `NULL` for no cross-validation.
#' @param repeats Integer, the number of repetitions of the cross-validation, each with different folds; scores are
#'   averaged. Use 5 if the choice matters.
#' @param softness,transform,n_starts,ridge As in [soft_profile()], for all fits.
#' @param better `"lower"` or `"higher"`: which `z` is better, for all fits. The default `NULL` is unknown.
#' @param shapes Character vector of shapes to compare, as in [soft_profile()]: for instance
#'   `c("levels", "transition", "ramp")`.
#' @param n_jobs Integer, the number of processes.
#' @param random_state Integer, the seed of the starts and the folds. R's own random seed is not used.
#' @param ... In the other methods, the arguments of the default method after `z`, by name.
#' @return An object of class `softprofile_comparison`: a list with the components
#'   \item{table}{data frame with one row per pair, sorted by cross-validated score, the best first: `loglik`, `df`,
#'     `AIC`, `BIC`; `cv_loglik`, the sum of the scores, and its standard error `cv_se`; `cv_behind`, the difference
#'     from the best pair, and its standard error `cv_behind_se`; `cv_gain`, the gain over the same density without a
#'     boundary; `agreement`, the share of points on the same side as in the fit of the best pair; and `note`}
#'   \item{agreement}{matrix: the share of points that two fits put on the same side}
#'   \item{best_pair}{boundary and density of the pair with the largest `cv_loglik`, or without cross-validation the
#'     smallest `BIC`; and its shape, if several shapes were compared}
#'   \item{best_pairs}{data frame: the best pair by each `criterion`. `"two-step"` takes the density of the best pair by
#'     AIC, and then the best pair with that density by `cv_loglik`}
#'   \item{fits}{list of the fits, each a `softprofile_fit`, with names such as `"quadratic, gaussian"`}
#'   \item{folds, messages}{the number of folds, and a character vector of caveats, named by their codes}
#' @examples
#' if (softprofile_available()) {
#'   d <- parkinson_svm()
#'   found <- compare(train_error ~ gamma + h, data = d, boundaries = c("linear", "quadratic"), folds = NULL)
#'   print(found)
#'   found$fits[[toString(found$best_pair)]]
#' }
#' @export
compare <- function(u, ...) UseMethod("compare")

#' @rdname compare
#' @export
compare.default <- function(u, z, boundaries = c("linear", "quadratic", "network"),
                            densities = c("gaussian", "laplace"), folds = 5, repeats = 1, softness = "soft",
                            transform = "auto", n_starts = NULL, ridge = NULL, n_jobs = 1, random_state = 0,
                            better = NULL, shapes = "levels", ...) {
  no_more(...)
  if (missing(z)) refuse("z is missing: give the performance of each configuration.")
  compare_pairs(
    as_table(u, label_of(substitute(u), "u1")), as_performance(z, label_of(substitute(z), "z")), match.call(),
    boundaries = boundaries, densities = densities, folds = folds, repeats = repeats, softness = softness,
    transform = transform, n_starts = n_starts, ridge = ridge, n_jobs = n_jobs,
    random_state = random_state, better = better, shapes = shapes
  )
}

#' @rdname compare
#' @export
compare.formula <- function(formula, data = NULL, ...) {
  read <- read_formula(formula, data)
  if (is.null(read$z)) refuse("the formula needs the performance on the left: write z ~ u1 + u2.")
  compare_table(read, match.call(), ...)
}

#' @rdname compare
#' @export
compare.data.frame <- function(u, z, ..., params = NULL) {
  read <- read_results(u, if (!missing(z)) z, params)
  if (!is.null(read)) return(compare_table(read, match.call(), ...))
  if (!is.null(params)) refuse("params is for tables of tuning results: pass only the columns to use as u.")
  if (missing(z)) refuse("z is missing: give the performance of each configuration.")
  performance <- as_performance(z, label_of(substitute(z), "z"))
  compare_table(list(u = u, z = performance), match.call(), ...)
}

compare_table <- function(read, call, ...) {
  choices <- by_name(compare.default, list(...))
  do.call(compare_pairs, c(list(as_table(read$u), read$z, call), choices), quote = TRUE)
}

compare_pairs <- function(table, performance, call, boundaries, densities, folds, repeats, softness, transform,
                          n_starts, ridge, n_jobs, random_state, better, shapes) {
  force(table)
  force(performance)
  module <- python_module()
  asked <- list(
    boundaries = python_several(boundaries), densities = python_several(densities), folds = python_integer(folds),
    repeats = python_integer(repeats), softness = softness, transform = python_transform(transform),
    n_starts = python_integer(n_starts), ridge = ridge, n_jobs = python_integer(n_jobs),
    random_state = python_integer(random_state), better = better, shapes = python_several(shapes)
  )
  found <- in_python({
    data <- list(python_table(table), python_series(performance$values, performance$name))
    do.call(module$compare, c(data, asked))
  })
  fitted <- Filter(function(one) !is.null(reticulate::py_to_r(one$fit)), r_items(found$candidates))
  # The shape is part of the name if other shapes than two levels were compared.
  pairs <- r_items(reticulate::import_builtins(convert = FALSE)$list(found$fits))
  labels <- vapply(pairs, function(pair) toString(unlist(reticulate::py_to_r(pair))), "")
  fits <- lapply(fitted, function(one) {
    held <- plain_fit(one$fit)
    scree <- if (length(table) == 1) scree_profile(module, table, performance, one$fit$density, held)
    new_fit(held, scree, call)
  })
  agreement <- r_matrix(found$agreement$to_numpy(), length(labels))
  dimnames(agreement) <- list(labels, labels)
  judged <- r_table(found$table$assign(df = found$table$df$astype("float64")))
  judged$df <- as.integer(judged$df)
  best <- best_pairs(found, scored = any(!is.na(judged$cv_loglik)))
  new_result(
    list(
      table = judged,
      agreement = agreement,
      best_pair = unlist(best[1, -1]),
      best_pairs = best,
      fits = setNames(fits, labels),
      folds = reticulate::py_to_r(found$folds),
      messages = r_messages(found$messages),
      text = summary_text(found),
      call = call
    ),
    "softprofile_comparison"
  )
}

# The best pair by each available criterion; the first criterion is the default.
best_pairs <- function(found, scored) {
  criteria <- c(if (scored) c("cv_loglik", "two-step"), "BIC", "AIC", "loglik")
  pairs <- lapply(criteria, function(criterion) {
    # There is no two-step pair if the density chosen by AIC could not be cross-validated.
    tryCatch(
      unlist(reticulate::py_to_r(in_python(found$best_pair(criterion)))),
      softprofile_error = function(e) c(NA_character_, NA_character_)
    )
  })
  found <- data.frame(
    criterion = criteria, boundary = vapply(pairs, `[`, "", 1), density = vapply(pairs, `[`, "", 2)
  )
  # Pairs have a shape if several were compared.
  if (any(lengths(pairs) > 2)) found$shape <- vapply(pairs, `[`, "", 3)
  found
}
