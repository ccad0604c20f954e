# Numbers on record (tests/golden/values.json), which the Python tests compare too: R gives the same.

golden_values <- function() {
  file <- "../golden/values.json"
  skip_if_not(file.exists(file), "the recorded values are in the repository, not in the built package")
  skip_without_python()
  json <- reticulate::import("json", convert = FALSE)
  reticulate::py_to_r(json$loads(paste(readLines(file), collapse = "\n")))
}

expect_recorded <- function(fit, recorded) {
  near <- function(found, value, tolerance = 1e-9) {
    expect_equal(as.double(found), as.double(unlist(value)), tolerance = tolerance)
  }
  near(fit$loglik, recorded$loglik)
  # Where in a flat valley an optimiser stops depends on the rounding of the processor.
  near(fit$parameters, recorded$parameters, 1e-3)
  near(fit$representative, recorded$representative, 1e-4)
  near(t(fit$centres), recorded$centres)
  near(fit$ridge, recorded$ridge)
  expect_identical(sum(fit$sides == 2), as.integer(recorded$`side 2`))
}

test_that("fits of the paper's surfaces are those on record", {
  recorded <- golden_values()
  expect_recorded(soft_profile(train_error ~ gamma + h, data = parkinson_svm()), recorded$parkinson)
  fires <- forest_fires_enet()
  expect_recorded(soft_profile(train_mse ~ lambda1 + lambda2, data = fires), recorded$`forest fires`)
  expect_recorded(
    soft_profile(train_mse ~ lambda1 + lambda2, data = fires, softness = "hard"), recorded$`forest fires hard`
  )
})
