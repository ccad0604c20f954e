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

#' Errors of an elastic net over its two penalties
#'
#' The paper's first example: mean squared error of `elasticnet::enet` on the forest fires data, for the response
#' `log(1 + area)`, averaged over ten random splits into 362 fires for training and 155 for testing, at 225 pairs of
#' penalties.
#'
#' @return A data frame with the columns `lambda1` (penalty of the absolute coefficients), `lambda2` (penalty of the
#'   squared coefficients), `train_mse` and `test_mse`.
#' @examples
#' head(forest_fires_enet())
#' @export
forest_fires_enet <- function() {
  utils::read.csv(system.file("extdata", "forest-fires-enet.csv", package = "softprofile", mustWork = TRUE))
}
