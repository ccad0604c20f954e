#' Are the evaluated configurations the right ones?
#'
#' Looks for what is wrong with the configurations that were evaluated, and says which way to extend or refine them.
#'
#' @inheritParams diagnose
#' @return A data frame with a row for each finding, those that spoil the answer first; no rows where there is nothing
#'   to say. Its columns are `kind` (`"side"`, nearly empty; `"edge"`, the representative point is at it; `"saturated"`,
#'   `z` is flat nearly everywhere; `"coarse"`, nothing was evaluated about the boundary), `parameter`, the
#'   hyper-parameter to extend or refine, `direction` (`"below"` or `"above"` what was evaluated, or `"between"` values
#'   of it), `low` and `high`, where to evaluate next, `severity` (`"warning"` if the answer is spoilt, else
#'   `"suggestion"`), and `sentence`.
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

#' Configurations to evaluate next
#'
#' Proposes configurations that fill the neighbourhood of the boundary. Where [focus()] says that what was evaluated
#' ended too soon, half of them, or a quarter if that does not spoil the answer, go beyond that edge.
#'
#' @inheritParams diagnose
#' @param n How many configurations.
#' @param random_state Seed of the candidates; the same seed gives the same proposals. The seed of R plays no part.
#' @return A data frame with a column for each hyper-parameter, in original units, and `why`, the reason for each. Whole
#'   numbers stay whole, and none was evaluated before. There are fewer than `n`, with a warning, where whole numbers
#'   leave no more.
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
  # Whole numbers of Python may be larger than R's integers.
  r_table(found$astype(reticulate::r_to_py(as.list(setNames(rep("float64", length(fit$names)), fit$names)))))
}
