# Families of a user's own, registered by a Python module.

families <- c(
  "import numpy as np",
  "import softprofile as sp",
  "class Rising:",
  "    'g(u) = sum exp(w_j) u_j + w_0'",
  "    def n_parameters(self, m): return m + 1",
  "    def value(self, U, w): return U @ np.exp(np.clip(w[:-1], -20, 20)) + w[-1]",
  "    def gradient(self, U, w):",
  "        return np.column_stack([U * np.exp(np.clip(w[:-1], -20, 20)), np.ones(len(U))])",
  "class Exponential:",
  "    def fit(self, z, weights): return {'rate': weights.sum() / (weights @ z)}",
  "    def logpdf(self, z, theta): return np.log(theta['rate']) - theta['rate'] * z",
  "sp.register_boundary('rising', Rising)",
  "sp.register_density('exponential', Exponential)"
)

with_families <- function() {
  folder <- tempfile("families")
  dir.create(folder)
  writeLines(families, file.path(folder, "families_for_r.py"))
  load_plugin("families_for_r", path = folder)
}

surface <- function() {
  u <- expand.grid(a = c(1, 2, 4, 8, 16, 32), b = c(1, 3, 9, 27, 81))
  transform(u, z = ifelse(log(a) + log(b) > 4.1, 5, 1) + 0.1 * sin(a + b))
}

test_that("a registered boundary is fitted, predicted and drawn by its name", {
  skip_without_python()
  with_families()
  d <- surface()
  fit <- soft_profile(z ~ a + b, data = d, boundary = "rising")
  expect_identical(fit$boundary$name, "rising")
  expect_identical(fit$sides, ifelse(d$z > 3, 2L, 1L))
  expect_identical(as.integer(predict(fit, d[c("a", "b")])), fit$sides)
  saved <- tempfile(fileext = ".rds")
  saveRDS(fit, saved)
  expect_identical(as.integer(predict(readRDS(saved), d[c("a", "b")])), fit$sides)
  expect_gt(length(softprofile:::boundary_lines(fit, 1, 2)), 0)
})

test_that("a registered density is known by its name", {
  skip_without_python()
  with_families()
  expect_identical(elbow(c(9, 8, 9.5, 1, 0.5, 0.8), density = "exponential")$index, 3L)
})

test_that("what cannot be loaded is said in one sentence", {
  skip_without_python()
  expect_error(load_plugin("no_such_module_anywhere"), "cannot be imported")
  expect_error(load_plugin("os", path = "no/such/folder"), "does not exist")
  expect_error(load_plugin(3), "as one string")
})
