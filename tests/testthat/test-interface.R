without_call <- function(x) x[setdiff(names(x), "call")]

test_that("data frame, matrix and formula give the same fit", {
  skip_without_python()
  d <- parkinson_svm()
  by_formula <- soft_profile(train_error ~ gamma + h, data = d, n_starts = 3)
  by_frame <- soft_profile(d[c("gamma", "h")], d$train_error, n_starts = 3)
  by_matrix <- soft_profile(as.matrix(d[c("gamma", "h")]), d[["train_error"]], n_starts = 3)
  expect_s3_class(by_formula, "softprofile_fit")
  expect_identical(without_call(by_formula), without_call(by_frame))
  expect_identical(without_call(by_matrix), without_call(by_frame))
})

test_that("a formula may have a dot and functions", {
  skip_without_python()
  d <- parkinson_svm()
  dot <- soft_profile(train_error ~ . - test_error, data = d, boundary = "linear")
  expect_identical(dot$names, c("gamma", "h"))
  logged <- soft_profile(train_error ~ log(gamma) + h, data = d, boundary = "linear")
  expect_identical(logged$names, c("log(gamma)", "h"))
  expect_identical(predict(logged, d), logged$sides)
  expect_error(soft_profile(train_error ~ gamma * h, data = d), "joined by \\+")
  expect_error(soft_profile(~ gamma + h, data = d), "on the left")
  expect_error(soft_profile(train_error ~ gamma, data = d, boundry = "linear"), "unknown argument 'boundry'")
})

test_that("a vector is one hyper-parameter, and a threshold that of the elbow", {
  skip_without_python()
  fit <- soft_profile(mtcars$wt, mtcars$mpg)
  e <- elbow(mpg ~ wt, data = mtcars)
  expect_identical(fit$names, "wt")
  expect_identical(fit$z_name, "mpg")
  expect_identical(fit$boundary$name, "linear")
  expect_identical(fit$sides, e$sides)
  expect_identical(without_call(elbow(mtcars$mpg, mtcars$wt)), without_call(e))
  expect_identical(elbow(~mpg, data = mtcars)$index, elbow(mtcars["mpg"])$index)
  expect_identical(elbows(~mpg, data = mtcars, n = 1), elbows(mtcars$mpg, n = 1))
})

test_that("results hold plain data only", {
  skip_without_python()
  d <- parkinson_svm()
  plain <- function(x) {
    if (is.list(x)) all(vapply(x, plain, NA)) else is.atomic(x) || is.language(x)
  }
  for (result in list(soft_profile(d[1:2], d$train_error, n_starts = 2), elbow(d$train_error))) {
    expect_true(plain(unclass(result)))
  }
})

test_that("what is refused is told in one sentence without traces of Python", {
  skip_without_python()
  d <- parkinson_svm()
  message_of <- function(expr) conditionMessage(expect_error(expr, class = "softprofile_error"))
  expect_identical(
    message_of(soft_profile(d[1:2], rep(1, 35))),
    "z is constant (1), so there is no change to locate."
  )
  expect_identical(
    message_of(soft_profile(d[1:2], c(1, NA, 3:35))),
    "'z' has 1 missing or infinite value(s), the first in row 2: drop or repair those rows."
  )
  expect_identical(
    message_of(soft_profile(d[1:2], d$train_error, softness = "firm")),
    "unknown softness 'firm': choose one of 'soft', 'hard'."
  )
  expect_match(message_of(soft_profile(d[1:2], 1:30)), "35 rows but z has 30 values")
  expect_match(message_of(soft_profile(iris, iris$Sepal.Length)), "'Species' holds something that is not a number")
  expect_match(message_of(soft_profile(cbind(a = d$gamma, a = d$h), d$train_error)), "not distinct: a, a")
  expect_match(message_of(soft_profile(d[1:2])), "z is missing")
  expect_match(message_of(soft_profile(d[1:2], d$train_error, seed = 1)), "unknown argument 'seed'")
  expect_match(message_of(soft_profile(mean, d$train_error)), "class function")
  expect_match(message_of(elbow(letters)), "not a number")
  expect_match(message_of(soft_profile(d[1:2], d$train_error, random_state = -1)), "whole number >= 0.* or NULL")
})

test_that("warnings of Python are warnings of R", {
  skip_without_python()
  expect_warning(
    found <- elbows(c(5, 5.1, 1, 1.1), n = 3),
    "^only 1 of the 3 elbows exist",
    class = "softprofile_warning"
  )
  expect_identical(found, 2L)
})

test_that("without the Python package one message says what to do", {
  code <- paste(
    "e <- tryCatch(softprofile::elbow(1:10), error = conditionMessage); cat(e);",
    "cat('|', softprofile::softprofile_available())"
  )
  empty <- tempfile("no-python")
  out <- run_r(code, c(RETICULATE_PYTHON = empty, PYTHONPATH = ""))
  expect_match(out, "run install_softprofile\\(\\)")
  expect_match(out, "\\| FALSE$")
})

test_that("loading the package does not start Python", {
  expect_match(run_r("library(softprofile); cat(reticulate::py_available())"), "FALSE$")
})

test_that("install_softprofile refuses a path that is not there", {
  expect_error(install_softprofile(path = tempfile()), "does not exist: give the folder")
})
