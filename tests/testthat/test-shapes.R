smooth_data <- function() {
  x <- seq(0, 10, length.out = 41)
  data.frame(x = x, error = 1 + 5 / (1 + exp(2 * (x - 4))) + 0.05 * sin(31 * x))
}

corner_data <- function() {
  x <- seq(0, 10, length.out = 41)
  data.frame(x = x, error = 1 + pmax(0, 5 - x) + 0.05 * sin(31 * x))
}

test_that("fitted locations are those of Python, for every shape", {
  skip_without_python()
  d <- parkinson_svm()
  for (shape in c("levels", "transition", "transition:logistic", "ramp", "ramp:high")) {
    fit <- suppressWarnings(
      soft_profile(train_error ~ gamma + h, data = d, shape = shape, better = "lower", boundary = "linear"),
      classes = "softprofile_warning"
    )
    python <- softprofile:::python_fit(fit)
    expect_same(fitted(fit), softprofile:::r_numbers(python$locations))
    expect_same(fit$weights, softprofile:::r_numbers(python$weights))
    expect_same(predict(fit, d, type = "location"), fitted(fit))
    expect_identical(fit$shape$name, sub(":.*", "", shape))
    found <- softprofile:::in_python(python$edge())
    expect_same(edge(fit)$level, reticulate::py_to_r(found$level))
    expect_same(edge(fit)$point, softprofile:::r_numbers(found$point))
    expect_identical(rownames(edge(fit)$nearest), as.character(reticulate::py_to_r(found$nearest_index()) + 1L))
  }
})

test_that("counts have locations that their density allows", {
  skip_without_python()
  d <- smooth_data()
  d$count <- round(10 * (d$error - min(d$error)))
  for (density in c("poisson", "binomial:80")) {
    fit <- soft_profile(count ~ x, data = d, shape = "ramp", density = density)
    expect_same(fitted(fit), softprofile:::r_numbers(softprofile:::python_fit(fit)$locations))
  }
})

test_that("the edge needs a direction and a valid tolerance", {
  skip_without_python()
  fit <- soft_profile(error ~ x, data = smooth_data(), shape = "transition", better = "lower")
  expect_identical(edge(fit), fit$edge)
  expect_identical(edge(fit)$tolerance, 0.05)
  expect_gt(edge(fit, tolerance = 0.01)$point, edge(fit, tolerance = 0.2)$point)
  expect_error(edge(fit, tolerance = 2), "tolerance")
  expect_output(print(edge(fit)), "Edge of the plateau: 5 % of the improvement left, error = ")
  expect_output(print(edge(fit)), "nearest beyond it")
  undirected <- soft_profile(error ~ x, data = smooth_data(), shape = "transition")
  expect_null(undirected$edge)
  expect_error(edge(undirected), "the edge needs a direction")
  expect_error(soft_profile(error ~ x, data = smooth_data(), shape = "cliff"), "unknown shape 'cliff'")
})

test_that("an elbow has a shape", {
  skip_without_python()
  e <- elbow(error ~ x, data = corner_data(), shape = "ramp", better = "lower")
  expect_equal(e$threshold, 5, tolerance = 0.02)
  expect_equal(unname(edge(e)$point), e$threshold, tolerance = 1e-6)
  expect_identical(fitted(e), fitted(e$curve))
  expect_gte(nearest(e, "good")$x, e$threshold)
  expect_output(print(e), "ramp \\(flat low\\)")
  expect_output(print(summary(e)), "Corner:")
  expect_output(print(summary(e)), "nearest evaluated beyond the edge")
  again <- softprofile:::python_elbow(e)
  expect_same(e$threshold, reticulate::py_to_r(again$threshold))
  two <- elbow(error ~ x, data = corner_data())
  expect_identical(sort(unique(fitted(two))), sort(two$theta$mean))
  expect_error(edge(two), "two levels have no edge")
})

test_that("printing and summaries show the shape, the edge and the curve", {
  skip_without_python()
  fit <- soft_profile(error ~ x, data = smooth_data(), shape = "transition:logistic", better = "lower")
  expect_output(print(fit), "transition \\(link logistic\\), linear boundary")
  expect_output(print(fit), "edge \\(5 % left\\): x = ")
  shown <- paste(capture.output(print(summary(fit))), collapse = "\n")
  for (text in c("Shape:", "Edge of the plateau:", "Levels of the curve", "representative point of the edge")) {
    expect_match(shown, text, fixed = TRUE)
  }
  expect_false(grepl("Softness", shown))
  levels <- soft_profile(error ~ x, data = smooth_data(), better = "lower")
  expect_false(grepl("edge", paste(capture.output(print(levels), print(summary(levels))), collapse = "")))
  expect_identical(names(generics::augment(fit)), c("x", "error", ".side", ".decision", ".weight", ".fitted"))
})

test_that("degrees of freedom are those of Python", {
  skip_without_python()
  d <- smooth_data()
  found <- compare(error ~ x, data = d, boundaries = "linear", densities = "gaussian", folds = NULL,
    shapes = c("levels", "transition", "ramp"))
  expect_length(found$fits, 3)
  for (one in found$fits) {
    here <- found$table$shape == one$shape$name
    expect_equal(attr(logLik(one), "df"), found$table$df[here])
  }
  expect_identical(names(found$best_pair), c("boundary", "density", "shape"))
})

test_that("all shapes are drawn", {
  skip_without_python()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  d <- three_dimensional()
  for (shape in c("transition", "ramp")) {
    for (better in list(NULL, "lower")) {
      one <- soft_profile(error ~ x, data = smooth_data(), shape = shape, better = better)
      two <- soft_profile(train_error ~ gamma + h, data = parkinson_svm(), shape = shape, better = better, n_starts = 3)
      three <- soft_profile(z ~ a + b + c, data = d, shape = shape, better = better, boundary = "linear", n_starts = 3)
      e <- elbow(error ~ x, data = smooth_data(), shape = shape, better = better)
      for (result in list(one, two, three, e)) {
        expect_silent(plot(result))
        if (requireNamespace("ggplot2", quietly = TRUE)) {
          expect_silent(ggplot2::ggplot_build(ggplot2::autoplot(result)))
        }
      }
    }
  }
})

test_that("saved curves and recommendations work in a session without Python", {
  skip_without_python()
  fit <- soft_profile(error ~ x, data = smooth_data(), shape = "transition", better = "lower")
  e <- elbow(error ~ x, data = corner_data(), shape = "ramp", better = "lower")
  r <- recommend(error ~ x, data = smooth_data(), better = "lower")
  path <- tempfile(fileext = ".rds")
  saveRDS(list(fit = fit, elbow = e, r = r, edge = edge(fit), fitted = fitted(fit)), path)
  code <- c(
    "library(softprofile)",
    sprintf("held <- readRDS(%s)", deparse(path)),
    "grDevices::pdf(NULL)",
    "for (x in held[c('fit', 'elbow', 'r')]) {",
    "  invisible(utils::capture.output(print(x), print(summary(x))))",
    "  plot(x)",
    "}",
    "stopifnot(identical(edge(held$fit), held$edge), identical(fitted(held$fit), held$fitted))",
    "stopifnot(all.equal(predict(held$fit, held$fit$u, type = 'location'), held$fitted))",
    "invisible(utils::capture.output(print(edge(held$elbow))))",
    "cat('done', reticulate::py_available())"
  )
  expect_match(run_r(code, c(RETICULATE_PYTHON = tempfile("no-python"))), "done FALSE$")
})
