#' What may be wrong with a fit
#'
#' Tests the densities, the spread and the levels of a fit, leaves out each configuration in turn, and says in words
#' what should be known.
#'
#' @inheritParams bootstrap
#' @param fit A fit by [soft_profile()]; it may have been saved with `saveRDS()`.
#' @param refits `"warm"` fits without a configuration begin at the boundary of all data and show how that moves;
#'   `"full"` ones are searched for afresh and show what [soft_profile()] would have found. They take as long as that,
#'   each.
#' @param rows Rows of the configurations to leave out; all of them unless given.
#' @param n_jobs Processes.
#' @param random_state Seed of the simulated p-values. The seed of R plays no part.
#' @return An object of class `softprofile_diagnosis`, a list of
#'   \item{warnings}{caveats: what was found, how much, and what to do; their names are the codes of the messages}
#'   \item{tests}{a row for each test: `name`, `side` (0 for both together), `statistic`, `p_value` and `effect`: the
#'     ratio of the larger to the smaller standard deviation; for counts the variance over that of the density; the
#'     share of the variance within a side that the hyper-parameters explain. `NA` where there are too few points}
#'   \item{leverage}{what becomes of the answer without each configuration; the names of the rows are their numbers in
#'     the data. `move` is how far the representative point moves, in standard deviations of the hyper-parameters, and
#'     `move_NAME` by how much in each, in original units; `nearest` is the row nearest to it then (`NA` where no
#'     boundary was found), `sides_changed` how many of the others change sides, `influential` whether the move stands
#'     out, and `changes_answer` whether the nearest evaluated configuration is another}
#'   \item{residuals}{for each configuration its side, `z`, `z` less the location of the side, and the quantile
#'     residual}
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

# Rows as Python counts them.
read_rows <- function(rows, n) {
  if (is.null(rows)) return(NULL)
  if (!(is.numeric(rows) && length(rows) > 0 && all(rows %in% seq_len(n)))) {
    refuse("rows must name at least one of the rows 1 to ", n, ".")
  }
  as.list(as.integer(rows) - 1L)
}
