test_that("boundaries are Eqs. (9) and (10)", {
  v <- cbind(c(0.3, -1.2, 2), c(0.5, 0.1, -0.7), c(1, 2, -1))
  for (m in 1:3) {
    u <- v[, seq_len(m), drop = FALSE]
    linear <- made_up_fit("linear", m)
    w <- linear$parameters
    expect_same(predict(linear, u, type = "decision"), u %*% w[seq_len(m)] + w[m + 1])
    quadratic <- made_up_fit("quadratic", m)
    k <- quadratic$coefficients
    expect_same(
      predict(quadratic, u, type = "decision"),
      apply(u, 1, function(x) t(x) %*% k$A %*% x + sum(k$b * x) + k$c)
    )
    network <- made_up_fit("network", m)
    k <- network$coefficients
    expect_same(
      predict(network, u, type = "decision"),
      apply(u, 1, function(x) sum(k$w2 * tanh(k$W1 %*% x + k$b1)) + k$b2)
    )
    for (fit in list(linear, quadratic, network)) expect_length(unique(names(coef(fit))), length(fit$parameters))
  }
  own <- made_up_fit("linear")
  own$boundary$name <- "user"
  expect_error(predict(own, v[, 1:2]), "in Python only")
})

test_that("predict reads tables, matrices and single configurations", {
  fit <- made_up_fit("quadratic", 2)
  table <- data.frame(u2 = c(1, 2), other = 5, u1 = c(0.5, -3))
  expected <- predict(fit, cbind(c(0.5, -3), c(1, 2)), type = "decision")
  expect_same(predict(fit, table, type = "decision"), expected)
  expect_same(predict(fit, as.matrix(table), type = "decision"), expected)
  expect_same(predict(fit, c(0.5, 1), type = "decision"), expected[1])
  expect_same(predict(fit, c(u2 = 1, u1 = 0.5), type = "decision"), expected[1])
  expect_identical(predict(fit, table), ifelse(expected > 0, 2L, 1L))
  expect_error(predict(fit, table["u1"]), "column u2 of the fit is missing")
  expect_error(predict(fit, matrix(1, 2, 3)), "has 2 columns .u1, u2., but this table has 3")
  expect_error(predict(fit, cbind(c(1, NA), 1)), "first in row 2")
  fit$transform$kind[1] <- "log"
  expect_error(predict(fit, c(-1, 1)), "which has no logarithm")
})

test_that("predictions in three dimensions are those of Python", {
  skip_without_python()
  d <- three_dimensional()
  for (boundary in c("linear", "quadratic", "network")) {
    fit <- soft_profile(z ~ a + b + c, data = d, boundary = boundary, n_starts = 2)
    expect_identical(fit$transform$kind, c("log", "log", "standardize"))
    expect_same(predict(fit, d, type = "decision"), fit$values)
    expect_identical(predict(fit, d[nrow(d):1, c("c", "b", "a")]), rev(fit$sides))
  }
})

test_that("log-likelihoods count their parameters", {
  skip_without_python()
  d <- parkinson_svm()
  counts <- c(gaussian = 3, "gaussian-separate" = 4, laplace = 3)
  for (density in names(counts)) {
    ll <- logLik(soft_profile(d[1:2], d$train_error, density = density, boundary = "linear", n_starts = 2))
    expect_s3_class(ll, "logLik")
    expect_equal(attr(ll, "df"), 3 + counts[[density]])
    expect_equal(attr(ll, "nobs"), 35)
  }
  counted <- elbow(c(9L, 8L, 9L, 2L, 1L, 2L, 1L), density = "poisson")
  expect_equal(attr(logLik(counted), "df"), 1 + 2)
  expect_equal(nobs(counted), 7)
  expect_equal(stats::AIC(counted), 2 * 3 - 2 * counted$loglik)
})

test_that("print and summary tell the chosen points", {
  skip_without_python()
  d <- parkinson_svm()
  fit <- soft_profile(train_error ~ gamma + h, data = d)
  expect_output(print(fit), "nearest evaluated: +gamma = 50000, h = 0.001 \\(row 19, side 2")
  s <- summary(fit)
  expect_s3_class(s, "summary.softprofile_fit")
  expect_equal(rownames(s$points)[5], "nearest evaluated, side 2 (overall)")
  expect_equal(s$densities$points, c(13, 22))
  expect_equal(rownames(s$coefficients), c("gamma^2", "gamma*h", "h^2", "gamma", "h", "constant"))
  expect_output(print(s), "Conic: +ellipse")
  expect_output(print(s), "log gamma - 10.637")
  e <- elbow(c(9, 8.5, 8.8, 4, 4.2, 3.9, 4.1))
  expect_output(print(e), "after 3 of 7 points: index <= 3")
  expect_output(print(summary(e)), "Splits compared: 6")
  expect_equal(coef(e), c(threshold = 3))
  hard <- soft_profile(d[1:2], d$train_error, boundary = "linear", softness = "hard")
  expect_output(print(summary(hard)), "proven best")
  expect_identical(hard$weights, as.double(hard$sides == 2))
})

test_that("nearest can be asked for a side", {
  skip_without_python()
  d <- parkinson_svm()
  fit <- soft_profile(train_error ~ gamma + h, data = d)
  expect_equal(names(nearest(fit)), c("gamma", "h", "train_error", "side"))
  for (side in 1:2) expect_equal(nearest(fit, side)$side, side)
  expect_equal(nearest(fit, 1)$train_error, d$train_error[as.integer(rownames(nearest(fit, 1)))])
  expect_error(nearest(fit, 3), "side must be 1, 2, \"good\" or NULL")
})

test_that("the good side is known with better", {
  skip_without_python()
  d <- parkinson_svm()
  fit <- soft_profile(train_error ~ gamma + h, data = d)
  low <- soft_profile(train_error ~ gamma + h, data = d, better = "lower")
  expect_null(fit$better)
  expect_null(fit$good_side)
  expect_identical(low$better, "lower")
  expect_identical(low$good_side, 1L)
  expect_identical(low$parameters, fit$parameters)
  expect_identical(nearest(low, "good"), nearest(fit, 1))
  expect_identical(nearest(low), nearest(fit))
  expect_error(nearest(fit, "good"), "the good side is not known")
  expect_error(soft_profile(train_error ~ gamma + h, data = d, better = "smaller"), "better must be 'lower'")
  expect_output(print(low), "nearest evaluated: .*side 1 \\(good\\)")
  expect_output(print(low), "13 on side 1 \\(good\\), 22 on side 2")
  s <- summary(low)
  expect_equal(rownames(s$densities), c("side 1 (good)", "side 2"))
  expect_equal(rownames(s$points)[c(1, 4, 5)], c(
    "centre of gravity, side 1 (good)", "nearest evaluated, side 1 (good)", "nearest evaluated, side 2 (overall)"
  ))
  expect_output(print(s), "Good side: +1 \\(lower is better\\)")
  expect_identical(softprofile:::nearest_label(fit), "nearest evaluated (side 2)")
  expect_identical(softprofile:::nearest_label(low), "nearest evaluated (side 1, good)")
  expect_match(refine(low, n = 2)$why, "near the boundary, side [12]")
  both <- compare(
    train_error ~ gamma + h, data = d, boundaries = "linear", densities = "gaussian", folds = NULL, better = "lower"
  )
  expect_identical(both$fits[[1]]$good_side, 1L)
})

test_that("the sides of an elbow are those of a fit", {
  skip_without_python()
  e <- elbow(c(9, 8.5, 8.8, 4, 4.2, 3.9, 4.1), better = "lower")
  expect_identical(e$sides, c(2L, 2L, 2L, 1L, 1L, 1L, 1L))
  expect_true(e$theta$mean[1] < e$theta$mean[2])
  expect_identical(elbow(c(4.1, 3.9, 9, 8.5, 8.8))$sides, c(1L, 1L, 2L, 2L, 2L))
  expect_identical(e$good_side, 1L)
  expect_identical(nearest(e)$index, 3)
  expect_identical(nearest(e, "good")$index, 4)
  expect_identical(nearest(e, 2)$index, 3)
  expect_output(print(summary(e)), "side 1 \\(good\\)")
  expect_output(print(bootstrap(e, n = 20)), "index <= 3")
})

test_that("the conic is named", {
  conic <- function(w) {
    fit <- made_up_fit("quadratic", 2)
    fit$parameters <- w
    fit$coefficients <- softprofile:::boundary_coefficients(fit)
    softprofile:::conic_type(fit)
  }
  expect_equal(conic(c(1, 0, 1, 0, 0, -1)), "ellipse")
  expect_equal(conic(c(1, 0, -1, 0, 0, -1)), "hyperbola")
  expect_equal(conic(c(1, 0, 0, 0, -1, 0)), "parabola")
  expect_equal(conic(c(0, 0, 0, 1, 1, 1)), "line")
  expect_match(conic(c(1, 0, -1, 0, 0, 0)), "degenerate")
})
