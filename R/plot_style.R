# Colours, markers, axes, colour bar and legend, shared by all plots.

ink <- "black"
paper <- "white"
accent <- "#D3002F"
muted <- "grey55"
edge_colour <- "#E69F00"
side_colours <- c("#0072B2", "#D55E00")
side_pch <- c(21, 22)

# Directions, in degrees, of the arms of each marker. The three-armed marker has one arm down for side 1, up for side 2.
mark_arms <- list(
  star = c(18, 90, 162, 234, 306),
  plus = c(0, 90, 180, 270), cross = c(45, 135, 225, 315), nearest1 = c(270, 30, 150), nearest2 = c(90, 210, 330)
)

draw_mark <- function(x, y, arms, size, colour = ink, width = 2, halo = paper) {
  angle <- mark_arms[[arms]] * pi / 180
  across <- size * graphics::xinch(1)
  up <- size * graphics::yinch(1)
  for (layer in list(list(halo, width + 2.5), list(colour, width))) {
    for (i in seq_along(x)) {
      graphics::segments(
        x[i], y[i], x[i] + across * cos(angle), y[i] + up * sin(angle),
        col = layer[[1]], lwd = layer[[2]], xpd = NA, lend = 2
      )
    }
  }
}

# A legend entry: a label, and a function that draws its marker at a given position.
mark_entry <- function(label, arms, size, colour = ink) {
  list(label = label, draw = function(x, y) draw_mark(x, y, arms, size * 0.8, colour))
}

point_entry <- function(label, pch, bg) {
  list(label = label, draw = function(x, y) {
    graphics::points(x, y, pch = pch, bg = bg, col = ink, cex = 1, xpd = NA)
  })
}

line_entry <- function(label, ...) {
  list(label = label, draw = function(x, y) {
    half <- graphics::xinch(0.12)
    graphics::segments(x - half, y, x + half, y, xpd = NA, ...)
  })
}

# The edge of the plateau: a dashed line, and a star at its representative point.
draw_star <- function(x, y, size = 0.1) draw_mark(x, y, "star", size, edge_colour, 3, ink)

star_entry <- function() list(label = "point on the edge", draw = function(x, y) draw_star(x, y, 0.075))

edge_entry <- function(edge, more = "") {
  line_entry(paste0("edge (", share_text(edge), " left", more, ")"), col = edge_colour, lty = 2, lwd = 2.5)
}

representative_entry <- function() mark_entry("representative point", "cross", 0.08, accent)

nearest_entry <- function(fit) mark_entry(nearest_label(fit), paste0("nearest", fit$sides[marked_index(fit)]), 0.13)

legend_cex <- 0.85

# Draws the entries row by row from the top left corner, given in user coordinates; `room` is in inches.
draw_legend <- function(entries, left, top, room) {
  needed <- vapply(entries, function(entry) {
    graphics::strwidth(entry$label, units = "inches", cex = legend_cex) + 0.5
  }, 0)
  # The smallest number of rows that fits, filled column by column.
  for (rows in seq_along(entries)) {
    column <- (seq_along(entries) - 1) %/% rows + 1
    widths <- as.vector(tapply(needed, column, max))
    if (sum(widths) <= room) break
  }
  starts <- max(0, (room - sum(widths)) / 2) + cumsum(c(0, widths))
  for (i in seq_along(entries)) {
    x <- left + graphics::xinch(starts[column[i]] + 0.15)
    y <- top - graphics::yinch(0.2 * ((i - 1) %% rows + 0.5))
    entries[[i]]$draw(x, y)
    graphics::text(x + graphics::xinch(0.2), y, entries[[i]]$label, adj = c(0, 0.5), cex = legend_cex, xpd = NA)
  }
}

# Draws the legend below the current panel, over the whole width of the figure.
draw_legend_below <- function(entries, lines = 4) {
  line <- graphics::par("mai")[1] / graphics::par("mar")[1]
  usr <- graphics::par("usr")
  left <- usr[1] - graphics::xinch(graphics::par("mai")[2])
  draw_legend(entries, left, usr[3] - graphics::yinch(lines * line), 0.98 * graphics::par("fin")[1])
}

# A colour bar from `bottom` to `top`, with its left edge at `left`; all in user coordinates.
draw_colour_bar <- function(scale, left, bottom, top, label) {
  edges <- bottom + (top - bottom) * (scale$breaks - scale$breaks[1]) / diff(range(scale$breaks))
  right <- left + graphics::xinch(0.16)
  count <- length(scale$colours)
  graphics::rect(left, edges[-(count + 1)], right, edges[-1], col = scale$colours, border = NA, xpd = NA)
  graphics::rect(left, bottom, right, top, xpd = NA)
  ticks <- pretty(range(scale$breaks), 6)
  ticks <- ticks[ticks >= scale$breaks[1] & ticks <= scale$breaks[count + 1]]
  at <- bottom + (top - bottom) * (ticks - scale$breaks[1]) / diff(range(scale$breaks))
  graphics::segments(right, at, right + graphics::xinch(0.05), at, xpd = NA)
  labels <- format(ticks)
  graphics::text(right + graphics::xinch(0.09), at, labels, adj = c(0, 0.5), cex = 0.85, xpd = NA)
  wide <- max(graphics::strwidth(labels, units = "inches", cex = 0.85))
  graphics::text(
    right + graphics::xinch(0.2 + wide), (bottom + top) / 2, label,
    srt = 90, adj = c(0.5, 1), xpd = NA
  )
}

# Equally spaced breaks, and their colours.
colour_scale <- function(values, steps = NULL) {
  span <- range(values)
  if (diff(span) <= 0) span <- span + c(-0.5, 0.5)
  breaks <- if (is.null(steps)) pretty(span, 12) else seq(span[1], span[2], length.out = steps + 1)
  list(breaks = breaks, colours = grDevices::hcl.colors(length(breaks) - 1, "viridis"))
}

colour_of <- function(values, scale) {
  scale$colours[findInterval(values, scale$breaks, all.inside = TRUE)]
}

# Displayed coordinates are log10 of the original units for log-transformed columns.
shown_units <- function(fit, u, j) if (fit$transform$kind[j] == "log") log10(u) else u

shown_transformed <- function(fit, v, j) {
  moved <- v * fit$transform$scale[j] + fit$transform$centre[j]
  if (fit$transform$kind[j] == "log") moved / log(10) else moved
}

draw_axis <- function(side, logged) {
  if (!logged) {
    graphics::axis(side)
    return(invisible())
  }
  span <- graphics::par("usr")[if (side == 1) 1:2 else 3:4]
  graphics::axis(side, at = log_steps(span, 2:9), labels = FALSE, tcl = -0.2, lwd = 0, lwd.ticks = 0.6)
  ticks <- log_ticks(span)
  graphics::axis(side, at = ticks, labels = log_labels(ticks))
}

# log10 of multiples of powers of ten, within limits that are also log10.
log_steps <- function(span, multiples) {
  at <- as.vector(outer(log10(multiples), seq(floor(span[1]), ceiling(span[2])), "+"))
  at[at >= span[1] & at <= span[2]]
}

# Powers of ten, or smaller steps if fewer than three powers are within the limits.
log_ticks <- function(span) {
  for (multiples in list(1, c(1, 2, 5), 1:9)) {
    ticks <- log_steps(span, multiples)
    if (length(ticks) >= 3) break
  }
  if (length(ticks) < 2) ticks <- log10(Filter(function(at) at > 0, pretty(10^span, 4)))
  if (length(ticks) > 8) ticks <- ticks[seq(1, length(ticks), by = ceiling(length(ticks) / 6))]
  ticks
}

# Decimal numbers near one, powers of ten elsewhere.
log_labels <- function(ticks) {
  if (all(ticks > -3.5 & ticks < 4)) return(vapply(10^ticks, function(x) format(signif(x, 3), scientific = FALSE), ""))
  power <- floor(ticks + 1e-9)
  lead <- signif(10^(ticks - power), 3)
  as.expression(Map(function(a, k) if (a == 1) bquote(10^.(k)) else bquote(.(a) %*% 10^.(k)), lead, power))
}
