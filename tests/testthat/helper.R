skip_without_python <- function() {
  testthat::skip_if_not(
    softprofile_available(),
    "the Python package softprofile is not available: see install_softprofile()"
  )
}

# What Python code binds to `result`, as plain R data.
from_python <- function(...) {
  reticulate::py_run_string(paste(c("import softprofile as sp", ...), collapse = "\n"))$result
}

load_parkinson <- 'd = sp.datasets.load_surface("parkinson-svm")'

# Equal to 1e-12, relative to the size of the numbers.
expect_same <- function(object, expected) {
  expect_equal(as.double(unlist(object)), as.double(unlist(expected)), tolerance = 1e-12)
}

# Rows of a matrix or data frame one after another, as Python lists them.
by_rows <- function(table) as.vector(t(as.matrix(table)))

# A surface that needs no Python: a boundary of each family with made-up parameters.
made_up_fit <- function(boundary = "quadratic", m = 2) {
  count <- switch(boundary, linear = m + 1, quadratic = (m + 1) * (m + 2) / 2, network = 3 * (m + 2) + 1)
  fit <- structure(
    list(
      names = paste0("u", seq_len(m)), parameters = sin(seq_len(count)),
      transform = data.frame(
        name = paste0("u", seq_len(m)), kind = "standardize", centre = rep(0, m), scale = rep(1, m)
      ),
      boundary = list(name = boundary, options = list())
    ),
    class = "softprofile_fit"
  )
  fit$coefficients <- softprofile:::boundary_coefficients(fit)
  fit
}

three_dimensional <- function() {
  d <- expand.grid(a = c(0.1, 1, 10, 100), b = 1:5, c = c(-1, 0, 1))
  d$z <- ifelse(log10(d$a) + d$b / 2 + d$c > 1.3, 1, 4) + 0.1 * sin(seq_len(nrow(d)))
  d
}

# Runs code in a fresh session that sees the same library, and returns what it writes.
run_r <- function(code, env = character()) {
  file <- tempfile(fileext = ".R")
  namespace <- asNamespace("softprofile")
  # A package that was loaded from its source, without being installed, is loaded in the same way.
  from_source <- if (exists(".__DEVTOOLS__", namespace)) {
    sprintf("pkgload::load_all(%s, quiet = TRUE)", deparse(getNamespaceInfo(namespace, "path")))
  }
  writeLines(c(sprintf(".libPaths(%s)", paste(deparse(.libPaths()), collapse = "")), from_source, code), file)
  set <- paste0(names(env), "=", env)[seq_along(env)]
  out <- system2(
    file.path(R.home("bin"), "Rscript"), c("--vanilla", shQuote(file)),
    stdout = TRUE, stderr = FALSE, env = set
  )
  paste(out, collapse = "\n")
}
