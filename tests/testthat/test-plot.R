# Draws to a file and tells its size in bytes.
drawn <- function(expr) {
  path <- tempfile(fileext = ".pdf")
  grDevices::pdf(path, width = 7, height = 6)
  before <- graphics::par(no.readonly = TRUE)
  tryCatch(
    {
      expr
      after <- graphics::par(no.readonly = TRUE)
    },
    finally = grDevices::dev.off()
  )
  kept <- c("mar", "oma", "mgp", "xpd")
  expect_identical(after[kept], before[kept])
  file.size(path)
}

test_that("fits in one, two and more dimensions are drawn", {
  skip_without_python()
  d <- parkinson_svm()
  grid <- soft_profile(train_error ~ gamma + h, data = d, n_starts = 3)
  expect_gt(drawn(plot(grid)), 4000)
  expect_gt(drawn(plot(grid, z = d$test_error, main = "Test error")), 4000)
  expect_error(plot(grid, z = 1:3), "one finite value for each of the 35 points")
  scattered <- soft_profile(train_error ~ gamma + h, data = d[-3, ], n_starts = 3)
  expect_gt(drawn(plot(scattered)), 4000)
  more <- soft_profile(z ~ a + b + c, data = three_dimensional(), n_starts = 3)
  expect_gt(drawn(plot(more)), 4000)
  one <- soft_profile(mpg ~ wt, data = mtcars)
  expect_gt(drawn(plot(one)), 4000)
  expect_gt(drawn(plot(elbow(mpg ~ wt, data = mtcars), main = "Elbow")), 4000)
})

test_that("only full grids are drawn as contours, in any order of rows", {
  fit <- made_up_fit("quadratic", 2)
  fit$u <- expand.grid(u1 = c(1, 2, 4), u2 = c(1, 3))[c(6, 2, 3, 1, 5, 4), ]
  grid <- softprofile:::grid_of(fit, fit$u$u1 + 10 * fit$u$u2)
  expect_equal(grid$z, outer(c(1, 2, 4), 10 * c(1, 3), "+"))
  fit$u <- fit$u[-1, ]
  expect_null(softprofile:::grid_of(fit, fit$u$u1))
})

test_that("logarithmic axes have readable labels", {
  expect_equal(softprofile:::log_labels(c(-2, 0, 1)), c("0.01", "1", "10"))
  expect_equal(softprofile:::log_labels(c(5, log10(2e5))), expression(10^5, 2 %*% 10^5), ignore_attr = TRUE)
})

test_that("ggplot2 draws the same", {
  skip_without_python()
  skip_if_not_installed("ggplot2")
  d <- parkinson_svm()
  results <- list(
    soft_profile(train_error ~ gamma + h, data = d, n_starts = 3),
    soft_profile(train_error ~ gamma + h, data = d[-3, ], n_starts = 3),
    soft_profile(z ~ a + b + c, data = three_dimensional(), n_starts = 3),
    soft_profile(mpg ~ wt, data = mtcars),
    elbow(mpg ~ wt, data = mtcars)
  )
  for (result in results) {
    canvas <- ggplot2::autoplot(result)
    expect_s3_class(canvas, "ggplot")
    expect_gt(drawn(print(canvas)), 4000)
  }
})
