without_call <- function(x) x[setdiff(names(x), "call")]

# What tune::collect_metrics() returns: a row for each configuration and metric.
collected <- function() {
  d <- parkinson_svm()
  long <- function(metric, mean) {
    data.frame(
      gamma = d$gamma, h = d$h, .metric = metric, .estimator = "binary", mean = mean, n = 10L, std_err = 0.01,
      .config = sprintf("Preprocessor1_Model%02d", seq_len(nrow(d)))
    )
  }
  both <- rbind(long("error", d$train_error), long("brier_class", d$test_error))
  both[order(both$gamma, both$h), ]
}

# What caret's train() keeps: metrics, each with its standard deviation.
tuned <- function() {
  d <- parkinson_svm()
  data.frame(gamma = d$gamma, h = d$h, degree = 3, RMSE = d$train_error, MAE = d$test_error, RMSESD = 1, MAESD = 1)
}

test_that("a column may be named, and params say which are coordinates", {
  skip_without_python()
  d <- parkinson_svm()
  by_hand <- soft_profile(d[c("gamma", "h")], d$train_error, boundary = "linear")
  named <- soft_profile(d, z = "train_error", params = c("gamma", "h"), boundary = "linear")
  expect_identical(without_call(named), without_call(by_hand))
  expect_error(soft_profile(d, z = "train_error"), 'params = c\\("gamma", "h", "test_error"\\)')
  expect_error(soft_profile(d, z = "error"), "there is no column 'error' in these results: they have gamma, h")
  expect_error(soft_profile(d[1:2], d$train_error, params = "h"), "params is for tables of tuning results")
  expect_error(soft_profile(d, z = "train_error", params = "eta"), "there is no tuning parameter 'eta'")
})

test_that("metrics of caret are told from its tuning parameters", {
  skip_without_python()
  d <- parkinson_svm()
  fit <- soft_profile(tuned(), z = "RMSE", boundary = "linear")
  expect_identical(fit$names, c("gamma", "h"))
  expect_identical(fit$z_name, "RMSE")
  expect_identical(fit$parameters, soft_profile(d[c("gamma", "h")], d$train_error, boundary = "linear")$parameters)
  other <- tuned()
  other$kernel <- rep(c("radial", "poly"), length.out = nrow(other))
  expect_error(soft_profile(other, z = "RMSE"), "'kernel' takes values that are not numbers \\(radial, poly\\)")
})

test_that("what collect_metrics() returns is read by its metric", {
  skip_without_python()
  long <- collected()
  error <- long[long$.metric == "error", ]
  fit <- soft_profile(long, z = "error", boundary = "linear")
  by_hand <- soft_profile(error[c("gamma", "h")], error$mean, boundary = "linear")
  expect_identical(fit$parameters, by_hand$parameters)
  expect_identical(fit$names, c("gamma", "h"))
  expect_identical(fit$z_name, "error")
  expect_identical(soft_profile(error, boundary = "linear")$parameters, by_hand$parameters)
  expect_identical(soft_profile(long, z = "error", params = "h")$names, "h")
  expect_error(soft_profile(long), "there are 2 metrics \\(error, brier_class\\): choose one, as in z = \"error\"")
  expect_error(soft_profile(long, z = "rmse"), "there is no metric 'rmse'")
})

test_that("fits that failed are left out with their number", {
  skip_without_python()
  long <- collected()
  long <- long[long$.metric == "error", ]
  long$mean[c(3, 8)] <- NA
  expect_warning(fit <- soft_profile(long, boundary = "linear"), "2 of 35 configurations have no finite 'error'")
  expect_length(fit$z, 33)
  long$mean <- NA_real_
  expect_error(soft_profile(long), "missing in all rows")
  conditional <- collected()
  conditional$h[1:4] <- NA
  expect_error(soft_profile(conditional, z = "error"), "'h' is missing in some rows")
})

test_that("tune_results ask for tune where it is missing", {
  skip_if(requireNamespace("tune", quietly = TRUE), "tune is installed: its real results are tested below")
  results <- structure(list(), class = c("tune_results", "tbl_df", "tbl", "data.frame"))
  expect_error(soft_profile(results), "collect_metrics")
})

test_that("tune_results of tidymodels", {
  skip_without_python()
  for (package in c("tune", "parsnip", "rsample", "yardstick", "dials", "rpart")) skip_if_not_installed(package)
  model <- parsnip::set_mode(
    parsnip::set_engine(
      parsnip::decision_tree(tree_depth = tune::tune(), min_n = tune::tune()), "rpart"
    ), "regression"
  )
  grid <- expand.grid(tree_depth = 1:6, min_n = c(2, 5, 10, 20))
  set.seed(1)
  results <- tune::tune_grid(model, mpg ~ ., resamples = rsample::vfold_cv(mtcars, 3), grid = grid)
  fit <- soft_profile(results, z = "rmse", boundary = "linear")
  expect_setequal(fit$names, c("tree_depth", "min_n"))
  expect_identical(
    without_call(fit),
    without_call(soft_profile(tune::collect_metrics(results), z = "rmse", boundary = "linear", better = "lower"))
  )
})

test_that("train objects of caret", {
  skip_without_python()
  skip_if_not_installed("caret")
  set.seed(1)
  grid <- expand.grid(sigma = 2^seq(-8, 2, by = 2), C = 2^seq(-4, 6, by = 2))
  # A model of our own needs no further package: kernel ridge regression.
  kernel <- function(a, b, sigma) {
    exp(-sigma * outer(rowSums(a^2), rowSums(b^2), "+") + 2 * sigma * tcrossprod(a, b))
  }
  model <- list(
    label = "kernel ridge", library = NULL, type = "Regression",
    parameters = data.frame(parameter = c("sigma", "C"), class = "numeric", label = c("sigma", "C")),
    grid = function(x, y, len = NULL, search = "grid") grid,
    fit = function(x, y, wts, param, lev, last, classProbs, ...) {
      x <- as.matrix(x)
      list(
        x = x, middle = mean(y), sigma = param$sigma,
        a = solve(kernel(x, x, param$sigma) + diag(nrow(x)) / param$C, y - mean(y))
      )
    },
    predict = function(modelFit, newdata, submodels = NULL) {
      drop(modelFit$middle + kernel(as.matrix(newdata), modelFit$x, modelFit$sigma) %*% modelFit$a)
    },
    prob = NULL, sort = identity
  )
  x <- as.data.frame(scale(mtcars[c("wt", "hp", "disp")]))
  trained <- caret::train(
    x, mtcars$mpg,
    method = model, tuneGrid = grid, trControl = caret::trainControl(method = "cv", number = 3)
  )
  fit <- soft_profile(trained, boundary = "linear")
  expect_setequal(fit$names, c("sigma", "C"))
  expect_identical(fit$z_name, "RMSE")
  expect_identical(fit$z, trained$results$RMSE)
  # RMSE was minimised; of another metric the direction is not known, unless it is given.
  expect_identical(fit$better, "lower")
  expect_identical(nearest(fit, "good"), nearest(fit, 1))
  expect_identical(soft_profile(trained, boundary = "linear", better = "higher")$good_side, 2L)
  expect_null(suppressWarnings(soft_profile(trained, z = "Rsquared", boundary = "linear"))$better)
  by_frame <- soft_profile(trained$results, z = "RMSE", boundary = "linear")
  expect_identical(fit$parameters, by_frame$parameters)
  # That hyper-parameter alone shows no plateau, which is told.
  alone <- suppressWarnings(soft_profile(trained, z = "MAE", params = "sigma"), classes = "softprofile_warning")
  expect_identical(alone$names, "sigma")
  expect_error(soft_profile(trained, z = "Accuracy"), "there is no column 'Accuracy'")
  expect_error(soft_profile(trained, boundry = "linear"), "unknown argument 'boundry'")
})

test_that("the direction of a metric is that of yardstick's functions", {
  metric <- function(direction) structure(identity, direction = direction)
  set <- structure(identity, metrics = list(rmse = metric("minimize"), rsq = metric("maximize"), msd = metric("zero")))
  results <- structure(list(), metrics = set)
  expect_identical(softprofile:::better_of_metric(results, "rmse"), "lower")
  expect_identical(softprofile:::better_of_metric(results, "rsq"), "higher")
  expect_null(softprofile:::better_of_metric(results, "msd"))
  expect_null(softprofile:::better_of_metric(list(), "rmse"))
})
