#' Summarise elbows and fits
#'
#' Tables of the data, the boundary or split, the densities on both sides and the chosen points. Works without Python.
#'
#' @param object An elbow by [elbow()] or a fit by [soft_profile()].
#' @param x A summary.
#' @param digits Integer, the number of significant digits.
#' @param ... Not used.
#' @return A list of class `summary.softprofile_elbow` or `summary.softprofile_fit` with the components `title`, `facts`
#'   (a named character vector), the data frames `transform`, `coefficients`, `densities` and `points` (only `densities`
#'   for an elbow), and `messages`. The `print()` methods return it invisibly.
#' @name softprofile-summary
#' @examples
#' if (softprofile_available()) {
#'   summary(soft_profile(train_error ~ gamma + h, data = parkinson_svm()))
#' }
NULL

#' @rdname softprofile-summary
#' @export
summary.softprofile_elbow <- function(object, digits = 5, ...) {
  structure(
    list(
      title = "Elbow by profile likelihood",
      facts = c(
        "Values" = object$z_name,
        "Candidates" = object$u_name,
        "No. of points" = length(object$z),
        "Density" = density_text(object),
        "Elbow after" = paste(object$index, if (object$index == 1) "point" else "points"),
        threshold_fact(object, digits),
        "Log-likelihood" = short(object$loglik, digits),
        if (!has_curve(object)) c("Splits compared" = length(object$splits)),
        shape_fact(object),
        good_side_fact(object),
        edge_facts(object$curve, digits)
      ),
      densities = density_table(object),
      curve = has_curve(object),
      points = edge_table(object$curve),
      messages = object$messages,
      digits = digits
    ),
    class = "summary.softprofile_elbow"
  )
}

#' @rdname softprofile-summary
#' @export
summary.softprofile_fit <- function(object, digits = 5, ...) {
  extra <- switch(object$boundary$name,
    quadratic = if (length(object$names) == 2) c("Conic" = conic_type(object)),
    network = c("Hidden units" = object$boundary$options$hidden)
  )
  structure(
    list(
      title = paste("Plateau boundary by", likelihood_name(object)),
      facts = c(
        "Performance" = object$z_name,
        "Hyper-parameters" = length(object$names),
        "No. of points" = length(object$z),
        "Density" = density_text(object),
        shape_fact(object),
        "Boundary" = object$boundary$name,
        extra,
        "Log-likelihood" = short(object$loglik, digits),
        if (!has_curve(object)) c("Softness" = object$softness),
        "Ridge" = short(object$ridge, digits),
        "Parameters" = length(object$parameters),
        "Search" = if (object$certified) "proven best" else paste("best of", object$n_starts, "starts"),
        good_side_fact(object),
        edge_facts(object, digits)
      ),
      transform = transform_table(object, digits),
      coefficients = if (object$boundary$name %in% c("linear", "quadratic")) {
        data.frame(coefficient = coef(object))
      },
      densities = density_table(object),
      curve = has_curve(object),
      points = rbind(points_table(object), edge_table(object)),
      messages = object$messages,
      digits = digits
    ),
    class = "summary.softprofile_fit"
  )
}

#' @rdname softprofile-summary
#' @export
print.summary.softprofile_elbow <- function(x, ...) print_summary(x)

#' @rdname softprofile-summary
#' @export
print.summary.softprofile_fit <- function(x, ...) print_summary(x)

print_summary <- function(x) {
  cat(x$title, "\n\n", sep = "")
  facts <- matrix_of_facts(x$facts)
  cat(facts, sep = "\n")
  titles <- c(
    transform = "Hyper-parameters", coefficients = "Boundary g, in these coordinates", densities = "Densities",
    points = "Points"
  )
  if (isTRUE(x$curve)) titles[["densities"]] <- "Levels of the curve"
  for (part in names(titles)) {
    if (is.null(x[[part]])) next
    cat("\n", titles[[part]], "\n", sep = "")
    print(short_table(x[[part]], x$digits), right = TRUE)
  }
  if (length(x$messages)) cat("\n")
  cat_messages(x$messages)
  invisible(x)
}

# Facts in two columns.
matrix_of_facts <- function(facts) {
  rows <- ceiling(length(facts) / 2)
  left <- facts[seq_len(rows)]
  right <- facts[-seq_len(rows)]
  pad <- function(side) format(c(side, rep("", rows - length(side))))
  label <- function(side) pad(if (length(side)) paste0(names(side), ":") else character())
  sub(" +$", "", paste0(label(left), " ", pad(unname(left)), "   ", label(right), " ", pad(unname(right))))
}

short <- function(value, digits = 5) format(value, digits = digits)

# Each number is formatted separately, because the rows of these tables have different units.
short_table <- function(table, digits) {
  table[] <- lapply(table, function(column) {
    if (!is.double(column)) return(column)
    shown <- vapply(column, short, "", digits = digits)
    shown[is.na(column)] <- ""
    shown
  })
  table
}

density_text <- function(object) {
  options <- object$density$options
  if (!length(options)) return(object$density$name)
  paste0(object$density$name, " (", paste(names(options), "=", vapply(options, format, ""), collapse = ", "), ")")
}

good_side_fact <- function(object) {
  if (!is.null(object$good_side)) c("Good side" = paste0(object$good_side, " (", object$better, " is better)"))
}

shape_fact <- function(object) if (has_curve(object)) c("Shape" = shape_text(object))

threshold_fact <- function(elbow, digits) {
  at <- short(elbow$threshold, digits)
  if (!has_curve(elbow)) return(c("Threshold" = paste(elbow$u_name, "<=", at)))
  setNames(paste(elbow$u_name, "=", at), if (elbow$shape$name == "ramp") "Corner" else "Middle")
}

edge_facts <- function(fit, digits) {
  if (is.null(fit$edge)) return(NULL)
  c(
    "Edge of the plateau" = paste(fit$z_name, "=", short(fit$edge$level, digits)),
    "Improvement left" = share_text(fit$edge)
  )
}

# The representative point of the edge and the nearest configuration beyond it, as rows of the table of points.
edge_table <- function(fit) {
  found <- fit$edge
  if (is.null(found)) return(NULL)
  taken <- unlist(found$nearest[fit$names])
  table <- data.frame(rbind(found$point, taken), c(found$level, found$nearest_z), check.names = FALSE, row.names = NULL)
  names(table) <- c(fit$names, fit$z_name)
  beyond <- if (any(found$inside)) "nearest evaluated beyond the edge" else "nearest evaluated (none beyond the edge)"
  rownames(table) <- c("representative point of the edge", beyond)
  table
}

density_table <- function(object) {
  data.frame(
    points = as.vector(table(factor(object$sides, 1:2))),
    object$theta[-1],
    row.names = side_label(object, 1:2),
    check.names = FALSE
  )
}

transform_table <- function(fit, digits) {
  coordinate <- vapply(seq_along(fit$names), function(j) {
    kind <- fit$transform$kind[j]
    if (kind == "none") return(fit$names[j])
    u <- if (kind == "log") paste("log", fit$names[j]) else fit$names[j]
    text <- paste0("(", u, " - ", short(fit$transform$centre[j], digits), ") / ", short(fit$transform$scale[j], digits))
    sub("- -", "+ ", text, fixed = TRUE)
  }, character(1))
  data.frame(
    smallest = vapply(fit$u, min, 0),
    largest = vapply(fit$u, max, 0),
    transform = fit$transform$kind,
    coordinate = coordinate,
    row.names = fit$names
  )
}

points_table <- function(fit) {
  overall <- nearest_index(fit)
  rows <- vapply(1:2, function(side) nearest_index(fit, side), 1L)
  points <- rbind(
    as.matrix(fit$centers_of_gravity), fit$representative_point, as.matrix(fit$u[rows, , drop = FALSE])
  )
  table <- data.frame(points, c(NA, NA, NA, fit$z[rows]), check.names = FALSE, row.names = NULL)
  names(table) <- c(fit$names, fit$z_name)
  rownames(table) <- c(
    paste0("centre of gravity, ", side_label(fit, 1:2)), "representative point",
    vapply(1:2, function(side) {
      marks <- c(if (identical(fit$good_side, side)) "good", if (rows[side] == overall) "overall")
      paste0("nearest evaluated, side ", side, if (length(marks)) paste0(" (", toString(marks), ")"))
    }, "")
  )
  table
}
