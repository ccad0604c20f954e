fit_cases <- list(
  list(r = list(), python = ""),
  list(r = list(boundary = "linear"), python = 'boundary="linear"'),
  list(r = list(boundary = "network", n_starts = 2), python = 'boundary="network", n_starts=2'),
  list(r = list(density = "laplace", random_state = 3), python = 'density="laplace", random_state=3'),
  list(r = list(density = "gaussian-separate"), python = 'density="gaussian-separate"'),
  list(r = list(density = "student-t:4", n_starts = 3), python = 'density="student-t:4", n_starts=3'),
  list(r = list(softness = "hard", boundary = "linear"), python = 'softness="hard", boundary="linear"'),
  list(r = list(transform = "standardize", ridge = 1e-5), python = 'transform="standardize", ridge=1e-5'),
  list(r = list(transform = c("log", "none")), python = 'transform=["log", "none"]'),
  list(r = list(transform = c(h = "standardize")), python = 'transform={"h": "standardize"}'),
  list(r = list(preset = "paper"), python = 'preset="paper"')
)

for (case in fit_cases) {
  test_that(paste0("a fit is that of Python: ", if (nzchar(case$python)) case$python else "defaults"), {
    skip_without_python()
    d <- parkinson_svm()
    fit <- suppressWarnings(do.call(soft_profile, c(list(d[c("gamma", "h")], d["train_error"]), case$r)))
    python <- from_python(
      "import warnings", load_parkinson,
      "with warnings.catch_warnings():",
      '    warnings.simplefilter("ignore")',
      paste0('    f = sp.fit(d[["gamma", "h"]], d["train_error"], ', case$python, ")"),
      "result = f.to_dict()",
      'result["weights"] = f.weights.tolist()',
      'result["own"] = [f.nearest_index(1), f.nearest_index(2)]',
      'V = d[["gamma", "h"]].sample(12, random_state=1, replace=True) * [1.3, 0.7]',
      'result["new"] = V.to_dict("list")',
      'result["decision"] = f.decision_function(V).tolist()',
      'result["predicted"] = f.predict(V).tolist()'
    )
    expect_same(fit$representative_point, python$chosen$representative_point)
    expect_same(by_rows(fit$centers_of_gravity), python$chosen$centers_of_gravity)
    expect_identical(fit$sides, as.integer(python$chosen$sides))
    expect_same(fit$parameters, python$parameters)
    expect_same(fit$values, python$values)
    expect_same(fit$weights, python$weights)
    expect_same(fit$loglik, python$loglik)
    expect_same(by_rows(fit$theta[-1]), python$theta)
    expect_same(fit$transform$centre, python$transform$centres)
    expect_same(fit$transform$scale, python$transform$scales)
    expect_identical(fit$transform$kind, unlist(python$transform$kinds))
    expect_same(by_rows(fit$u), python$U)
    expect_same(fit$z, python$z)
    expect_same(by_rows(fit$centres), python$centres)
    expect_same(fit$representative, python$representative)
    expect_same(by_rows(fit$crossings), python$crossings)
    expect_identical(fit$names, c("gamma", "h"))
    expect_identical(fit$z_name, "train_error")
    expect_identical(fit$boundary$name, python$boundary$name)
    expect_identical(fit$density$name, python$density$name)
    expect_identical(fit$ridge, python$ridge)
    expect_identical(fit$n_starts, python$n_starts)
    expect_identical(fit$certified, python$certified)
    expect_identical(unname(fit$messages), vapply(python$messages, function(each) each$template, ""))
    expect_identical(names(fit$messages), vapply(python$messages, function(each) each$code, ""))
    expect_identical(as.integer(rownames(nearest(fit))), python$chosen$nearest_index + 1L)
    expect_identical(c(as.integer(rownames(nearest(fit, 1))), as.integer(rownames(nearest(fit, 2)))), python$own + 1L)
    new <- as.data.frame(lapply(python$new, unlist))
    expect_same(predict(fit, new, type = "decision"), python$decision)
    expect_identical(predict(fit, new), as.integer(python$predicted))
    expect_same(predict(fit, type = "decision"), python$values)
  })
}

test_that("the numbers of the paper are found", {
  skip_without_python()
  d <- parkinson_svm()
  fit <- soft_profile(train_error ~ gamma + h, data = d)
  expect_equal(unname(signif(fit$representative_point, 2)), c(5.3e4, 1.3e-3))
  expect_equal(unlist(nearest(fit)[1:2]), c(gamma = 5e4, h = 1e-3))
  expect_equal(round(d$test_error[as.integer(rownames(nearest(fit)))], 2), 27.38)
})

test_that("coefficients are those of Python", {
  skip_without_python()
  d <- parkinson_svm()
  for (boundary in c("quadratic", "network")) {
    fit <- soft_profile(d[1:2], d$train_error, boundary = boundary, n_starts = 2)
    python <- from_python(
      load_parkinson,
      sprintf('f = sp.fit(d[["gamma", "h"]], d["train_error"], boundary="%s", n_starts=2)', boundary),
      "result = {k: v.ravel().tolist() if hasattr(v, 'ravel') else v for k, v in f.coefficients.items()}"
    )
    expect_named(fit$coefficients, names(python))
    for (part in names(python)) expect_same(by_rows(rbind(fit$coefficients[[part]])), python[[part]])
  }
})

test_that("an elbow is that of Python", {
  skip_without_python()
  z <- c(30.1, 22, 14.5, 14, 6, 5.5, 5.2, 5.1, 4.7, 4.5, 4.4)
  u <- c(3, 1, 2, 4, 8, 7, 6, 5, 11, 9, 10)
  for (density in c("gaussian", "laplace", "gaussian-separate", "student-t:4")) {
    e <- elbow(z, u, density)
    python <- from_python(
      sprintf("e = sp.elbow([%s], u=[%s], density='%s')", toString(z), toString(u), density),
      "result = {'one': [e.index, e.threshold, e.loglik], 'splits': e.splits.tolist(), 'sides': e.sides.tolist(),",
      "          'profile': e.profile.tolist(), 'theta': [list(e.theta[s].values()) for s in (1, 2)]}"
    )
    expect_same(c(e$index, e$threshold, e$loglik), python$one)
    expect_identical(e$splits, as.integer(python$splits))
    expect_identical(e$sides, as.integer(python$sides))
    expect_same(e$profile, python$profile)
    expect_same(by_rows(e$theta[-1]), python$theta)
  }
  expect_identical(elbow(1:100)$index, 50L)
})

test_that("repeated elbows are those of Python", {
  skip_without_python()
  z <- c(9, 8.5, 8.8, 4, 4.2, 3.9, 1, 1.1, 0.9, 1)
  expect_identical(elbows(z, n = 2), c(3L, 6L))
  python <- from_python(sprintf("result = sp.elbows([%s], n=2, density='laplace').tolist()", toString(z)))
  expect_identical(elbows(z, n = 2, density = "laplace"), as.integer(python))
})

test_that("arguments and defaults are those of Python", {
  skip_without_python()
  python <- from_python(
    "import inspect",
    "def defaults(f):",
    "    return {k: p.default for k, p in inspect.signature(f).parameters.items() if p.default is not p.empty}",
    "functions = {'fit': sp.fit, 'elbow': sp.elbow, 'elbows': sp.elbows, 'recommend': sp.recommend}",
    "result = {name: defaults(f) for name, f in functions.items()}"
  )
  defaults <- function(f) {
    held <- as.list(formals(f))
    lapply(held[!vapply(held, is.symbol, NA)], eval)
  }
  same <- function(f, expected) {
    ours <- defaults(f)
    expect_named(ours, names(expected))
    for (name in names(expected)) expect_equal(ours[[name]], expected[[name]], info = name)
  }
  same(softprofile:::soft_profile.default, python$fit)
  same(softprofile:::elbow.default, python$elbow)
  same(softprofile:::recommend.default, python$recommend)
  same(softprofile:::elbows.default, python$elbows)
})

test_that("the example data are those of Python", {
  skip_without_python()
  python <- from_python(load_parkinson, 'result = d.table.to_dict("list")')
  expect_identical(names(parkinson_svm()), names(python))
  expect_identical(as.double(unlist(parkinson_svm())), as.double(unlist(python)))
  for (surface in c("parkinson-svm.csv", "forest-fires-enet.csv")) {
    path <- from_python(
      "from importlib.resources import files",
      sprintf('result = str(files("softprofile.datasets") / "surfaces" / "%s")', surface)
    )
    expect_identical(readLines(system.file("extdata", surface, package = "softprofile")), readLines(path))
  }
})
