test_that("saved results work in a session without Python", {
  skip_without_python()
  d <- parkinson_svm()
  fits <- lapply(c("linear", "quadratic", "network"), function(boundary) {
    soft_profile(train_error ~ gamma + h, data = d, boundary = boundary, n_starts = 2)
  })
  path <- tempfile(fileext = ".rds")
  saveRDS(list(fits = fits, elbow = elbow(d$train_error)), path)
  code <- c(
    "library(softprofile)",
    sprintf("held <- readRDS(%s)", deparse(path)),
    "grDevices::pdf(NULL)",
    "for (x in c(held$fits, list(held$elbow))) {",
    "  invisible(utils::capture.output(print(x), print(summary(x))))",
    "  plot(x)",
    "  stopifnot(is.numeric(coef(x)), inherits(logLik(x), 'logLik'), nobs(x) == 35)",
    "}",
    "for (x in held$fits) {",
    "  stopifnot(identical(predict(x, x$u), x$sides), nrow(nearest(x, 1)) == 1)",
    "  stopifnot(all.equal(predict(x, x$u, type = 'decision'), x$values, tolerance = 1e-12))",
    "}",
    "cat('done', reticulate::py_available())"
  )
  expect_match(run_r(code, c(RETICULATE_PYTHON = tempfile("no-python"))), "done FALSE$")
})
