#' Plots with ggplot2
#'
#' The plots of [plot.softprofile_fit()] and [plot.softprofile_elbow()] as ggplot objects. Requires the package ggplot2.
#'
#' @param object An elbow by [elbow()] or a fit by [soft_profile()].
#' @param ... Not used.
#' @return A ggplot object.
#' @name softprofile-autoplot
#' @examples
#' if (softprofile_available() && requireNamespace("ggplot2", quietly = TRUE)) {
#'   ggplot2::autoplot(soft_profile(train_error ~ gamma + h, data = parkinson_svm()))
#' }
NULL

utils::globalVariables(c("x", "y", "z", "side", "piece", "mark", "pair_x", "pair_y", "at"))

#' @rdname softprofile-autoplot
#' @exportS3Method ggplot2::autoplot
autoplot.softprofile_elbow <- function(object, ...) {
  data <- data.frame(x = object$u, y = object$z, side = factor(object$sides), panel = object$z_name)
  sorted <- sort(object$u)
  profile <- data.frame(x = between(sorted, object$splits), y = object$profile, panel = "profile log-likelihood")
  levels <- c(object$z_name, "profile log-likelihood")
  data$panel <- factor(data$panel, levels)
  profile$panel <- factor(profile$panel, levels)
  ggplot2::ggplot(data, ggplot2::aes(x, y)) +
    ggplot2::geom_vline(
      xintercept = if (has_curve(object)) object$threshold else between(sorted, object$index), linetype = 2
    ) +
    curve_layers(object$curve, factor(object$z_name, levels)) +
    ggplot2::geom_line(data = profile, colour = muted) +
    ggplot2::geom_point(ggplot2::aes(fill = side, shape = side)) +
    ggplot2::scale_shape_manual(values = side_pch, labels = side_numbers(object)) +
    ggplot2::scale_fill_manual(values = side_colours, labels = side_numbers(object)) +
    ggplot2::facet_grid(panel ~ ., scales = "free_y") +
    ggplot2::labs(x = object$u_name, y = NULL)
}

#' @rdname softprofile-autoplot
#' @exportS3Method ggplot2::autoplot
autoplot.softprofile_fit <- function(object, ...) {
  m <- length(object$names)
  if (m == 1) return(autoplot_threshold(object))
  pairs <- if (m == 2) list(c(1, 2)) else utils::combn(m, 2, simplify = FALSE)
  parts <- lapply(pairs, function(pair) plane_parts(object, pair[1], pair[2]))
  bind <- function(part) do.call(rbind, lapply(parts, `[[`, part))
  grid <- if (m == 2) grid_of(object, object$z)
  canvas <- ggplot2::ggplot(bind("points"), ggplot2::aes(x, y))
  if (!is.null(grid)) {
    surface <- data.frame(
      x = rep(grid$x, length(grid$y)), y = rep(grid$y, each = length(grid$x)), z = as.vector(grid$z)
    )
    canvas <- canvas +
      ggplot2::geom_contour_filled(ggplot2::aes(x, y, z = z), data = surface, bins = 10) +
      ggplot2::geom_point(ggplot2::aes(shape = side), fill = "white") +
      ggplot2::labs(fill = object$z_name)
  } else {
    canvas <- canvas +
      ggplot2::geom_point(ggplot2::aes(shape = side, fill = z), size = 2) +
      ggplot2::scale_fill_viridis_c(name = object$z_name)
  }
  marks <- bind("marks")
  side <- object$sides[marked_index(object)]
  lines <- bind("lines")
  canvas <- canvas + ggplot2::scale_shape_manual(values = side_pch, labels = side_numbers(object))
  if (!is.null(lines)) {
    canvas <- canvas + ggplot2::geom_path(ggplot2::aes(group = piece), data = lines, linewidth = 0.9)
  }
  edges <- bind("edges")
  if (!is.null(edges)) {
    canvas <- canvas +
      ggplot2::geom_path(ggplot2::aes(group = piece), data = edges, linewidth = 1.7, colour = paper) +
      ggplot2::geom_path(
        ggplot2::aes(group = piece),
        data = edges, linewidth = 0.9, linetype = 2, colour = edge_colour
      )
  }
  # Point shapes of base graphics: a plus, a cross, and triangles pointing down and up.
  labels <- c("centres of gravity", "representative point", nearest_label(object), "point on the edge")
  shapes <- setNames(c(3, 4, if (side == 1) 6 else 2, 8), labels)
  if (is.null(object$edge)) shapes <- shapes[-4]
  for (label in names(shapes)) {
    canvas <- canvas + ggplot2::geom_point(
      ggplot2::aes(colour = mark),
      data = marks[marks$mark == label, ], shape = shapes[[label]], size = 3.5, stroke = 1.3
    )
  }
  canvas <- canvas + ggplot2::scale_colour_manual(
    name = NULL, values = setNames(c(ink, accent, "magenta3", edge_colour)[seq_along(shapes)], names(shapes)),
    breaks = names(shapes),
    guide = ggplot2::guide_legend(override.aes = list(shape = unname(shapes)))
  )
  if (m == 2) {
    canvas + shown_scale(object, 1, ggplot2::scale_x_continuous) + shown_scale(object, 2, ggplot2::scale_y_continuous)
  } else {
    canvas + ggplot2::facet_grid(pair_y ~ pair_x, scales = "free", switch = "both") +
      ggplot2::labs(x = NULL, y = NULL, caption = slices_caption(object))
  }
}

autoplot_threshold <- function(fit) {
  data <- data.frame(x = shown_units(fit, fit$u[[1]], 1), y = fit$z, side = factor(fit$sides))
  taken <- data[marked_index(fit), ]
  ggplot2::ggplot(data, ggplot2::aes(x, y)) +
    ggplot2::geom_vline(xintercept = shown_transformed(fit, roots_of(fit), 1), linetype = 2) +
    curve_layers(fit) +
    ggplot2::geom_point(ggplot2::aes(fill = side, shape = side), size = 2) +
    ggplot2::geom_point(data = taken, shape = if (taken$side == "1") 6 else 2, size = 4, stroke = 1.3) +
    ggplot2::scale_shape_manual(values = side_pch, labels = side_numbers(fit)) +
    ggplot2::scale_fill_manual(values = side_colours, labels = side_numbers(fit)) +
    shown_scale(fit, 1, ggplot2::scale_x_continuous) +
    ggplot2::labs(y = fit$z_name)
}

# The curve of a fit of one hyper-parameter, and its edge.
curve_layers <- function(fit, panel = NULL) {
  if (!has_curve(fit) || !can_evaluate(fit)) return(NULL)
  shown <- range(shown_units(fit, fit$u[[1]], 1))
  at <- seq(shown[1], shown[2], length.out = 501)
  curve <- data.frame(x = at, y = curve_height(fit, at))
  if (!is.null(panel)) curve$panel <- panel
  point <- if (!is.null(fit$edge)) shown_transformed(fit, fit$edge$representative[[1]], 1)
  list(
    ggplot2::geom_line(data = curve, linewidth = 0.9),
    if (!is.null(point)) {
      ggplot2::geom_vline(xintercept = point, linetype = 2, colour = edge_colour, linewidth = 0.9)
    }
  )
}

# The labels of the sides in a legend that has the title "side".
side_numbers <- function(object) sub("side ", "", side_label(object, 1:2))

slices_caption <- function(fit) {
  if (any(fit$transform$kind == "log")) paste("log10 of", toString(fit$names[fit$transform$kind == "log"]))
}

# An axis with labels in original units.
shown_scale <- function(fit, j, scale) {
  if (fit$transform$kind[j] != "log") return(scale(name = fit$names[j]))
  scale(name = fit$names[j], breaks = log_ticks, labels = function(at) log_labels(at[!is.na(at)]), minor_breaks = NULL)
}

plane_parts <- function(fit, x, y) {
  with_pair <- function(data) {
    data.frame(
      data,
      pair_x = factor(fit$names[x], fit$names), pair_y = factor(fit$names[y], fit$names)
    )
  }
  row <- marked_index(fit)
  column <- function(j) {
    c(
      shown_transformed(fit, fit$centres[, j], j), shown_transformed(fit, fit$representative[[j]], j),
      shown_units(fit, fit$u[[j]][row], j),
      if (!is.null(fit$edge)) shown_transformed(fit, fit$edge$representative[[j]], j)
    )
  }
  pieces <- function(lines) {
    if (!length(lines)) return(NULL)
    with_pair(do.call(rbind, lapply(seq_along(lines), function(i) {
      data.frame(x = lines[[i]]$x, y = lines[[i]]$y, piece = paste(x, y, i))
    })))
  }
  list(
    points = with_pair(data.frame(
      x = shown_units(fit, fit$u[[x]], x), y = shown_units(fit, fit$u[[y]], y), z = fit$z, side = factor(fit$sides)
    )),
    marks = with_pair(data.frame(
      x = column(x), y = column(y),
      mark = c(
        "centres of gravity", "centres of gravity", "representative point", nearest_label(fit),
        if (!is.null(fit$edge)) "point on the edge"
      )
    )),
    edges = pieces(edge_lines(fit, x, y)),
    lines = pieces(boundary_lines(fit, x, y))
  )
}
