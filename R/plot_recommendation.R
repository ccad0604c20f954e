# The plot of a recommendation: a scatter plot, contours, or one panel per pair of hyper-parameters.

draw_recommendation <- function(r, main) {
  shown <- shown_recommendation(r)
  m <- length(shown$names)
  if (m == 0) refuse("there is nothing to plot: no numeric hyper-parameter varies.")
  if (is.null(main) && nzchar(shown$title)) main <- shown$title
  draw <- if (m == 1) draw_recommended_curve else if (m == 2) draw_recommended_plane else draw_recommended_pairs
  draw(shown, main)
}

# What is drawn: the configurations with the categories of the recommended one, and the numeric columns that vary. It
# has the components of a fit that the panels need.
shown_recommendation <- function(r) {
  rows <- r$group
  numeric <- intersect(r$transform$name, names(r$u)[vapply(r$u, is.numeric, NA)])
  names <- numeric[vary(r$u[rows, , drop = FALSE], numeric)]
  fixed <- setdiff(names(r$u)[vary(r$u, names(r$u))], names)
  transform <- r$transform[match(names, r$transform$name), ]
  u <- as.data.frame(lapply(r$u[rows, names, drop = FALSE], as.double), optional = TRUE)
  position <- function(row) match(row, rows)
  as_good <- position(match(rownames(r$alternatives), rownames(r$u)))
  shown <- list(
    names = names, u = u, z = r$z[rows], z_name = r$z_name, transform = transform, sides = rep(1L, length(rows)),
    pick = position(r$index), best = position(r$best_index), as_good = as_good[!is.na(as_good)],
    edge_point = if (all(names %in% names(r$edge_point))) as.double(unlist(r$edge_point[names])),
    accepted = r$z[r$best_index] + c(0, if (r$better == "lower") r$accepted_loss else -r$accepted_loss),
    title = paste(fixed, "=", vapply(r$configuration[fixed], format, ""), collapse = ", ")
  )
  if (!length(fixed)) shown$title <- ""
  if (length(names)) shown$representative <- to_transformed(shown, u)[shown$pick, ]
  shown
}

draw_recommended_curve <- function(shown, main) {
  old <- scree_margins(main, rows = 2.5)
  on.exit(graphics::par(old))
  x <- shown_units(shown, shown$u[[1]], 1)
  graphics::plot.new()
  graphics::plot.window(padded(x), padded(c(shown$z, shown$accepted)), xaxs = "i", yaxs = "i")
  band <- grDevices::adjustcolor(side_colours[1], 0.15)
  usr <- graphics::par("usr")
  graphics::rect(usr[1], min(shown$accepted), usr[2], max(shown$accepted), col = band, border = NA)
  sorted <- order(x)
  graphics::lines(x[sorted], shown$z[sorted], col = muted)
  graphics::points(x, shown$z, pch = 21, bg = muted, col = muted)
  edge <- if (!is.null(shown$edge_point)) shown_units(shown, shown$edge_point[1], 1)
  graphics::abline(v = edge, col = edge_colour, lty = 2, lwd = 2.5)
  entries <- mark_recommended(shown, x, shown$z)
  draw_axis(1, shown$transform$kind == "log")
  graphics::axis(2)
  graphics::box()
  graphics::title(xlab = shown$names, ylab = shown$z_name, main = main)
  draw_legend_below(c(
    list(line_entry("accepted loss", col = band, lwd = 8)), entries,
    if (!is.null(edge)) list(line_entry("edge", col = edge_colour, lty = 2, lwd = 2.5))
  ))
}

draw_recommended_plane <- function(shown, main) {
  old <- graphics::par(mar = c(7.2, 3.8, if (is.null(main)) 1 else 2.5, 6.5), mgp = c(2.5, 0.8, 0))
  on.exit(graphics::par(old))
  grid <- grid_of(shown, shown$z)
  scale <- colour_scale(shown$z, if (is.null(grid)) 64)
  frame_panel(shown, 1, 2)
  if (!is.null(grid)) graphics::.filled.contour(grid$x, grid$y, grid$z, scale$breaks, scale$colours)
  draw_points(shown, 1, 2, if (is.null(grid)) colour_of(shown$z, scale) else rep(ink, length(shown$z)))
  entries <- mark_recommended_pair(shown, 1, 2)
  finish_panel(shown, 1, 2)
  graphics::title(main = main)
  usr <- graphics::par("usr")
  draw_colour_bar(scale, usr[2] + graphics::xinch(0.2), usr[3], usr[4], shown$z_name)
  draw_legend_below(entries)
}

draw_recommended_pairs <- function(shown, main) {
  m <- length(shown$names)
  old <- graphics::par(
    mfrow = c(m - 1, m - 1), mar = c(3.6, 3.6, 0.6, 0.6), oma = c(0, 0, if (is.null(main)) 0 else 2, 0),
    mgp = c(2.2, 0.7, 0)
  )
  on.exit(graphics::par(old))
  scale <- colour_scale(shown$z, 64)
  for (y in 2:m) {
    for (x in seq_len(m - 1)) {
      if (x >= y) {
        graphics::plot.new()
        next
      }
      frame_panel(shown, x, y)
      draw_points(shown, x, y, colour_of(shown$z, scale))
      entries <- mark_recommended_pair(shown, x, y)
      finish_panel(shown, x, y)
    }
  }
  graphics::par(mfg = c(1, m - 1))
  draw_slices_key(entries, scale, shown$z_name)
  if (!is.null(main)) graphics::mtext(main, outer = TRUE, font = 2, line = 0.5)
}

mark_recommended_pair <- function(shown, x, y) {
  entries <- mark_recommended(shown, shown_units(shown, shown$u[[x]], x), shown_units(shown, shown$u[[y]], y))
  if (is.null(shown$edge_point)) return(entries)
  draw_star(shown_units(shown, shown$edge_point[x], x), shown_units(shown, shown$edge_point[y], y))
  c(entries, list(list(label = "point on the edge", draw = function(x, y) draw_star(x, y, 0.075))))
}

# Rings around the configurations as good as the best, a plus at the best, and a diamond around the recommended one.
mark_recommended <- function(shown, x, y) {
  ring <- function(x, y, cex = 2) {
    graphics::points(x, y, pch = 1, col = paper, lwd = 4, cex = cex, xpd = NA)
    graphics::points(x, y, pch = 1, col = ink, lwd = 1.5, cex = cex, xpd = NA)
  }
  diamond <- function(x, y, cex = 2.6) {
    graphics::points(x, y, pch = 5, col = paper, lwd = 5, cex = cex, xpd = NA)
    graphics::points(x, y, pch = 5, col = accent, lwd = 2.2, cex = cex, xpd = NA)
  }
  ring(x[shown$as_good], y[shown$as_good])
  known <- !is.na(shown$best)
  if (known) draw_mark(x[shown$best], y[shown$best], "plus", 0.09)
  diamond(x[shown$pick], y[shown$pick])
  c(
    list(list(label = "as good as the best", draw = function(x, y) ring(x, y, 1.2))),
    if (known) list(mark_entry("best evaluated", "plus", 0.09)),
    list(list(label = "recommended", draw = function(x, y) diamond(x, y, 1.5)))
  )
}
