#' Errors of a support vector machine over its two hyper-parameters
#'
#' The paper's second example: training and test error, in per cent, of `e1071::svm` on the Parkinson speech data, for
#' 35 configurations.
#'
#' @return A data frame with the columns `gamma` (cost of violations), `h` (parameter of the kernel), `train_error` and
#'   `test_error`.
#' @examples
#' head(parkinson_svm())
#' @export
parkinson_svm <- function() {
  utils::read.csv(system.file("extdata", "parkinson-svm.csv", package = "softprofile", mustWork = TRUE))
}
