# The boundaries g(u; w) in transformed coordinates, Eqs. (9) and (10) of the paper.

known_boundaries <- c("linear", "quadratic", "network")

# Pairs j <= k, in the order of the parameters of the quadratic boundary.
product_pairs <- function(m) {
  pairs <- expand.grid(k = seq_len(m), j = seq_len(m))
  pairs <- pairs[pairs$j <= pairs$k, ]
  cbind(j = pairs$j, k = pairs$k)
}

network_layers <- function(w, m) {
  hidden <- (length(w) - 1) / (m + 2)
  inner <- hidden * m
  list(
    W1 = matrix(w[seq_len(inner)], hidden, m, byrow = TRUE),
    b1 = w[inner + seq_len(hidden)],
    w2 = w[inner + hidden + seq_len(hidden)],
    b2 = w[length(w)]
  )
}

# The value of g at each row of v, a matrix in transformed coordinates.
boundary_value <- function(fit, v) {
  w <- fit$parameters
  m <- length(fit$names)
  switch(fit$boundary$name,
    linear = drop(cbind(v, 1) %*% w),
    quadratic = {
      pairs <- product_pairs(m)
      drop(cbind(v[, pairs[, "j"], drop = FALSE] * v[, pairs[, "k"], drop = FALSE], v, 1) %*% w)
    },
    network = {
      layers <- network_layers(w, m)
      drop(tanh(sweep(v %*% t(layers$W1), 2, layers$b1, "+")) %*% layers$w2) + layers$b2
    },
    user = refuse("the boundary is user-defined and can be evaluated in Python only."),
    python_boundary_value(fit, v)
  )
}

# The parameters by their names in the equations, as in Python.
boundary_coefficients <- function(fit) {
  w <- fit$parameters
  m <- length(fit$names)
  switch(fit$boundary$name,
    linear = as.list(setNames(w, term_names(fit))),
    quadratic = {
      pairs <- product_pairs(m)
      count <- nrow(pairs)
      A <- matrix(0, m, m, dimnames = list(fit$names, fit$names))
      A[pairs] <- w[seq_len(count)]
      list(A = (A + t(A)) / 2, b = setNames(w[count + seq_len(m)], fit$names), c = w[length(w)])
    },
    network = network_layers(w, m),
    as.list(setNames(w, term_names(fit)))
  )
}

# One name per parameter.
term_names <- function(fit) {
  names <- fit$names
  m <- length(names)
  switch(fit$boundary$name,
    linear = c(names, "constant"),
    quadratic = {
      pairs <- product_pairs(m)
      j <- names[pairs[, "j"]]
      k <- names[pairs[, "k"]]
      c(ifelse(pairs[, "j"] == pairs[, "k"], paste0(j, "^2"), paste0(j, "*", k)), names, "constant")
    },
    network = {
      hidden <- seq_len((length(fit$parameters) - 1) / (m + 2))
      c(
        paste0("W1[", rep(hidden, each = m), ",", rep(names, length(hidden)), "]"),
        paste0("b1[", hidden, "]"), paste0("w2[", hidden, "]"), "b2"
      )
    },
    paste0("w", seq_along(fit$parameters))
  )
}

# The type of the conic g = 0, for a quadratic boundary in two dimensions, from the invariants of its matrices.
conic_type <- function(fit, zero = 1e-9) {
  scaled <- lapply(fit$coefficients, function(part) part / max(abs(fit$parameters)))
  whole <- rbind(cbind(scaled$A, scaled$b / 2), c(scaled$b / 2, scaled$c))
  discriminant <- det(scaled$A)
  if (max(abs(scaled$A)) < zero) {
    "line"
  } else if (min(svd(whole, 0, 0)$d) < zero) {
    "degenerate conic (a point or a pair of lines)"
  } else if (abs(discriminant) < zero) {
    "parabola"
  } else if (discriminant > 0) "ellipse" else "hyperbola"
}
