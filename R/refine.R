#' Check the placement of the evaluated configurations
#'
#' Looks for problems with the placement of the evaluated configurations, and says where to extend or refine them. If
#' the fit knows which `z` is better, no finding extends the range on the poor side.
#'
#' @inheritParams diagnose
#' @return A data frame with one row per finding, those that make the answer unreliable first; it has no rows if there
#'   are no findings. The columns are `kind` (`"side"`: a side is nearly empty; `"edge"`: the representative point is at
#'   the edge of the grid; `"saturated"`: `z` is flat nearly everywhere; `"coarse"`: nothing was evaluated near the
#'   boundary), `parameter`, the hyper-parameter to extend or refine, `direction` (`"below"` or `"above"` the evaluated
#'   range, or `"between"` evaluated values), `low` and `high`, the range to evaluate next, `severity`, `"warning"` if the
#'   answer is unreliable and `"suggestion"` otherwise, and `sentence`, the finding in words.
#' @seealso [refine()] for configurations to evaluate next.
#' @examples
#' if (softprofile_available()) {
#'   focus(soft_profile(train_error ~ gamma + h, data = parkinson_svm()))$sentence
#' }
#' @export
focus <- function(fit, ...) UseMethod("focus")

#' @rdname focus
#' @export
focus.softprofile_fit <- function(fit, ...) {
  no_more(...)
  held <- python_fit(fit)
  each <- r_items(in_python(held$focus()))
  column <- function(name, empty) {
    vapply(each, function(finding) reticulate::py_to_r(finding[[name]]), empty)
  }
  data.frame(
    kind = column("kind", ""), parameter = column("parameter", ""), direction = column("direction", ""),
    low = column("low", 0), high = column("high", 0), severity = column("severity", ""),
    sentence = vapply(each, function(finding) r_sentence(finding$message), "")
  )
}

#' Propose configurations to evaluate next
#'
#' Proposes configurations that fill the neighbourhood of the boundary. If [focus()] finds that the evaluated range ends
#' too early, half of them lie beyond that edge, or a quarter of them if the answer is reliable all the same. If the
#' fit knows which `z` is better, the range is not extended on the poor side.
#'
#' @inheritParams diagnose
#' @param n Integer, the number of configurations.
#' @param random_state Integer, the seed of the candidates; the same seed gives the same proposals. R's own random seed
#'   is not used.
#' @return A data frame with one column per hyper-parameter, in original units, and the column `why`, the reason for
#'   each proposal, with its side if the fit knows which side is good. Hyper-parameters with integer values get integer
#'   values, and no proposal was evaluated before. There are fewer than `n` rows, with a warning, if there are not
#'   enough integers left.
#' @examples
#' if (softprofile_available()) {
#'   refine(soft_profile(train_error ~ gamma + h, data = parkinson_svm()), n = 5)
#' }
#' @export
refine <- function(fit, ...) UseMethod("refine")

#' @rdname refine
#' @export
refine.softprofile_fit <- function(fit, n = 10, random_state = 0, ...) {
  no_more(...)
  held <- python_fit(fit)
  module <- python_module()
  asked <- list(held, n = python_integer(n), random_state = python_integer(random_state))
  found <- in_python(do.call(module$refine, asked))
  # Integers of Python may be too large for R's integers.
  r_table(found$astype(reticulate::r_to_py(as.list(setNames(rep("float64", length(fit$names)), fit$names)))))
}
