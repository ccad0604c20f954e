# What is asked of a fit: bootstrap, test of the plateau, diagnosis, focus, refinement and comparison.

parkinson_fit <- function(...) soft_profile(train_error ~ gamma + h, data = parkinson_svm(), ...)

python_parkinson <- function(..., options = "") {
  from_python(load_parkinson, sprintf('f = sp.fit(d[["gamma", "h"]], d["train_error"]%s)', options), ...)
}

message_of <- function(expr) conditionMessage(expect_error(expr, class = "softprofile_error"))

scree_values <- c(30.1, 22, 14.5, 14, 6, 5.5, 5.2, 5.1, 4.7, 4.5, 4.4)
scree_u <- c(3, 1, 2, 4, 8, 7, 6, 5, 11, 9, 10)
python_scree <- function(..., density = "gaussian", u = TRUE) {
  given <- if (u) paste0(", u=pd.Series([", toString(scree_u), "], name='k')") else ""
  from_python(
    "import pandas as pd",
    sprintf("e = sp.elbow(pd.Series([%s], name='z')%s, density='%s')", toString(scree_values), given, density), ...
  )
}

# Lists of Python hold no NaN for R: they come as NaN numbers, and tables of R hold NA.
expect_same_table <- function(table, columns) {
  expect_named(table, names(columns))
  for (name in names(columns)) {
    expected <- unlist(columns[[name]])
    if (is.numeric(expected)) {
      expected[is.nan(expected)] <- NA
      expect_same(table[[name]], expected)
    } else {
      expect_identical(table[[name]], expected)
    }
  }
}

for (case in list(
  list(r = list(), python = ""),
  list(r = list(kind = "pairs", random_state = 3), python = ', kind="pairs", random_state=3'),
  list(r = list(kind = "parametric", search = "warm"), python = ', kind="parametric", search="warm"')
)) {
  test_that(paste0("a bootstrap is that of Python: n=25", case$python), {
    skip_without_python()
    b <- do.call(bootstrap, c(list(parkinson_fit(), n = 25), case$r))
    python <- python_parkinson(
      sprintf("b = f.bootstrap(n=25%s)", case$python),
      'V = d[["gamma", "h"]] * [1.3, 0.7]',
      'result = {"n": b.n, "search": b.search, "intervals": b.intervals().to_numpy().ravel().tolist(),',
      '  "others": b.intervals(0.6).to_numpy().ravel().tolist(), "points": b.representative_points.to_dict("list"),',
      '  "chosen": b.chosen.to_dict("list"), "index": b.chosen.index.tolist(), "rows": b.rows.tolist(),',
      '  "parameters": b.parameters.ravel().tolist(), "caveat": b.caveat, "new": V.to_dict("list"),',
      '  "probability": b.probability(V).tolist(), "own": b.probability(f.U).tolist()}'
    )
    expect_s3_class(b, "softprofile_bootstrap")
    expect_identical(c(b$n, b$search, b$caveat), c(as.character(python$n), python$search, python$caveat))
    expect_named(b$intervals, c("low", "estimate", "high"))
    expect_identical(rownames(b$intervals), c("gamma", "h"))
    expect_same(by_rows(b$intervals), python$intervals)
    expect_same(by_rows(confint(b)), python$intervals)
    expect_same(by_rows(confint(b, level = 0.6)), python$others)
    expect_identical(confint(b, "h"), confint(b)["h", ])
    expect_same_table(b$representative_points, python$points)
    expect_same_table(b$chosen, python$chosen)
    expect_identical(as.integer(rownames(b$chosen)), as.integer(python$index) + 1L)
    expect_identical(b$rows, as.integer(python$rows) + 1L)
    expect_same(by_rows(b$parameters), python$parameters)
    expect_same(side_probability(b), python$own)
    expect_same(side_probability(b, as.data.frame(lapply(python$new, unlist))), python$probability)
  })
}

test_that("probabilities of sides are those of Python for every boundary", {
  skip_without_python()
  for (boundary in c("linear", "network")) {
    options <- sprintf(', boundary="%s", n_starts=2', boundary)
    b <- bootstrap(parkinson_fit(boundary = boundary, n_starts = 2), n = 20)
    python <- python_parkinson("result = f.bootstrap(n=20).probability(f.U).tolist()", options = options)
    expect_same(side_probability(b), python)
  }
  expect_match(message_of(side_probability(bootstrap(elbow(1:9), n = 20))), "bootstrap of a fit")
  expect_match(message_of(side_probability(b, data.frame(gamma = 1))), "column h of the fit is missing")
})

test_that("the bootstrap of an elbow is that of Python, whatever its density", {
  skip_without_python()
  for (density in c("gaussian", "laplace-separate", "student-t:3.5")) {
    b <- bootstrap(elbow(scree_values, data.frame(k = scree_u), density), n = 20, random_state = 2)
    python <- python_scree(
      "b = e.bootstrap(n=20, random_state=2)",
      "result = {'thresholds': b.thresholds.tolist(), 'interval': b.interval().tolist(),",
      "  'other': b.interval(0.5).tolist(), 'likely': list(e.likelihood_interval()),",
      "  'table': b.probabilities.to_numpy().T.ravel().tolist(), 'at': b.probabilities.index.tolist(),",
      "  'text': str(b.summary())}",
      density = density
    )
    expect_same(b$thresholds, python$thresholds)
    expect_same(b$intervals, python$interval)
    expect_same(confint(b), python$interval)
    expect_same(confint(b, level = 0.5), python$other)
    expect_same(b$likelihood_interval, python$likely)
    expect_same(b$probabilities[-1], python$table)
    expect_same(b$probabilities$threshold, python$at)
    expect_identical(b$text, python$text)
  }
  # Many fits of densities that are fitted numerically take long, but they are handed back as well.
  for (density in c("scipy:gumbel_r", "student-t:3.5", "binomial:40", "poisson")) {
    e <- elbow(round(scree_values), scree_u, density)
    again <- softprofile:::python_elbow(e)
    expect_same(reticulate::py_to_r(again$loglik), e$loglik)
    expect_identical(softprofile:::plain_options(reticulate::py_to_r(again$density$options())), e$density$options)
  }
})

test_that("the test of a plateau is that of Python", {
  skip_without_python()
  held <- c(
    "look = lambda m: {'statistic': m.statistic, 'p_value': m.p_value, 'null': m.null.tolist(), 'n': m.n}",
    "result = {'verdict': t.verdict, 'sentence': t.sentence, 'text': str(t.summary()), 'change': look(t.change),",
    "  'steady': None if t.steady is None else look(t.steady), 'rates': t.rates, 'population': t.population}"
  )
  same <- function(test, python) {
    expect_s3_class(test, "softprofile_plateau_test")
    for (name in c("verdict", "sentence", "text", "population")) expect_identical(test[[name]], python[[name]])
    for (name in names(python$change)) expect_same(test[[name]], python$change[[name]])
    for (name in names(python$steady)) expect_same(test$steady[[name]], python$steady[[name]])
    expect_identical(is.null(test$steady), is.null(python$steady))
    expect_same(test$rates, python$rates)
  }
  same(
    test_plateau(parkinson_fit(boundary = "linear", n_starts = 3), n = 20, random_state = 1),
    python_parkinson("t = f.test_plateau(20, random_state=1)", held, options = ', boundary="linear", n_starts=3')
  )
  e <- elbow(data.frame(z = scree_values), data.frame(k = scree_u))
  same(test_plateau(e), python_scree("t = e.test_plateau()", held))
  # Values that fall and have no candidates were sorted; with candidates they fell by themselves.
  falling <- elbow(data.frame(z = scree_values))
  expect_true(nzchar(test_plateau(falling)$population))
  same(test_plateau(falling), python_scree("t = e.test_plateau()", held, u = FALSE))
  expect_identical(test_plateau(falling, sorted_values = FALSE)$population, "")
  expect_identical(test_plateau(elbow(scree_values, seq_along(scree_values)))$population, "")
  expect_match(message_of(test_plateau(e, sorted_values = TRUE)), "sorted_values is true, but z neither")
  expect_match(message_of(test_plateau(e, n = 5)), "n must be at least 19")
})

test_that("a diagnosis is that of Python, with rows counted from one", {
  skip_without_python()
  found <- diagnose(parkinson_fit())
  python <- python_parkinson(
    "g = f.diagnose()",
    'result = {"tests": g.tests.to_dict("list"), "leverage": g.leverage.to_dict("list"),',
    '  "residuals": g.residuals.to_dict("list"), "warnings": [m.counted_from(1) for m in g.warnings],',
    '  "codes": [m.code for m in g.warnings]}'
  )
  python$leverage$nearest <- python$leverage$nearest + 1
  expect_s3_class(found, "softprofile_diagnosis")
  expect_same_table(found$tests, python$tests)
  expect_same_table(found$leverage, python$leverage)
  expect_same_table(found$residuals, python$residuals)
  expect_identical(rownames(found$leverage), as.character(1:35))
  expect_identical(unname(found$warnings), as.character(unlist(python$warnings)))
  expect_identical(names(found$warnings), as.character(unlist(python$codes)))
  # The row that is named as the nearest is that of nearest().
  nearest_row <- rownames(nearest(parkinson_fit()))
  expect_match(
    found$warnings[["nearest-point-unstable"]], paste0("the nearest evaluated one, row ", nearest_row, ", in")
  )
  farthest <- which.max(found$leverage$move)
  expect_match(
    found$warnings[["influential-rows"]], paste0("depends strongly on the configuration in row ", farthest, ":")
  )
  expect_match(found$text, paste0("\nrow ", farthest, " "))
  some <- diagnose(parkinson_fit(), rows = c(6, 32))
  expect_identical(some$leverage, found$leverage[c(6, 32), ] |> transform(influential = some$leverage$influential))
  for (rows in list(0, 36, numeric(), "a", 1.5)) {
    expect_identical(
      message_of(diagnose(parkinson_fit(), rows = rows)), "rows must contain at least one row number, between 1 and 35."
    )
  }
})

test_that("rows in sentences count from one, and other numbers stay", {
  skip_without_python()
  module <- softprofile:::python_module()
  far <- module$Message("outliers", "rows {rows} lie far (z = 4.2 in row {row}), 3 of 35 rows", list(1L, 2L, 9L))
  expect_identical(softprofile:::r_sentence(far), "rows 2, 3, 10 lie far (z = 4.2 in row 2), 3 of 35 rows")
  odd <- module$Message("weak-evidence", "in row 9")
  expect_identical(softprofile:::r_sentence(odd), "in row 9")
  named <- softprofile:::r_messages(reticulate::tuple(far, odd))
  expect_identical(names(named), c("outliers", "weak-evidence"))
  expect_identical(softprofile:::r_messages(reticulate::tuple()), setNames(character(), character()))
  expect_identical(softprofile:::in_words_of_r(c("or None", "Nonesuch")), c("or NULL", "Nonesuch"))
  # A column that is called as a row is not renumbered.
  d <- data.frame("row 7" = c(1, NA, 3, 4, 5), check.names = FALSE)
  expect_match(message_of(soft_profile(d, 1:5)), "'row 7' has 1 missing or infinite value(s), the first in row 2:",
    fixed = TRUE
  )
})

test_that("messages are named by their codes, and warned of", {
  skip_without_python()
  u <- 1:24
  z <- ifelse(u > 16, 5, 1) + 0.3 * sin(3 * u) - 3
  expect_warning(fit <- soft_profile(data.frame(u), z), "z changes sign", class = "softprofile_warning")
  expect_true("masses-shifted" %in% names(fit$messages))
  expect_match(fit$messages[["masses-shifted"]], "^z changes sign")
  expect_output(print(fit), "Warning 1: z changes sign")
  expect_identical(names(elbow(c(1, 1, 1, 4, 4, 4))$messages), "scale-at-floor")
})

test_that("focus and refine are those of Python", {
  skip_without_python()
  expect_identical(nrow(focus(parkinson_fit())), 0L)
  d <- parkinson_svm()
  d <- d[d$h > 4e-4, ]
  off <- suppressWarnings(soft_profile(train_error ~ gamma + h, data = d, boundary = "linear"))
  python <- from_python(
    "import warnings", load_parkinson, 'd = d[d["h"] > 4e-4]',
    "with warnings.catch_warnings():",
    '    warnings.simplefilter("ignore")',
    '    f = sp.fit(d[["gamma", "h"]], d["train_error"], boundary="linear")',
    'parts = ("kind", "parameter", "direction", "low", "high", "severity", "sentence")',
    'result = {"focus": [{part: getattr(each, part) for part in parts} for each in f.focus()],',
    '  "refine": sp.refine(f, 7).to_dict("list"),',
    '  "seeded": sp.refine(f, 3, random_state=5).to_dict("list")}'
  )
  found <- focus(off)
  expect_gt(nrow(found), 0)
  for (i in seq_len(nrow(found))) expect_identical(as.list(found[i, ]), python$focus[[i]])
  expect_same_table(refine(off, n = 7), python$refine)
  expect_same_table(refine(off, n = 3, random_state = 5), python$seeded)
  expect_match(message_of(refine(off, n = 0)), "n, the number of configurations,")
})

test_that("a comparison is that of Python", {
  skip_without_python()
  d <- parkinson_svm()
  found <- compare(train_error ~ gamma + h, data = d, boundaries = c("linear", "quadratic"), n_starts = 3)
  python <- from_python(
    load_parkinson,
    'c = sp.compare(d[["gamma", "h"]], d["train_error"], boundaries=["linear", "quadratic"], n_starts=3)',
    'result = {"table": c.table.astype({"df": float}).to_dict("list"), "text": str(c.summary()),',
    '  "agreement": c.agreement.to_numpy().ravel().tolist(), "messages": [m.text for m in c.messages],',
    '  "best": [c.best_pair(by) for by in ("cv_loglik", "two-step", "BIC", "AIC", "loglik")],',
    '  "labels": [", ".join(pair) for pair in c.fits], "logliks": [one.loglik for one in c.fits.values()]}'
  )
  expect_s3_class(found, "softprofile_comparison")
  expect_same_table(found$table, python$table)
  expect_identical(found$text, python$text)
  expect_same(by_rows(found$agreement), python$agreement)
  expect_identical(by_rows(found$best_pairs[-1]), unlist(python$best))
  expect_identical(unname(found$best_pair), unlist(python$best[[1]]))
  expect_identical(names(found$fits), python$labels)
  expect_identical(rownames(found$agreement), python$labels)
  expect_same(vapply(found$fits, function(fit) fit$loglik, 0), python$logliks)
  without <- function(x) x[setdiff(names(x), c("call", "fits"))]
  frame <- compare(d[1:2], d$train_error, boundaries = c("linear", "quadratic"), n_starts = 3)
  expect_identical(without(frame), without(found))
  matrix <- compare(as.matrix(d[1:2]), d$train_error, boundaries = c("linear", "quadratic"), n_starts = 3)
  expect_identical(without(matrix), without(found))
  # Each fit is a fit.
  expect_identical(
    found$fits[["linear, gaussian"]]$parameters, parkinson_fit(boundary = "linear", n_starts = 3)$parameters
  )
  expect_s3_class(bootstrap(found$fits[[1]], n = 20), "softprofile_bootstrap")
})

test_that("a comparison may go without folds, in one dimension, and from a table of results", {
  skip_without_python()
  one <- compare(mtcars$wt, mtcars$mpg, boundaries = "auto", densities = c("gaussian", "poisson"), folds = NULL)
  expect_identical(one$best_pair, c(boundary = "linear", density = "gaussian"))
  expect_true(all(is.na(one$table$cv_loglik)))
  expect_null(one$folds)
  expect_identical(one$best_pairs$criterion, c("BIC", "AIC", "loglik"))
  # mpg are no counts: the pair keeps its row, with the reason.
  expect_match(one$table$note[2], "poisson")
  expect_named(one$fits, "linear, gaussian")
  expect_length(one$fits[[1]]$scree$profile, length(one$fits[[1]]$scree$splits))
  d <- parkinson_svm()
  table <- compare(
    d, "train_error",
    params = c("gamma", "h"), boundaries = "linear", densities = "gaussian", folds = NULL
  )
  expect_identical(table$fits[[1]]$names, c("gamma", "h"))
  expect_match(message_of(compare(d[1:2])), "z is missing")
  expect_match(message_of(compare(d[1:2], d$train_error, fold = 3)), "unknown argument 'fold'")
  expect_match(message_of(compare(~ gamma + h, d)), "on the left")
  expect_match(message_of(compare(d[1:2], d$train_error, boundaries = character())), "boundaries is empty")
  expect_match(message_of(compare(mtcars$wt[1:5], 1:5, folds = 2)), "or folds=NULL\\.$")
})

test_that("arguments and defaults of what is asked are those of Python", {
  skip_without_python()
  python <- from_python(
    "import inspect",
    "def defaults(f):",
    "    held = {k: p.default for k, p in inspect.signature(f).parameters.items() if p.default is not p.empty}",
    "    return {k: list(v) if isinstance(v, tuple) else v for k, v in held.items()}",
    "result = {'bootstrap.softprofile_fit': defaults(sp.BoundaryFit.bootstrap),",
    "  'bootstrap.softprofile_elbow': defaults(sp.Elbow.bootstrap),",
    "  'test_plateau.softprofile_fit': defaults(sp.BoundaryFit.test_plateau),",
    "  'test_plateau.softprofile_elbow': defaults(sp.Elbow.test_plateau),",
    "  'diagnose.softprofile_fit': defaults(sp.BoundaryFit.diagnose),",
    "  'refine.softprofile_fit': defaults(sp.refine), 'compare.default': defaults(sp.compare)}"
  )
  for (name in names(python)) {
    held <- as.list(formals(utils::getFromNamespace(name, "softprofile")))
    ours <- lapply(held[!vapply(held, is.symbol, NA)], eval)
    expect_named(ours, names(python[[name]]))
    for (argument in names(ours)) expect_equal(ours[[argument]], unlist(python[[name]][[argument]]), info = argument)
  }
})

test_that("what cannot be asked is told in one sentence", {
  skip_without_python()
  fit <- parkinson_fit(boundary = "linear")
  expect_identical(
    message_of(bootstrap(fit, n = 5)), "n, the number of replicates, must be a whole number of at least 20, not 5."
  )
  expect_match(message_of(bootstrap(fit, n = 20, kind = "wild")), "unknown kind 'wild': choose one of")
  expect_match(message_of(bootstrap(fit, replicates = 20)), "unknown argument 'replicates'")
  expect_match(message_of(bootstrap(elbow(1:9), search = "full")), "unknown argument 'search'")
  older <- fit[setdiff(names(fit), "json")]
  class(older) <- "softprofile_fit"
  own <- fit
  own$density$name <- "user"
  for (ask in list(bootstrap, test_plateau, diagnose, focus, refine)) {
    expect_match(message_of(ask(older)), "fit it again\\.$")
    expect_match(message_of(ask(own)), "a user-defined density, which R cannot pass to Python")
  }
  damaged <- fit
  damaged$json <- "{}"
  expect_match(message_of(focus(damaged)), "not a fit saved by softprofile")
  b <- bootstrap(fit, n = 20)
  for (level in list(0, 1, NA, "a", c(0.1, 0.9))) expect_match(message_of(confint(b, level = level)), "between 0 and 1")
  expect_match(message_of(confint(b, "k")), "parm must be among gamma, h")
})

test_that("an elbow that was saved before its candidates were marked is understood", {
  skip_without_python()
  e <- elbow(scree_values, scree_u)
  older <- e
  older$u_given <- NULL
  expect_identical(bootstrap(older, n = 20)$thresholds, bootstrap(e, n = 20)$thresholds)
  falling <- elbow(scree_values)
  older <- falling
  older$u_given <- NULL
  expect_identical(test_plateau(older, n = 19)$population, test_plateau(falling, n = 19)$population)
})

test_that("saved fits can be asked in a new session, and saved answers need no Python", {
  skip_without_python()
  fit <- parkinson_fit(boundary = "linear")
  e <- elbow(mpg ~ wt, data = mtcars)
  answers <- list(
    bootstrap(fit, n = 20), bootstrap(soft_profile(mtcars$wt, mtcars$mpg), n = 20), bootstrap(e, n = 20),
    test_plateau(e), test_plateau(elbow(scree_values)), diagnose(fit),
    compare(mtcars$wt, mtcars$mpg, boundaries = "linear", folds = NULL)
  )
  path <- tempfile(fileext = ".rds")
  saveRDS(list(fit = fit, elbow = e, answers = answers), path)
  plain <- function(x) if (is.list(x)) all(vapply(x, plain, NA)) else is.atomic(x) || is.language(x)
  expect_true(plain(lapply(answers, unclass)))
  code <- c(
    "library(softprofile)",
    sprintf("held <- readRDS(%s)", deparse(path)),
    "grDevices::pdf(NULL)",
    "for (x in held$answers) {",
    "  stopifnot(identical(utils::capture.output(print(x)), utils::capture.output(print(summary(x)))))",
    "  if (inherits(x, c('softprofile_bootstrap', 'softprofile_plateau_test'))) plot(x)",
    "}",
    "invisible(confint(held$answers[[1]], level = 0.5))",
    "stopifnot(length(side_probability(held$answers[[1]])) == 35)",
    "cat('done', reticulate::py_available())"
  )
  expect_match(run_r(code, c(RETICULATE_PYTHON = tempfile("no-python"))), "done FALSE$")
  code <- c(
    "library(softprofile)",
    sprintf("held <- readRDS(%s)", deparse(path)),
    "stopifnot(identical(bootstrap(held$fit, n = 20)$parameters, held$answers[[1]]$parameters))",
    "stopifnot(identical(bootstrap(held$elbow, n = 20)$thresholds, held$answers[[3]]$thresholds))",
    "stopifnot(identical(test_plateau(held$elbow)$null, held$answers[[4]]$null))",
    "cat('the same')"
  )
  expect_match(run_r(code), "the same$")
})

test_that("drawings are made for any number of hyper-parameters", {
  skip_without_python()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- graphics::par("mar", "mfrow")
  slices <- soft_profile(z ~ a + b + c, data = three_dimensional(), boundary = "linear", n_starts = 2)
  for (fit in list(soft_profile(mtcars$wt, mtcars$mpg), parkinson_fit(boundary = "linear"), slices)) {
    b <- bootstrap(fit, n = 20)
    expect_identical(plot(b, level = 0.5, main = "title"), b)
  }
  expect_silent(plot(bootstrap(elbow(mtcars$mpg), n = 20)))
  expect_match(message_of(plot(b, level = 2)), "between 0 and 1")
  test <- test_plateau(elbow(scree_values, scree_u))
  expect_identical(plot(test), test)
  test$steady <- NULL
  test$null[] <- 1
  expect_silent(plot(test, main = NULL))
  expect_identical(graphics::par("mar", "mfrow"), before)
})
