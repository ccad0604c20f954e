#' Bootstrap a fit or an elbow
#'
#' Refits `n` resampled data sets, and reports how much the representative point, or the threshold of an elbow, varies.
#'
#' @param fit A fit by [soft_profile()] or an elbow by [elbow()]; it may have been saved with `saveRDS()`.
#' @param n Integer, the number of replicates, at least 20.
#' @param kind String. `"residual"` resamples residuals and adds them to the location of each side; if each side has its
#'   own scale, or `z` are counts, it resamples the `z` of the same side. `"parametric"` draws from the fitted
#'   densities. Both keep the evaluated configurations. `"pairs"` resamples rows with replacement, as if different
#'   configurations could have been evaluated.
#' @param n_jobs Integer, the number of processes. The results do not depend on it.
#' @param random_state Integer, the seed of the replicates. R's own random seed is not used.
#' @param search String. `"full"` searches for the boundary of each replicate as [soft_profile()] did for the data.
#'   `"warm"` starts only from the boundary of the fit, which is faster but makes intervals too narrow. `"auto"` is
#'   `"full"`, or `"warm"` for a density that is fitted numerically. The search for an elbow is always exact.
#' @param ... Not used.
#' @return An object of class `softprofile_bootstrap`: a list with the components
#'   \item{fit}{the fit or elbow}
#'   \item{kind, search, n}{the kind of resampling, the kind of search, and the number of replicates}
#'   \item{intervals}{data frame: `low`, `estimate` and `high` of each coordinate of the representative point, or of the
#'     threshold, at level 0.9; use `confint()` for other levels}
#'   \item{failures, messages}{the number of failed replicates by reason, and a character vector of caveats, named by their codes}
#'   \item{caveat}{what simulations showed about the coverage of the intervals}
#'
#'   and for a fit
#'   \item{representative_points}{data frame: representative points of the replicates, in original units}
#'   \item{chosen}{data frame: the evaluated configurations that were nearest to the representative point in some
#'     replicate, how many `times` and in which `share` of the replicates; the row names are row numbers in the data}
#'   \item{rows}{the number of the nearest row in each replicate}
#'   \item{parameters, signs}{parameters of the boundary of each replicate, in transformed coordinates, and the sign of
#'     its g}
#'
#'   or for an elbow
#'   \item{thresholds}{thresholds of the replicates}
#'   \item{probabilities}{data frame: each possible `threshold`, the share of replicates that have it, and its relative
#'     likelihood}
#'   \item{likelihood_interval}{lowest and highest of the most likely thresholds that together have 0.9 of the
#'     likelihood}
#' @seealso [side_probability()] for the probability of a side at any configuration.
#' @examples
#' if (softprofile_available()) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm())
#'   b <- bootstrap(fit, n = 20)
#'   print(b)
#'   confint(b, level = 0.8)
#'   plot(b)
#'   bootstrap(elbow(mpg ~ wt, data = mtcars), n = 20)$intervals
#' }
#' @export
bootstrap <- function(fit, ...) UseMethod("bootstrap")

#' @rdname bootstrap
#' @export
bootstrap.softprofile_fit <- function(fit, n = 500, kind = "residual", n_jobs = 1, random_state = 0, search = "auto",
                                      ...) {
  no_more(...)
  held <- python_fit(fit)
  asked <- list(
    n = python_integer(n), kind = kind, n_jobs = python_integer(n_jobs), random_state = python_integer(random_state),
    search = search
  )
  found <- in_python(do.call(held$bootstrap, asked))
  chosen <- r_table(found$chosen)
  rownames(chosen) <- r_rows(found$chosen$index)
  new_result(
    list(
      fit = fit,
      kind = kind,
      search = reticulate::py_to_r(found$search),
      n = reticulate::py_to_r(found$n),
      intervals = interval_table(r_matrix(found$intervals(0.9)$to_numpy(), 3), fit$names),
      representative_points = r_table(found$representative_points),
      chosen = chosen,
      rows = r_rows(found$rows),
      parameters = r_matrix(found$parameters, length(fit$parameters)),
      signs = r_numbers(found$signs),
      failures = r_counts(found$failures),
      caveat = reticulate::py_to_r(found$caveat),
      messages = r_messages(found$messages),
      text = summary_text(found)
    ),
    c("softprofile_boundary_bootstrap", "softprofile_bootstrap")
  )
}

#' @rdname bootstrap
#' @export
bootstrap.softprofile_elbow <- function(fit, n = 500, kind = "residual", n_jobs = 1, random_state = 0, ...) {
  no_more(...)
  held <- python_elbow(fit)
  asked <- list(
    n = python_integer(n), kind = kind, n_jobs = python_integer(n_jobs), random_state = python_integer(random_state)
  )
  found <- in_python(do.call(held$bootstrap, asked))
  probabilities <- r_table(found$probabilities)
  likely <- held$likelihood_interval(0.9)
  new_result(
    list(
      fit = fit,
      kind = kind,
      n = reticulate::py_to_r(found$n),
      intervals = interval_table(rbind(r_numbers(found$interval(0.9))), fit$u_name),
      thresholds = r_numbers(found$thresholds),
      probabilities = data.frame(
        threshold = r_numbers(found$probabilities$index), probability = probabilities[[1]],
        relative_likelihood = probabilities[[2]]
      ),
      likelihood_interval = setNames(unlist(reticulate::py_to_r(likely)), c("low", "high")),
      failures = r_counts(found$failures),
      caveat = reticulate::py_to_r(found$caveat),
      messages = r_messages(found$messages),
      text = summary_text(found)
    ),
    c("softprofile_elbow_bootstrap", "softprofile_bootstrap")
  )
}

interval_table <- function(ends, names) {
  dimnames(ends) <- list(names, c("low", "estimate", "high"))
  as.data.frame(ends)
}

#' Confidence intervals from a bootstrap
#'
#' Quantiles of the replicates of [bootstrap()]. Intervals of a representative point do not depend on the units of the
#' hyper-parameters or on taking their logs; the ends of an interval of a threshold are values of `u`. Works without
#' Python.
#'
#' @param object A bootstrap by [bootstrap()].
#' @param parm Character or integer vector: names or numbers of the hyper-parameters. The default `NULL` is all of them.
#' @param level Number between 0 and 1: the confidence level.
#' @param ... Not used.
#' @return A data frame with one row per hyper-parameter and the columns `low`, `estimate` and `high`, in original
#'   units.
#' @name confint.softprofile_bootstrap
#' @examples
#' if (softprofile_available()) {
#'   confint(bootstrap(elbow(mpg ~ wt, data = mtcars), n = 20), level = 0.5)
#' }
NULL

#' @rdname confint.softprofile_bootstrap
#' @export
confint.softprofile_boundary_bootstrap <- function(object, parm = NULL, level = 0.9, ...) {
  no_more(...)
  fit <- object$fit
  tails <- tails_of(level)
  # The transform of each coordinate is monotone, so quantiles could be taken in either units. Interpolation between two
  # replicates depends on the units; it is done in the coordinates of the fit.
  replicates <- to_transformed(fit, object$representative_points)
  ends <- vapply(seq_along(fit$names), function(j) {
    # Type 6 quantiles, at levels k / (n + 1), are also valid for few replicates.
    ends <- stats::quantile(replicates[, j], tails, type = 6, names = FALSE)
    to_original(fit, c(ends[1], fit$representative[[j]], ends[2]), j)
  }, numeric(3))
  chosen_rows(interval_table(t(ends), fit$names), parm)
}

#' @rdname confint.softprofile_bootstrap
#' @export
confint.softprofile_elbow_bootstrap <- function(object, parm = NULL, level = 0.9, ...) {
  no_more(...)
  ends <- stats::quantile(object$thresholds, tails_of(level), type = 1, names = FALSE)
  chosen_rows(interval_table(rbind(c(ends[1], object$fit$threshold, ends[2])), object$fit$u_name), parm)
}

tails_of <- function(level) {
  inside <- is.numeric(level) && length(level) == 1 && !is.na(level) && level > 0 && level < 1
  if (!inside) refuse("level must be a number between 0 and 1, such as 0.9.")
  c((1 - level) / 2, 1 - (1 - level) / 2)
}

chosen_rows <- function(table, parm) {
  if (is.null(parm)) return(table)
  known <- if (is.character(parm)) parm %in% rownames(table) else parm %in% seq_len(nrow(table))
  if (!all(known)) refuse("parm must be among ", toString(rownames(table)), ".")
  table[parm, , drop = FALSE]
}

#' Probability of side 2
#'
#' The share of the replicates of a bootstrap whose boundary puts a configuration on side 2. Works without Python.
#'
#' @param bootstrap A bootstrap of a fit, by [bootstrap()].
#' @param newdata Configurations, as in [predict.softprofile_fit()]. The default `NULL` is the data of the fit.
#' @return A numeric vector with one probability per configuration.
#' @examples
#' if (softprofile_available()) {
#'   fit <- soft_profile(train_error ~ gamma + h, data = parkinson_svm())
#'   side_probability(bootstrap(fit, n = 20), data.frame(gamma = c(1e4, 5e4, 1e5), h = 1e-3))
#' }
#' @export
side_probability <- function(bootstrap, newdata = NULL) {
  if (!inherits(bootstrap, "softprofile_boundary_bootstrap")) {
    refuse("side_probability() takes the bootstrap of a fit by soft_profile().")
  }
  fit <- bootstrap$fit
  u <- if (is.null(newdata)) fit$u else read_newdata(fit, newdata, parent.frame())
  v <- to_transformed(fit, u)
  votes <- numeric(nrow(v))
  for (i in seq_along(bootstrap$signs)) {
    fit$parameters <- bootstrap$parameters[i, ]
    votes <- votes + (bootstrap$signs[i] * boundary_value(fit, v) > 0)
  }
  votes / length(bootstrap$signs)
}

#' Plot a bootstrap
#'
#' Adds the bootstrap to the plot of the fit or elbow. For a fit these are the representative points of the replicates
#' and the interval of each hyper-parameter. For an elbow it is the interval of the threshold, shaded from the lowest
#' threshold in it to the next candidate after the highest.
#'
#' @param x A bootstrap by [bootstrap()].
#' @param level Number between 0 and 1: the confidence level of the intervals.
#' @param main String, the title.
#' @param ... Not used.
#' @return `x`, invisibly.
#' @name plot.softprofile_bootstrap
#' @examples
#' if (softprofile_available()) {
#'   plot(bootstrap(elbow(mpg ~ wt, data = mtcars), n = 20))
#' }
NULL

most_dots <- 300

#' @rdname plot.softprofile_bootstrap
#' @export
plot.softprofile_boundary_bootstrap <- function(x, level = 0.9, main = NULL, ...) {
  no_more(...)
  fit <- x$fit
  intervals <- confint(x, level = level)
  drawn <- utils::head(x$representative_points, most_dots)
  shown <- function(values, j) shown_units(fit, unlist(values, use.names = FALSE), j)
  draw <- function(across, up, dots_x, dots_y) {
    graphics::points(
      dots_x, dots_y,
      pch = 21, cex = 0.6, lwd = 0.4, bg = grDevices::adjustcolor(accent, 0.6), col = paper
    )
    for (bar in list(list(across, up[c(2, 2, 2)]), list(across[c(2, 2, 2)], up))) {
      graphics::lines(bar[[1]], bar[[2]], col = paper, lwd = 3.5)
      graphics::lines(bar[[1]], bar[[2]], col = accent, lwd = 1.8)
    }
    list(interval_entry(level))
  }
  overlay <- function(x, y) {
    if (is.function(x)) {
      across <- shown(intervals[1, ], 1)
      # Just above the axis, where the interval bar does not hide them.
      above_axis <- graphics::par("usr")[3] + graphics::yinch(0.06)
      return(draw(across, rep(x(across[2]), 3), shown(drawn[[1]], 1), rep(above_axis, nrow(drawn))))
    }
    draw(shown(intervals[x, ], x), shown(intervals[y, ], y), shown(drawn[[x]], x), shown(drawn[[y]], y))
  }
  draw_fit(fit, fit$z, fit$z_name, main, overlay, more = 1)
  invisible(x)
}

#' @rdname plot.softprofile_bootstrap
#' @export
plot.softprofile_elbow_bootstrap <- function(x, level = 0.9, main = NULL, ...) {
  no_more(...)
  ends <- confint(x, level = level)
  draw_elbow(x$fit, main, function() {
    shade <- grDevices::adjustcolor(accent, 0.18)
    limits <- graphics::par("usr")
    # A split lies anywhere up to the next larger candidate; the threshold of a curve is exact.
    high <- if (has_curve(x$fit)) ends$high else min(x$fit$u[x$fit$u > ends$high])
    graphics::rect(ends$low, limits[3], high, limits[4], col = shade, border = NA)
    list(line_entry(paste(percent(level), "interval"), col = shade, lwd = 8, lend = 1))
  })
  invisible(x)
}

percent <- function(level) paste(format(100 * level), "%")

interval_entry <- function(level) {
  bar <- line_entry("", col = accent, lwd = 1.8)
  list(label = paste(percent(level), "interval, replicates"), draw = function(x, y) {
    bar$draw(x, y)
    graphics::points(x, y, pch = 16, cex = 0.6, col = accent, xpd = NA)
  })
}
