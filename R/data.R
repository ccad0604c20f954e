#' Errors of a support vector machine over its two hyper-parameters
#'
#' The paper's second example: training and test error, in per cent, of `e1071::svm` on the Parkinson speech data, for
#' 35 configurations.
#'
#' @return A data frame with one row per configuration and the numeric columns `gamma` (cost of constraint violations),
#'   `h` (kernel parameter), `train_error` and `test_error`.
#' @examples
#' head(parkinson_svm())
#' @export
parkinson_svm <- function() {
  utils::read.csv(system.file("extdata", "parkinson-svm.csv", package = "softprofile", mustWork = TRUE))
}

#' Errors of an elastic net over its two penalties
#'
#' The paper's first example: mean squared error of `elasticnet::enet` on the forest fires data, for the response `log(1
#' + area)`, averaged over ten random splits into 362 training and 155 test fires, at 225 pairs of penalties.
#'
#' @return A data frame with one row per configuration and the numeric columns `lambda1` (L1 penalty), `lambda2`
#'   (squared L2 penalty), `train_mse` and `test_mse`.
#' @examples
#' head(forest_fires_enet())
#' @export
forest_fires_enet <- function() {
  utils::read.csv(system.file("extdata", "forest-fires-enet.csv", package = "softprofile", mustWork = TRUE))
}
