#' Test whether there is a plateau
#'
#' Tests whether `z` has two levels at all, and whether two levels fit better than a steady change.
#'
#' First question: does `z` depend on the configuration? The statistic is the log-likelihood of the fit minus that of a
#' single density. It is compared with the statistics of permutations of `z`, each fitted in full, as `z` was. If the
#' p-value exceeds `level`, the verdict is `"no change"`.
#'
#' Second question: does `z` level off? The statistic is the Gaussian log-likelihood of two levels minus that of a ramp.
#' It is compared with the statistics of ramps with the same noise. If the p-value exceeds `level`, or if the ramp is
#' the more likely of the two and `z` changes within either side at more than 3/4 of its rate, the verdict is `"steady
#' change"`. Otherwise it is `"turning point"` if `z` has its lowest or highest values in the middle of the range, and
#' `"plateau"` if not.
#'
#' Sorted values, as in a scree plot, decrease whether or not they have two levels. For an elbow of sorted values, the
#' gain of the best split is compared with that of sorted samples from one population, normal and uniform, and the
#' larger of the two p-values is used. The verdict is then `"plateau"` or `"steady change"`.
#'
#' @inheritParams bootstrap
#' @param n Integer, the maximum number of permutations for each question.
#' @param level Number between 0 and 1: the significance level of both tests.
#' @param stop_after Integer: stop after this many permutations with a statistic at least as large as that of the data.
#'   The p-value is then that of Besag and Clifford (1991), which keeps the level.
#' @param n_jobs Integer, the number of processes; -1 for one per processor. The results do not depend on it.
#' @param random_state Integer, the seed of the permutations. R's own random seed is not used.
#' @param sorted_values `TRUE` or `FALSE`, for an elbow: whether `z` was sorted. The default `NULL` is `TRUE` if `z` is
#'   monotone and no `u` was given.
#' @return An object of class `softprofile_plateau_test`: a list with the components
#'   \item{verdict, sentence}{the verdict, and the result in one sentence}
#'   \item{statistic, p_value, null, n}{for the first question: the log-likelihood of two levels minus that of one, in
#'     nats; its p-value if `z` did not depend on the configuration; the statistics of the permutations, and their
#'     number}
#'   \item{steady}{`statistic`, `p_value`, `null` and `n` of the second question; `NULL` if it was not asked}
#'   \item{rates}{how fast `z` changes within sides 1 and 2, relative to a ramp (1 for a ramp, 0 for a level); `NULL` if
#'     the second question was not asked}
#'   \item{population}{for sorted values, the population that comes closest; otherwise the empty string}
#'   \item{level, z_name}{the level, and the name of `z`}
#' @references
#' J. Besag and P. Clifford (1991), *Sequential Monte Carlo p-values*, Biometrika 78, 301-304.
#' @examples
#' if (softprofile_available()) {
#'   found <- test_plateau(elbow(mpg ~ wt, data = mtcars))
#'   found$verdict
#'   plot(found)
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm(), boundary = "linear")
#'   test_plateau(fit, n = 20)
#' }
#' @export
test_plateau <- function(fit, ...) UseMethod("test_plateau")

#' @rdname test_plateau
#' @export
test_plateau.softprofile_fit <- function(fit, n = 199, level = 0.05, stop_after = 10, n_jobs = 1, random_state = 0,
                                         ...) {
  no_more(...)
  ask_plateau(python_fit(fit), n, level, stop_after, n_jobs, random_state)
}

#' @rdname test_plateau
#' @export
test_plateau.softprofile_elbow <- function(fit, n = 199, level = 0.05, stop_after = 10, n_jobs = 1, random_state = 0,
                                           sorted_values = NULL, ...) {
  no_more(...)
  ask_plateau(python_elbow(fit), n, level, stop_after, n_jobs, random_state, list(sorted_values = sorted_values))
}

ask_plateau <- function(held, n, level, stop_after, n_jobs, random_state, more = list()) {
  asked <- c(
    list(
      n = python_integer(n), level = level, stop_after = python_integer(stop_after), n_jobs = python_integer(n_jobs),
      random_state = python_integer(random_state)
    ),
    more
  )
  found <- in_python(do.call(held$test_plateau, asked))
  look <- function(answer) {
    list(
      statistic = reticulate::py_to_r(answer$statistic), p_value = reticulate::py_to_r(answer$p_value),
      null = r_numbers(answer$null), n = reticulate::py_to_r(answer$n)
    )
  }
  plain <- function(name) reticulate::py_to_r(found[[name]])
  rates <- unlist(plain("rates"))
  if (!is.null(rates)) rates[is.nan(rates)] <- NA
  new_result(
    c(
      list(verdict = plain("verdict"), sentence = in_words_of_r(plain("sentence"))),
      look(found$change),
      list(
        steady = if (!is.null(plain("steady_p_value"))) look(found$steady),
        rates = rates,
        population = plain("population"),
        level = plain("level"),
        z_name = plain("z_name"),
        text = summary_text(found)
      )
    ),
    "softprofile_plateau_test"
  )
}

#' Plot a plateau test
#'
#' Draws a histogram of the statistics under the null hypothesis, with a line at the statistic of the data. It shows the
#' question that decided the verdict: two levels against a ramp if that was asked, otherwise two levels against one.
#'
#' @param x A test by [test_plateau()].
#' @param main String, the title. The default is the name of `z` and the verdict.
#' @param ... Not used.
#' @return `x`, invisibly.
#' @examples
#' if (softprofile_available()) {
#'   plot(test_plateau(elbow(mpg ~ wt, data = mtcars)))
#' }
#' @export
plot.softprofile_plateau_test <- function(x, main = paste0(x$z_name, ": ", x$verdict), ...) {
  no_more(...)
  look <- if (is.null(x$steady)) x else x$steady
  drawn <- if (!is.null(x$steady)) {
    c(null = "z that changes steadily", over = "a ramp")
  } else if (nzchar(x$population)) {
    c(null = paste("sorted samples of one", x$population, "population"), over = "one")
  } else {
    c(null = "permuted z", over = "one")
  }
  old <- graphics::par(mar = c(5.6, 3.8, if (is.null(main)) 1 else 2.5, 1), mgp = c(2.5, 0.8, 0))
  on.exit(graphics::par(old))
  span <- range(look$null)
  if (diff(span) <= 0) span <- span + c(-0.5, 0.5)
  # About as many bins as the square root of the number of draws.
  bins <- min(max(floor(sqrt(look$n)), 5), 30)
  bars <- graphics::hist(look$null, breaks = seq(span[1], span[2], length.out = bins + 1), plot = FALSE)
  graphics::plot.new()
  graphics::plot.window(padded(c(span, look$statistic)), c(0, 1.06 * max(bars$counts)), xaxs = "i", yaxs = "i")
  graphics::rect(bars$breaks[-length(bars$breaks)], 0, bars$breaks[-1], bars$counts, col = muted, border = paper)
  graphics::abline(v = look$statistic, col = accent, lwd = 2)
  graphics::axis(1)
  graphics::axis(2, at = unique(round(pretty(c(0, bars$counts)))))
  graphics::box()
  graphics::title(
    xlab = paste("log-likelihood of two levels minus that of", drawn[["over"]], "(nats)"), ylab = "number of draws",
    main = main
  )
  draw_legend_below(list(
    line_entry(paste0(x$z_name, ": p = ", format(signif(look$p_value, 2))), col = accent, lwd = 2),
    point_entry(paste0(drawn[["null"]], " (", look$n, ")"), 22, muted)
  ))
  invisible(x)
}
