#' Plot a fit
#'
#' For two hyper-parameters, draws filled contours of the performance if the configurations form a grid, and otherwise
#' points coloured by performance, together with the boundary, the centres of gravity (`+`), the representative point
#' (`x`) and the nearest evaluated configuration (a three-armed marker with one arm down on side 1 and up on side 2),
#' which is the nearest on the good side if the fit knows which `z` is better.
#' For one hyper-parameter, draws a scree plot with the boundary and the profile log-likelihood of every split. For
#' more, draws one slice per pair of hyper-parameters: the boundary with all others fixed at the representative point.
#' For a transition or a ramp with a known good side, the edge of the plateau is a dashed line, with a star at its
#' representative point, and the marked configuration is the nearest one beyond the edge; for one hyper-parameter the
#' fitted curve is drawn too. Axes are logarithmic for log-transformed hyper-parameters. Works without Python.
#'
#' @param x A fit by [soft_profile()].
#' @param z Numeric vector: other values at the same configurations, such as a test error, to draw instead of the
#'   performance.
#' @param z_name String, the name of these values.
#' @param main String, the title.
#' @param ... Not used.
#' @return `x`, invisibly.
#' @examples
#' if (softprofile_available()) {
#'   d <- parkinson_svm()
#'   fit <- soft_profile(train_error ~ gamma + h, data = d)
#'   plot(fit)
#'   plot(fit, z = d$test_error)
#' }
#' @export
plot.softprofile_fit <- function(x, z = NULL, z_name = NULL, main = NULL, ...) {
  no_more(...)
  values <- if (is.null(z)) x$z else as_numbers(z, "z")
  if (length(values) != length(x$z) || !all(is.finite(values))) {
    refuse("z must be one finite value for each of the ", length(x$z), " points.")
  }
  if (is.null(z_name)) z_name <- if (is.null(z)) x$z_name else label_of(substitute(z), x$z_name)
  draw_fit(x, values, z_name, main)
  invisible(x)
}

# An overlay draws on top of each panel and returns its legend entries. It is called with the two columns of the panel,
# or for one column with a function that gives the height of the values at displayed coordinates.
draw_fit <- function(fit, values, z_name, main, overlay = function(...) NULL, more = 0) {
  m <- length(fit$names)
  draw <- if (m == 1) draw_threshold else if (m == 2) draw_plane else draw_slices
  draw(fit, values, z_name, main, overlay, more)
}

# `more` is the number of extra legend lines for the overlay.
draw_plane <- function(fit, values, z_name, main, overlay, more) {
  old <- graphics::par(mar = c(7.6 + more, 3.8, if (is.null(main)) 1 else 2.5, 6.5), mgp = c(2.5, 0.8, 0))
  on.exit(graphics::par(old))
  grid <- grid_of(fit, values)
  scale <- colour_scale(values, if (is.null(grid)) 64)
  frame_panel(fit, 1, 2)
  if (is.null(grid)) {
    draw_points(fit, 1, 2, colour_of(values, scale))
    faces <- c(paper, paper)
  } else {
    graphics::.filled.contour(grid$x, grid$y, grid$z, scale$breaks, scale$colours)
    draw_points(fit, 1, 2, c(paper, ink)[fit$sides])
    faces <- c(paper, ink)
  }
  entries <- c(
    side_entries(fit, faces), draw_boundary(fit, 1, 2, boundary_label(fit)), overlay(1, 2), draw_marks(fit, 1, 2),
    draw_edge(fit, 1, 2)
  )
  finish_panel(fit, 1, 2)
  graphics::title(main = main)
  usr <- graphics::par("usr")
  draw_colour_bar(scale, usr[2] + graphics::xinch(0.2), usr[3], usr[4], z_name)
  draw_legend_below(entries)
}

draw_slices <- function(fit, values, z_name, main, overlay, more) {
  m <- length(fit$names)
  old <- graphics::par(
    mfrow = c(m - 1, m - 1), mar = c(3.6, 3.6, 0.6, 0.6), oma = c(0, 0, if (is.null(main)) 0 else 2, 0),
    mgp = c(2.2, 0.7, 0)
  )
  on.exit(graphics::par(old))
  scale <- colour_scale(values, 64)
  entries <- side_entries(fit, c(paper, paper))
  for (y in 2:m) {
    for (x in seq_len(m - 1)) {
      if (x >= y) {
        graphics::plot.new()
        next
      }
      frame_panel(fit, x, y)
      draw_points(fit, x, y, colour_of(values, scale))
      drawn <- c(
        draw_boundary(fit, x, y, paste(boundary_label(fit), "(others as at x)")), overlay(x, y), draw_marks(fit, x, y),
        draw_edge(fit, x, y, "; others as at the star")
      )
      known <- vapply(entries, `[[`, "", "label")
      entries <- c(entries, drawn[!vapply(drawn, `[[`, "", "label") %in% known])
      finish_panel(fit, x, y)
    }
  }
  graphics::par(mfg = c(1, m - 1))
  draw_slices_key(entries, scale, z_name)
  if (!is.null(main)) graphics::mtext(main, outer = TRUE, font = 2, line = 0.5)
}

# Colour bar and legend, in the empty corner of the triangle of panels.
draw_slices_key <- function(entries, scale, z_name) {
  graphics::plot.new()
  graphics::plot.window(0:1, 0:1)
  usr <- graphics::par("usr")
  bottom <- min(usr[3] + graphics::yinch(0.2 * (length(entries) + 1)), mean(usr[3:4]))
  draw_colour_bar(scale, usr[1] + graphics::xinch(0.1), bottom, usr[4], z_name)
  draw_legend(entries, usr[1], bottom - graphics::yinch(0.12), 0)
}

# x, y and a matrix z for .filled.contour() if the two columns form a full grid, otherwise NULL.
grid_of <- function(fit, values) {
  x <- sort(unique(fit$u[[1]]))
  y <- sort(unique(fit$u[[2]]))
  if (length(x) < 2 || length(y) < 2 || length(values) != length(x) * length(y)) return(NULL)
  at <- cbind(match(fit$u[[1]], x), match(fit$u[[2]], y))
  if (anyDuplicated(at)) return(NULL)
  z <- matrix(0, length(x), length(y))
  z[at] <- values
  list(x = shown_units(fit, x, 1), y = shown_units(fit, y, 2), z = z)
}

# Plot limits of a column, in transformed coordinates.
window_of <- function(fit, j, margin = 0.05) {
  span <- range(to_transformed(fit, fit$u)[, j])
  span + c(-1, 1) * margin * diff(span)
}

frame_panel <- function(fit, x, y) {
  graphics::plot.new()
  graphics::plot.window(
    shown_transformed(fit, window_of(fit, x), x), shown_transformed(fit, window_of(fit, y), y),
    xaxs = "i", yaxs = "i"
  )
}

finish_panel <- function(fit, x, y) {
  draw_axis(1, fit$transform$kind[x] == "log")
  draw_axis(2, fit$transform$kind[y] == "log")
  graphics::box()
  graphics::title(xlab = fit$names[x], ylab = fit$names[y])
}

# Points nearest to the slice are drawn last, on top.
draw_points <- function(fit, x, y, faces) {
  away <- sweep(to_transformed(fit, fit$u), 2, fit$representative)[, -c(x, y), drop = FALSE]
  order <- order(-rowSums(away^2))
  n <- length(order)
  graphics::points(
    shown_units(fit, fit$u[[x]], x)[order], shown_units(fit, fit$u[[y]], y)[order],
    pch = side_pch[fit$sides[order]], bg = faces[order], col = ink, lwd = 0.7, cex = 1.1 * min(1, sqrt(250 / n))
  )
}

# Lines g = 0 in the plane of two columns, with the others at the representative point; in displayed coordinates.
boundary_lines <- function(fit, x, y) {
  if (!can_evaluate(fit)) return(list())
  zero_lines(fit, x, y, fit$representative, function(v) boundary_value(fit, v))
}

# Lines of the edge, with the other columns at its representative point. None if the edge is the boundary.
edge_lines <- function(fit, x, y) {
  if (is.null(fit$edge) || edge_is_boundary(fit) || !can_evaluate(fit)) return(list())
  zero_lines(fit, x, y, fit$edge$representative, function(v) located(fit, boundary_value(fit, v)) - fit$edge$level)
}

# Lines where a function of transformed coordinates is zero, in the plane of two columns through a point.
zero_lines <- function(fit, x, y, through, value, count = 201) {
  along <- lapply(c(x, y), function(j) {
    span <- window_of(fit, j)
    seq(span[1], span[2], length.out = count)
  })
  v <- matrix(through, count^2, length(fit$names), byrow = TRUE)
  v[, x] <- rep(along[[1]], count)
  v[, y] <- rep(along[[2]], each = count)
  g <- matrix(value(v), count, count)
  lines <- grDevices::contourLines(along[[1]], along[[2]], g, levels = 0)
  lapply(lines, function(line) {
    list(x = shown_transformed(fit, line$x, x), y = shown_transformed(fit, line$y, y))
  })
}

# Draws the boundary. Draws nothing, and returns no legend entry, if it is outside the plot limits.
draw_boundary <- function(fit, x, y, label) {
  lines <- boundary_lines(fit, x, y)
  for (line in lines) graphics::lines(line$x, line$y, col = paper, lwd = 4.5)
  for (line in lines) graphics::lines(line$x, line$y, col = ink, lwd = 2)
  if (length(lines)) list(line_entry(label, lwd = 2))
}

boundary_label <- function(fit) {
  if (!is.null(fit$edge) && edge_is_boundary(fit)) "boundary, the edge" else "boundary"
}

# Draws the edge and its representative point, and returns their legend entries.
draw_edge <- function(fit, x, y, more = "") {
  if (is.null(fit$edge)) return(NULL)
  lines <- edge_lines(fit, x, y)
  # The lengths of dashes are multiples of the width, so these two patterns coincide.
  for (line in lines) graphics::lines(line$x, line$y, col = ink, lwd = 4, lty = "42", lend = 1)
  for (line in lines) graphics::lines(line$x, line$y, col = edge_colour, lwd = 2, lty = "84", lend = 1)
  point <- vapply(c(x, y), function(j) shown_transformed(fit, fit$edge$representative[[j]], j), 0)
  draw_star(point[1], point[2])
  c(if (length(lines)) list(edge_entry(fit$edge, more)), list(star_entry()))
}

draw_marks <- function(fit, x, y) {
  centre <- lapply(c(x, y), function(j) shown_transformed(fit, fit$centres[, j], j))
  point <- lapply(c(x, y), function(j) shown_transformed(fit, fit$representative[[j]], j))
  row <- marked_index(fit)
  taken <- lapply(c(x, y), function(j) shown_units(fit, fit$u[[j]][row], j))
  graphics::lines(centre[[1]], centre[[2]], col = paper, lwd = 1.6)
  graphics::lines(centre[[1]], centre[[2]], col = ink, lwd = 1.6, lty = 3)
  draw_mark(centre[[1]], centre[[2]], "plus", 0.09)
  draw_mark(taken[[1]], taken[[2]], paste0("nearest", fit$sides[row]), 0.15)
  draw_mark(point[[1]], point[[2]], "cross", 0.075, accent)
  list(mark_entry("centres of gravity", "plus", 0.09), representative_entry(), nearest_entry(fit))
}

side_entries <- function(object, faces) {
  lapply(1:2, function(side) point_entry(side_label(object, side), side_pch[side], faces[side]))
}
