# Log-transform and standardise the columns, and the inverse.

to_transformed <- function(fit, u) {
  v <- as.matrix(u)
  for (j in which(fit$transform$kind == "log")) {
    if (any(v[, j] <= 0)) {
      refuse(
        "column '", fit$names[j], "' has the value ", format(min(v[, j])), ", which has no logarithm: ",
        "use transform 'standardize' for it."
      )
    }
    v[, j] <- log(v[, j])
  }
  v <- sweep(sweep(v, 2, fit$transform$centre), 2, fit$transform$scale, "/")
  dimnames(v) <- NULL
  v
}

# One column from transformed coordinates to original units.
to_original <- function(fit, v, j) {
  moved <- v * fit$transform$scale[j] + fit$transform$centre[j]
  if (fit$transform$kind[j] == "log") exp(moved) else moved
}
