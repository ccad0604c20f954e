#' Diagnose a fit
#'
#' Tests the densities, the variances and the levels of a fit, refits it without each configuration in turn, and
#' summarises the problems it finds in words.
#'
#' @inheritParams bootstrap
#' @param fit A fit by [soft_profile()]; it may have been saved with `saveRDS()`.
#' @param refits String. `"warm"` starts each refit from the boundary of all data and shows how that boundary moves.
#'   `"full"` repeats the whole search and shows what [soft_profile()] would have found; each refit then takes as long
#'   as [soft_profile()].
#' @param rows Integer vector, the rows of the configurations to leave out, one at a time. The default `NULL` is all
#'   rows.
#' @param n_jobs Integer, the number of processes.
#' @param random_state Integer, the seed of the simulated p-values. R's own random seed is not used.
#' @return An object of class `softprofile_diagnosis`: a list with the components
#'   \item{warnings}{character vector, named by the codes of the messages, with one sentence per problem: what it is,
#'     how large it is, and what to do}
#'   \item{tests}{data frame with one row per test: `name`, `side` (0 for both together), `statistic`, `p_value` and
#'     `effect`. The effect is the ratio of the larger to the smaller standard deviation; for counts, the variance
#'     divided by that of the density; or the share of the variance within a side that the hyper-parameters explain.
#'     `NA` if there are too few points}
#'   \item{leverage}{data frame: how the answer changes without each configuration; the row names are row numbers in the
#'     data. `move` is how far the representative point moves, in standard deviations of the hyper-parameters, and
#'     `move_NAME` how far in each hyper-parameter, in original units; `nearest` is the row nearest to the moved point
#'     (`NA` if no boundary was found); `sides_changed` is the number of other configurations that change sides;
#'     `influential` is `TRUE` if the move is unusually large; and `changes_answer` is `TRUE` if the nearest evaluated
#'     configuration changes}
#'   \item{residuals}{data frame: for each configuration its side, `z`, `z` minus the location of the side, and the
#'     quantile residual}
#' @examples
#' if (softprofile_available()) {
#'   found <- diagnose(soft_profile(train_error ~ gamma + h, data = parkinson_svm()))
#'   found$warnings
#'   found$tests
#' }
#' @export
diagnose <- function(fit, ...) UseMethod("diagnose")

#' @rdname diagnose
#' @export
diagnose.softprofile_fit <- function(fit, refits = "warm", rows = NULL, n_jobs = 1, random_state = 0, ...) {
  no_more(...)
  left_out <- read_rows(rows, length(fit$z))
  held <- python_fit(fit)
  asked <- list(
    refits = refits, rows = left_out, n_jobs = python_integer(n_jobs), random_state = python_integer(random_state)
  )
  found <- in_python(do.call(held$diagnose, asked))
  leverage <- r_table(found$leverage)
  rownames(leverage) <- r_rows(found$leverage$index)
  leverage$nearest <- ifelse(leverage$nearest < 0, NA, leverage$nearest + 1L)
  new_result(
    list(
      warnings = r_messages(found$warnings),
      tests = r_table(found$tests),
      leverage = leverage,
      residuals = r_table(found$residuals),
      text = summary_text(found)
    ),
    "softprofile_diagnosis"
  )
}

# Row numbers as in Python, where they start at zero.
read_rows <- function(rows, n) {
  if (is.null(rows)) return(NULL)
  if (!(is.numeric(rows) && length(rows) > 0 && all(rows %in% seq_len(n)))) {
    refuse("rows must contain at least one row number, between 1 and ", n, ".")
  }
  as.list(as.integer(rows) - 1L)
}
