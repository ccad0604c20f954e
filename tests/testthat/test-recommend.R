plain_recommendation <- function(r) r[setdiff(names(r), "call")]

quietly <- function(expr) suppressWarnings(expr, classes = "softprofile_warning")

test_that("a formula recommends the row that Python recommends", {
  skip_without_python()
  d <- parkinson_svm()
  r <- quietly(recommend(test_error ~ gamma + h, data = d, better = "lower", z_train = d$train_error))
  python <- from_python(
    load_parkinson,
    'r = sp.recommend(d[["gamma", "h"]], d["test_error"], better="lower", z_train=d["train_error"])',
    "result = [r.index, r.best_index, r.loss, r.noise, r.reason]"
  )
  expect_identical(r$index, python[[1]] + 1L)
  expect_identical(r$best_index, python[[2]] + 1L)
  expect_same(c(r$loss, r$noise), python[3:4])
  expect_identical(r$reason, python[[5]])
  expect_identical(r$configuration, d[r$index, c("gamma", "h")])
  expect_identical(r$direction, "training scores")
  expect_true(rownames(r$configuration) %in% rownames(r$alternatives))
  expect_identical(names(r$alternatives), c("gamma", "h", "test_error", "loss", "edge_distance"))
  expect_identical(r$alternatives$loss, sort(r$alternatives$loss))
})

test_that("rows keep their names", {
  skip_without_python()
  d <- parkinson_svm()
  rownames(d) <- paste0("trial-", seq_len(nrow(d)))
  r <- quietly(recommend(test_error ~ gamma + h, data = d, better = "lower"))
  expect_match(rownames(r$configuration), "^trial-")
  expect_identical(d[rownames(r$configuration), "test_error"], r$z[r$index])
  expect_match(rownames(r$alternatives), "^trial-")
  expect_match(summary(r)$text, "trial-")
  expect_output(print(r), "Recommended: gamma = .* \\(row trial-")
})

test_that("data frames, matrices, vectors and formulas agree", {
  skip_without_python()
  d <- parkinson_svm()
  u <- d[c("gamma", "h")]
  r <- plain_recommendation(quietly(recommend(u, d$test_error, better = "lower")))
  for (other in list(
    quietly(recommend(d, "test_error", better = "lower", params = c("gamma", "h"))),
    quietly(recommend(as.matrix(u), d$test_error, better = "lower"))
  )) {
    expect_equal(other$configuration, r$configuration)
    expect_identical(other[c("index", "loss", "noise")], r[c("index", "loss", "noise")])
  }
  x <- 1:12
  r <- quietly(recommend(x, 0.9 - 0.4 * exp(-x / 1.5), better = "higher", simpler = c(x = "lower")))
  expect_identical(names(r$configuration), "x")
  expect_identical(r$direction, "simpler")
  expect_named(r$edge_point, "x")
})

test_that("the direction must be given, and arguments are checked", {
  skip_without_python()
  d <- parkinson_svm()
  expect_error(recommend(d[1:2], d$test_error), 'better is missing: say better = "lower"')
  expect_error(recommend(test_error ~ gamma, data = d), "better is missing")
  expect_error(recommend(d[1:2], d$test_error, better = "smaller"), "better")
  expect_error(recommend(d[1:2], d$test_error, better = "lower", noise = 1), "unknown argument 'noise'")
  expect_error(recommend(~gamma, data = d, better = "lower"), "the formula needs the performance on the left")
  expect_error(recommend(d[1:2], better = "lower"), "z is missing")
  expect_error(recommend(list(1), 1, better = "lower"), "u must be a data frame")
})

test_that("categories, logical values, NA and failures are accepted", {
  skip_without_python()
  d <- expand.grid(cost = 10^(-2:3), kernel = factor(c("linear", "rbf")), scale = c(TRUE, FALSE))
  d$score <- with(d, 0.6 + 0.3 * plogis(2 * log10(cost)) + 0.05 * (kernel == "rbf") + 0.01 * scale)
  d$score[3] <- NA
  r <- quietly(recommend(score ~ cost + kernel + scale, data = d, better = "higher"))
  expect_identical(as.character(r$configuration$kernel), "rbf")
  expect_s3_class(r$configuration$kernel, "factor")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_silent(plot(r))
  d$kernel[d$kernel == "linear"] <- NA
  expect_false(grepl("None|NULL", quietly(recommend(score ~ cost + kernel, data = d, better = "higher"))$reason))
})

test_that("recommendations are drawn in any number of dimensions", {
  skip_without_python()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  d <- three_dimensional()
  for (formula in list(z ~ a, z ~ a + b, z ~ a + b + c)) {
    rows <- if (length(all.vars(formula)) == 4) d else d[d$c == 0 & (length(all.vars(formula)) == 3 | d$b == 3), ]
    expect_silent(plot(quietly(recommend(formula, data = rows, better = "lower"))))
  }
})

test_that("caret tells the direction and the standard errors", {
  skip_without_python()
  results <- data.frame(k = 1:12, RMSE = 1 + 3 * exp(-(1:12) / 2), Rsquared = 0.9 - 0.5 * exp(-(1:12) / 2))
  results$RMSESD <- 0.2
  results$RsquaredSD <- 0.02
  trained <- structure(
    list(
      results = results, metric = "RMSE", maximize = FALSE, bestTune = data.frame(k = 12),
      control = list(index = rep(list(1:3), 25))
    ),
    class = "train"
  )
  r <- quietly(recommend(trained))
  by_hand <- quietly(recommend(results["k"], results$RMSE, better = "lower", z_se = rep(0.2 / 5, 12)))
  expect_identical(r$configuration, by_hand$configuration)
  expect_identical(r[c("better", "loss", "noise")], by_hand[c("better", "loss", "noise")])
  expect_error(recommend(trained, z = "Rsquared"), "better is missing")
  expect_identical(quietly(recommend(trained, z = "Rsquared", better = "higher"))$better, "higher")
})

test_that("a train object of caret is read", {
  skip_without_python()
  skip_if_not_installed("caret")
  set.seed(1)
  trained <- suppressWarnings(caret::train(
    Species ~ .,
    data = iris, method = "knn", tuneGrid = data.frame(k = c(1, 5, 9, 13, 21, 31, 51, 71)),
    trControl = caret::trainControl("cv", 5)
  ))
  r <- quietly(recommend(trained))
  expect_identical(r$better, "higher")
  expect_identical(r$z_name, "Accuracy")
  expect_identical(r$configuration$k, trained$results$k[r$index])
})

test_that("a tune object of e1071 is read", {
  skip_without_python()
  skip_if_not_installed("e1071")
  set.seed(1)
  tuned <- e1071::tune(
    e1071::svm, Species ~ .,
    data = iris, ranges = list(gamma = 10^(-3:1), cost = 10^(-1:2)),
    tunecontrol = e1071::tune.control(cross = 5)
  )
  r <- quietly(recommend(tuned))
  by_hand <- quietly(recommend(
    tuned$performances[c("gamma", "cost")], tuned$performances$error,
    better = "lower", z_se = tuned$performances$dispersion / sqrt(5)
  ))
  expect_identical(r$better, "lower")
  expect_identical(r$configuration, by_hand$configuration)
  expect_identical(r$z_name, "error")
  expect_lte(r$loss, r$accepted_loss)
})

test_that("tune_results of tidymodels tell the direction", {
  skip_without_python()
  for (package in c("tune", "parsnip", "rsample", "yardstick", "dials", "rpart")) skip_if_not_installed(package)
  model <- parsnip::set_mode(
    parsnip::set_engine(parsnip::decision_tree(tree_depth = tune::tune(), min_n = tune::tune()), "rpart"),
    "regression"
  )
  grid <- expand.grid(tree_depth = 1:6, min_n = c(2, 5, 10, 20))
  set.seed(1)
  results <- tune::tune_grid(model, mpg ~ ., resamples = rsample::vfold_cv(mtcars, 3), grid = grid)
  r <- quietly(recommend(results, z = "rmse"))
  expect_identical(r$better, "lower")
  expect_setequal(names(r$configuration), c("tree_depth", "min_n"))
  by_hand <- quietly(recommend(as.data.frame(tune::collect_metrics(results)), "rmse", better = "lower"))
  expect_identical(r$configuration, by_hand$configuration)
  expect_identical(quietly(recommend(results, z = "rsq"))$better, "higher")
})

test_that("tune_results without tune say what to do", {
  skip_if(requireNamespace("tune", quietly = TRUE))
  expect_error(recommend(structure(list(), class = "tune_results")), "these results need the package tune")
})

test_that("what collect_metrics() returns is read, with its standard errors", {
  skip_without_python()
  d <- parkinson_svm()
  long <- rbind(
    data.frame(d[1:2], .metric = "rmse", .estimator = "standard", mean = d$test_error, n = 10L, std_err = 0.5),
    data.frame(d[1:2], .metric = "rsq", .estimator = "standard", mean = -d$test_error, n = 10L, std_err = 0.5)
  )
  r <- quietly(recommend(long, "rmse", better = "lower"))
  by_hand <- quietly(recommend(d[1:2], d$test_error, better = "lower", z_se = rep(0.5, nrow(d))))
  expect_identical(r[c("index", "loss", "noise")], by_hand[c("index", "loss", "noise")])
  expect_error(recommend(long, better = "lower"), "there are 2 metrics \\(rmse, rsq\\)")
  expect_error(recommend(long, "mae", better = "lower"), "there is no metric 'mae'")
})
