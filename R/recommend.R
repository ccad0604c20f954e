#' Recommend one of the evaluated configurations
#'
#' Recommends a configuration that is as good as the best evaluated up to noise, and the simplest of those: the one
#' nearest to the edge of the plateau. The reason says what is given up against the best evaluated.
#'
#' Results of tuning are used directly: a `train` object of caret, the `tune_results` of tidymodels, a `tune` object of
#' e1071, or a data frame with one column per tuning parameter and metric. They tell which values are better, and their
#' standard errors.
#'
#' @param u Evaluated configurations, one row per configuration: a data frame or matrix, or a vector for one
#'   hyper-parameter. Columns may be factors, strings or logical, and may contain `NA`. Or a result of tuning.
#' @param z Numeric vector with the performance of each configuration, best a cross-validated score; `NA` where the
#'   evaluation failed. For a result of tuning, a string: the name of a metric or column.
#' @param better `"lower"` or `"higher"`: which `z` is better. It is known for objects of caret, tidymodels and e1071.
#' @param z_se Numeric vector, the standard errors of `z`. Known for objects of caret, tidymodels and e1071.
#' @param z_train Numeric vector of training scores, oriented like `z`. They show which configurations are more complex.
#' @param cost Numeric vector, the cost of each configuration: time, number of parameters, support vectors. The cheapest
#'   configuration is then recommended rather than the simplest.
#' @param simpler Named character vector or list: which values of a column make a simpler model, such as
#'   `c(cost = "lower")`.
#' @param tolerance Number between 0 and 1, the share of the improvement that may be given up. With the default `NULL`,
#'   the noise may be given up, or 2.5 % of the improvement if that is more.
#' @param rule String: `"edge"`, or `"paper"` for the configuration nearest to the representative point of two levels,
#'   which may be worse than the best evaluated by any amount.
#' @param transform The transform of the numeric columns, as in [soft_profile()].
#' @param formula A formula `z ~ u1 + u2 + ...`.
#' @param data A data frame with the variables of the formula.
#' @param params Character vector, for a result of tuning: the columns to use as hyper-parameters. The default is all
#'   tuning parameters that take more than one value.
#' @param x,object A recommendation.
#' @param digits Integer, the number of significant digits.
#' @param main String, the title of the plot.
#' @param ... In the other methods, the arguments of the default method after `z`, by name.
#' @return An object of class `softprofile_recommendation`: a list with the components
#'   \item{configuration}{data frame: the recommended row of the data, with its row name}
#'   \item{index, best_index}{the row numbers of the recommended and of the best evaluated configuration}
#'   \item{best}{data frame: the row of the best evaluated configuration}
#'   \item{edge_point}{named numeric vector (a list if some columns are not numeric): a point on the edge of the good
#'     region, in original units; `NULL` if there is none}
#'   \item{reason}{string: what is given up against the best evaluated, and what is gained}
#'   \item{alternatives}{data frame: the configurations as good as the best with their `z`, `loss` (how much worse `z`
#'     is than the best) and `edge_distance`, the smallest loss first}
#'   \item{loss, noise, accepted_loss}{how much worse the recommended `z` is than the best, the standard deviation of
#'     the noise of `z` near its best, and the largest loss that the rule accepts}
#'   \item{rule, better, direction, verdict}{the rule; which `z` is better; where the order from simple to complex comes
#'     from; and the form of the surface, such as `"plateau"` or `"optimum inside"`}
#'   \item{u, z, z_name}{the data}
#'   \item{messages}{character vector of caveats, named by their codes}
#' @seealso [soft_profile()] for the boundary itself, and [edge()].
#' @examples
#' if (softprofile_available()) {
#'   r <- recommend(test_error ~ gamma + h, data = parkinson_svm(), better = "lower")
#'   print(r)
#'   r$configuration
#'   r$alternatives
#'   plot(r)
#' }
#' @export
recommend <- function(u, ...) UseMethod("recommend")

#' @rdname recommend
#' @export
recommend.default <- function(u, z, better, z_se = NULL, z_train = NULL, cost = NULL, simpler = NULL,
                              tolerance = NULL, rule = "edge", transform = "auto", ...) {
  no_more(...)
  if (missing(z)) refuse("z is missing: give the performance of each configuration.")
  if (missing(better)) refuse_without_direction()
  recommend_row(
    as_configurations(u, label_of(substitute(u), "u1")), as_performance(z, label_of(substitute(z), "z")), match.call(),
    better = better, z_se = z_se, z_train = z_train, cost = cost, simpler = simpler, tolerance = tolerance,
    rule = rule, transform = transform
  )
}

#' @rdname recommend
#' @export
recommend.formula <- function(formula, data = NULL, ...) {
  read <- read_formula(formula, data)
  if (is.null(read$z)) refuse("the formula needs the performance on the left: write z ~ u1 + u2.")
  recommend_read(read, match.call(), list(...))
}

#' @rdname recommend
#' @export
recommend.data.frame <- function(u, z, ..., params = NULL) {
  if (missing(z) && !is_collected(u)) refuse("z is missing: give the performance of each configuration.")
  if (is_collected(u) && (missing(z) || is.character(z))) {
    read <- collected_configurations(as.data.frame(u), if (!missing(z)) z, params)
  } else if (is.character(z) && length(z) == 1) {
    read <- tuned_configurations(as.data.frame(u), z, params)
  } else {
    if (!is.null(params)) refuse("params is for tables of tuning results: pass only the columns to use as u.")
    read <- list(u = u, z = as_performance(z, label_of(substitute(z), "z")))
  }
  recommend_read(read, match.call(), list(...))
}

#' @rdname recommend
#' @export
recommend.train <- function(u, z = u$metric, params = names(u$bestTune), ...) {
  results <- u$results
  if (!is.data.frame(results) || nrow(results) == 0) {
    refuse("this train object contains no results: train it with a grid of tuning parameters.")
  }
  read <- tuned_configurations(results, z, if (any(vary(results, params))) params[vary(results, params)] else params)
  # The standard deviation is that over resamples.
  spread <- results[[paste0(z, "SD")]]
  if (!is.null(spread)) read$z_se <- spread / sqrt(max(length(u$control$index), 1))
  if (identical(z, u$metric) && is.logical(u$maximize)) read$better <- if (u$maximize) "higher" else "lower"
  recommend_read(read, match.call(), list(...))
}

#' @rdname recommend
#' @export
recommend.tune_results <- function(u, z = NULL, params = NULL, ...) {
  if (!requireNamespace("tune", quietly = TRUE)) {
    refuse("these results need the package tune: install it, or pass the data frame returned by collect_metrics().")
  }
  read <- collected_configurations(as.data.frame(tune::collect_metrics(u)), z, params)
  read$better <- better_of_metric(u, read$z$name)
  recommend_read(read, match.call(), list(...))
}

#' @rdname recommend
#' @export
recommend.tune <- function(u, params = names(u$best.parameters), ...) {
  results <- u$performances
  if (!is.data.frame(results) || nrow(results) == 0) {
    refuse("this tune object contains no performances: tune it with several values of a parameter.")
  }
  known <- setdiff(names(results), c("error", "dispersion"))
  unknown <- setdiff(params, known)
  if (length(unknown)) {
    refuse("there is no tuning parameter '", unknown[1], "' in these results: they have ", toString(known), ".")
  }
  if (any(vary(results, params))) params <- params[vary(results, params)]
  read <- list(
    u = results[params], z = list(values = as.double(results$error), name = "error"), better = "lower",
    # The dispersion is the standard deviation over the training sets, such as the folds; NA for a single one.
    z_se = results$dispersion / sqrt(max(length(u$train.ind), 1))
  )
  recommend_read(read, match.call(), list(...))
}

refuse_without_direction <- function() {
  refuse('better is missing: say better = "lower" for an error, or better = "higher" for a score.')
}

# Recommends from data that were read; what they tell is used unless it is given.
recommend_read <- function(read, call, given) {
  if (length(given) > 0 && (is.null(names(given)) || !all(nzchar(names(given))))) {
    refuse("arguments after data must be given by name.")
  }
  known <- setdiff(names(formals(recommend.default)), c("u", "z", "..."))
  unknown <- setdiff(names(given), known)
  if (length(unknown)) refuse("unknown argument '", unknown[1], "': see the help page.")
  asked <- lapply(formals(recommend.default)[setdiff(known, "better")], eval)
  asked["better"] <- list(read$better)
  asked["z_se"] <- list(read$z_se)
  asked[names(given)] <- given
  if (is.null(asked$better)) refuse_without_direction()
  do.call(recommend_row, c(list(as_configurations(read$u), read$z, call), asked), quote = TRUE)
}

# A data frame of configurations with its own row names; columns need not be numeric.
as_configurations <- function(u, label = "u1") {
  if (is.matrix(u)) {
    if (is.null(colnames(u))) colnames(u) <- paste0("u", seq_len(ncol(u)))
    u <- as.data.frame(u, optional = TRUE)
  } else if (is.atomic(u) && !is.null(u) && is.null(dim(u)) || is.factor(u)) {
    u <- setNames(data.frame(u), label)
  } else if (!is.data.frame(u)) {
    refuse("u must be a data frame, a matrix, a vector, a formula or a result of tuning, not an object of class ",
      class(u)[1], "."
    )
  }
  u <- as.data.frame(u)
  if (length(u) == 0) refuse("u has no columns: give at least one hyper-parameter.")
  u
}

recommend_row <- function(u, performance, call, better, z_se, z_train, cost, simpler, tolerance, rule, transform) {
  force(u)
  force(performance)
  module <- python_module()
  found <- in_python({
    numbers <- function(values, name) {
      if (is.null(values)) return(NULL)
      values <- as_numbers(values, name)
      values[is.na(values)] <- NaN
      python_series(values, name)
    }
    z <- numbers(performance$values, performance$name)
    module$recommend(
      python_mixed_table(u), z,
      better = better, z_se = if (!all(is.na(z_se))) numbers(z_se, "z_se"), z_train = numbers(z_train, "z_train"),
      cost = numbers(cost, "cost"), simpler = if (!is.null(simpler)) reticulate::r_to_py(as.list(simpler)),
      tolerance = tolerance, rule = rule, transform = python_transform(transform)
    )
  })
  new_recommendation(found, u, performance, call)
}

# A named vector if all values are numbers.
simplified <- function(values) if (all(vapply(values, is.numeric, NA))) unlist(values) else values

new_recommendation <- function(found, u, performance, call) {
  plain <- function(name) reticulate::py_to_r(found[[name]])
  row <- plain("index") + 1L
  best <- plain("best_index") + 1L
  rows <- r_rows(found$as_good)
  alternatives <- u[rows, , drop = FALSE]
  if (!performance$name %in% names(u)) alternatives[[performance$name]] <- performance$values[rows]
  alternatives$loss <- r_numbers(found$alternatives[["loss"]])
  distance <- r_numbers(found$alternatives[["edge_distance"]])
  alternatives$edge_distance <- ifelse(is.nan(distance), NA, distance)
  coordinates <- found$coordinates
  transform <- coordinates$transform
  new_result(
    list(
      configuration = u[row, , drop = FALSE],
      index = row,
      best_index = best,
      best = u[best, , drop = FALSE],
      edge_point = if (!is.null(plain("edge_point"))) simplified(reticulate::py_to_r(found$edge_point$to_dict())),
      # None in a column is NA.
      reason = gsub("\\bNone\\b", "NA", plain("reason"), perl = TRUE),
      alternatives = alternatives,
      loss = plain("loss"),
      noise = plain("noise"),
      accepted_loss = plain("accepted_loss"),
      rule = plain("rule"),
      better = plain("better"),
      direction = plain("direction"),
      verdict = plain("verdict"),
      u = u,
      z = performance$values,
      z_name = performance$name,
      group = r_rows(found$group),
      transform = data.frame(
        name = as.character(unlist(reticulate::py_to_r(coordinates$names))),
        kind = as.character(unlist(reticulate::py_to_r(transform$kinds))),
        centre = r_numbers(transform$centres),
        scale = r_numbers(transform$scales)
      ),
      messages = r_messages(found$messages),
      severities = vapply(r_items(found$messages), function(one) reticulate::py_to_r(one$severity), ""),
      text = summary_text(found),
      call = call
    ),
    "softprofile_recommendation"
  )
}

#' @rdname recommend
#' @export
print.softprofile_recommendation <- function(x, digits = 6, ...) {
  taken <- vapply(x$configuration, function(value) format(value, digits = digits), "")
  cat("Recommended: ", paste(names(taken), "=", taken, collapse = ", "), sep = "")
  z <- format(x$z[x$index], digits = digits)
  cat(" (row ", rownames(x$configuration), ", ", x$z_name, " = ", z, ")\n", sep = "")
  cat(strwrap(x$reason, width = 0.95 * getOption("width"), indent = 2, exdent = 2), sep = "\n")
  others <- nrow(x$alternatives)
  cat("  ", others, " of ", nrow(x$u), " configurations ", if (others == 1) "is" else "are",
    " as good as the best: see $alternatives\n",
    sep = ""
  )
  cat_messages(x$messages, sub("^(.)", "\\U\\1", x$severities, perl = TRUE))
  invisible(x)
}

#' @rdname recommend
#' @export
summary.softprofile_recommendation <- function(object, ...) summary.softprofile_result(object)

#' @rdname recommend
#' @export
plot.softprofile_recommendation <- function(x, main = NULL, ...) {
  no_more(...)
  draw_recommendation(x, main)
  invisible(x)
}
