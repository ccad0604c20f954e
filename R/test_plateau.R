#' Is there a plateau?
#'
#' Asks whether there are two levels at all, and whether they are more than a steady change.
#'
#' First, does `z` depend on the configuration? The log-likelihood of the fit less that of a single density is compared
#' with that of permutations of `z`, each fitted in full as `z` was. If the p-value exceeds `level` the verdict is
#' `"no change"`. Second, does it level off? The Gaussian log-likelihood of two levels less that of a ramp is compared
#' with that of ramps with the same noise. If the p-value exceeds `level`, or if the ramp is the likelier of the two and
#' `z` changes within either side at more than 3/4 of its rate, the verdict is `"steady change"`. If not, it is
#' `"turning point"` where `z` has its lowest or highest values in the middle of the range, and `"plateau"` otherwise.
#'
#' Values that were sorted, as in a scree plot, fall whatever they are. Of an elbow of such values the gain of the best
#' split is compared with that of sorted samples of one population, normal and uniform, and the larger of the two
#' p-values is taken; only `"plateau"` or `"steady change"` can come out.
#'
#' @inheritParams bootstrap
#' @param n Permutations for each of the questions, at most.
#' @param level The level of both tests.
#' @param stop_after Stop when so many permutations do as well: the p-value is then that of Besag and Clifford (1991),
#'   and the level is kept.
#' @param n_jobs Processes; -1 for as many as there are processors. The answer does not depend on it.
#' @param random_state Seed of the permutations. The seed of R plays no part.
#' @param sorted_values For an elbow, whether `z` was sorted. Unless given, it was if it only falls or only rises and
#'   no `u` was given.
#' @return An object of class `softprofile_plateau_test`, a list of
#'   \item{verdict, sentence}{the answer in a word or two, and in one sentence}
#'   \item{statistic, p_value, null, n}{of the first question: by how many nats two levels are likelier than one, how
#'     often they would be if `z` did not depend on the configuration, the statistics of the permutations and their
#'     number}
#'   \item{steady}{`statistic`, `p_value`, `null` and `n` of the second question; `NULL` where it was not asked}
#'   \item{rates}{how fast `z` changes within side 1 and side 2, where a ramp has 1 and a level 0; `NULL` where not
#'     asked}
#'   \item{population}{of sorted values, the population that comes nearest; empty otherwise}
#'   \item{level, z_name}{the level, and what was observed}
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

#' Plot a test of the plateau
#'
#' Draws a histogram of the statistics under the null hypothesis, with a line where the data are: of the question that
#' decided, two levels against a ramp where it was asked, else two levels against one.
#'
#' @param x A test by [test_plateau()].
#' @param main Title; the verdict unless given.
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
  # About the square root of the number of draws.
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
    xlab = paste("log-likelihood of two levels less that of", drawn[["over"]], "(nats)"), ylab = "number of draws",
    main = main
  )
  draw_legend_below(list(
    line_entry(paste0(x$z_name, ": p = ", format(signif(look$p_value, 2))), col = accent, lwd = 2),
    point_entry(paste0(drawn[["null"]], " (", look$n, ")"), 22, muted)
  ))
  invisible(x)
}
