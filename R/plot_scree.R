#' Plot an elbow
#'
#' Draws the scree plot, the threshold (halfway to the next larger candidate) and, on the right axis, the profile
#' log-likelihood of every split. Works without Python.
#'
#' @param x An elbow by [elbow()].
#' @param main String, the title.
#' @param ... Not used.
#' @return `x`, invisibly.
#' @examples
#' if (softprofile_available()) {
#'   plot(elbow(c(9, 8.5, 8.8, 4, 4.2, 3.9, 4.1)))
#' }
#' @export
plot.softprofile_elbow <- function(x, main = NULL, ...) {
  no_more(...)
  draw_elbow(x, main)
  invisible(x)
}

draw_elbow <- function(elbow, main, overlay = function() NULL) {
  old <- scree_margins(main, rows = if (has_curve(elbow)) 3.5 else 2)
  on.exit(graphics::par(old))
  sorted <- sort(elbow$u)
  entries <- draw_scree(
    elbow, elbow$u, elbow$z, if (has_curve(elbow)) elbow$threshold else between(sorted, elbow$index),
    between(sorted, elbow$splits), elbow$profile, FALSE, elbow$u_name, elbow$z_name, main, "threshold", function() {
      c(overlay(), if (has_curve(elbow)) draw_curve(elbow$curve))
    }
  )
  draw_legend_below(c(entries, if (has_curve(elbow)) draw_edge_line(elbow$curve)))
}

# A fit of one hyper-parameter.
draw_threshold <- function(fit, values, z_name, main, overlay, more) {
  curve <- has_curve(fit) && can_evaluate(fit) && identical(values, fit$z)
  old <- scree_margins(main, rows = 4 + more + !is.null(fit$edge))
  on.exit(graphics::par(old))
  u <- shown_units(fit, fit$u[[1]], 1)
  # Halfway in the coordinates of the fit, which equal the displayed ones up to shift and scale.
  cuts <- if (!is.null(fit$scree)) between(sort(u), fit$scree$splits)
  entries <- draw_scree(
    fit, u, values, shown_transformed(fit, roots_of(fit), 1), cuts, fit$scree$profile,
    fit$transform$kind == "log", fit$names, z_name, main, boundary_label(fit), function() if (curve) draw_curve(fit)
  )
  ordered <- order(u)
  # On the curve, or on the line that joins the points.
  height <- function(at) {
    if (curve) return(curve_height(fit, at))
    stats::approx(u[ordered], values[ordered], at, rule = 2, ties = mean)$y
  }
  centres <- shown_transformed(fit, fit$centres[, 1], 1)
  point <- shown_transformed(fit, fit$representative[[1]], 1)
  row <- marked_index(fit)
  entries <- c(entries, overlay(height))
  draw_mark(centres, height(centres), "plus", 0.09)
  draw_mark(u[row], values[row], paste0("nearest", fit$sides[row]), 0.15)
  draw_mark(point, height(point), "cross", 0.075, accent)
  draw_legend_below(c(
    entries,
    list(mark_entry("centres of gravity", "plus", 0.09), representative_entry(), nearest_entry(fit)),
    draw_edge_line(fit, height)
  ))
}

# The height of the curve of a fit of one hyper-parameter, at displayed coordinates.
curve_height <- function(fit, shown) {
  moved <- if (fit$transform$kind == "log") shown * log(10) else shown
  v <- (moved - fit$transform$centre) / fit$transform$scale
  located(fit, boundary_value(fit, matrix(v, ncol = 1)))
}

draw_curve <- function(fit) {
  shown <- range(shown_units(fit, fit$u[[1]], 1))
  at <- seq(shown[1], shown[2], length.out = 501)
  graphics::lines(at, curve_height(fit, at), lwd = 2)
  list(line_entry(paste("fitted", fit$shape$name), lwd = 2))
}

# Draws the edge of a fit of one hyper-parameter as vertical lines, with a star at its representative point.
draw_edge_line <- function(fit, height = function(at) curve_height(fit, at)) {
  if (is.null(fit$edge)) return(NULL)
  at <- if (!edge_is_boundary(fit) && can_evaluate(fit)) {
    zeros_of(fit, function(v) located(fit, boundary_value(fit, matrix(v, ncol = 1))) - fit$edge$level)
  }
  graphics::abline(v = shown_transformed(fit, at, 1), col = edge_colour, lty = 2, lwd = 2.5)
  point <- shown_transformed(fit, fit$edge$representative[[1]], 1)
  draw_star(point, height(point))
  c(if (length(at)) list(edge_entry(fit$edge)), list(star_entry()))
}

scree_margins <- function(main, rows) {
  graphics::par(mar = c(4.4 + rows, 3.8, if (is.null(main)) 1 else 2.5, 4.2), mgp = c(2.5, 0.8, 0))
}

between <- function(sorted, splits) (sorted[splits] + sorted[splits + 1]) / 2

# The roots of g in one dimension, in transformed coordinates.
roots_of <- function(fit) {
  if (!can_evaluate(fit)) return(as.vector(fit$crossings))
  zeros_of(fit, function(v) boundary_value(fit, matrix(v, ncol = 1)))
}

# Zeros of a function of the transformed coordinate, within the limits of the plot.
zeros_of <- function(fit, g, count = 1001) {
  span <- window_of(fit, 1)
  at <- seq(span[1], span[2], length.out = count)
  above <- g(at) > 0
  changes <- which(above[-1] != above[-count])
  vapply(changes, function(k) stats::uniroot(g, at[c(k, k + 1)], tol = 1e-12)$root, 0)
}

draw_scree <- function(object, u, z, thresholds, cuts, profile, logged, u_name, z_name, main, label,
                       overlay = function() NULL) {
  span <- range(u) + c(-1, 1) * 0.04 * diff(range(u))
  if (length(profile)) {
    graphics::plot.new()
    graphics::plot.window(span, padded(profile), xaxs = "i", yaxs = "i")
    graphics::lines(cuts, profile, col = muted)
    graphics::points(cuts, profile, col = muted, pch = 16, cex = if (length(cuts) > 60) 0.3 else 0.6)
    graphics::axis(4, col = muted, col.axis = "grey35")
    graphics::mtext("profile log-likelihood", side = 4, line = 2.6, col = "grey35", cex = graphics::par("cex"))
    graphics::par(new = TRUE)
  }
  graphics::plot.new()
  graphics::plot.window(span, padded(z), xaxs = "i", yaxs = "i")
  added <- overlay()
  graphics::abline(v = thresholds, lty = 2, lwd = 1.5)
  graphics::points(
    u, z,
    pch = side_pch[object$sides], bg = side_colours[object$sides], col = ink, lwd = 0.7,
    cex = if (length(u) > 60) 0.8 else 1.2
  )
  draw_axis(1, logged)
  graphics::axis(2)
  graphics::box()
  graphics::title(xlab = u_name, ylab = z_name, main = main)
  c(
    side_entries(object, side_colours),
    if (length(thresholds)) list(line_entry(label, lty = 2, lwd = 1.5)),
    if (length(profile)) list(line_entry("profile log-likelihood", col = muted)),
    added
  )
}

padded <- function(values) range(values) + c(-1, 1) * 0.06 * diff(range(values))
