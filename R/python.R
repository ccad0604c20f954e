# The only file that calls Python. Tables are passed as lists of numbers and results returned as plain data, so that no
# array type is shared between R and Python.

choose_python <- function() {
  # Only a hint: RETICULATE_PYTHON, a running Python and the user's use_virtualenv() take precedence.
  if (nzchar(Sys.getenv("RETICULATE_PYTHON")) || reticulate::py_available(initialize = FALSE)) {
    return(invisible())
  }
  if (isTRUE(tryCatch(reticulate::virtualenv_exists(python_environment), error = function(e) FALSE))) {
    reticulate::use_virtualenv(python_environment, required = FALSE)
  }
  invisible()
}

python_module <- function() {
  choose_python()
  tryCatch(
    reticulate::import("softprofile", convert = FALSE),
    error = function(e) {
      refuse(
        "the Python package softprofile is not available: run install_softprofile(), or set RETICULATE_PYTHON to a ",
        "Python that has it, and restart R.",
        class = "softprofile_python_missing"
      )
    }
  )
}

# Evaluates `expr`, a call into Python: its exceptions and warnings become conditions of R that hold the sentence alone.
in_python <- function(expr) {
  warnings <- reticulate::import("warnings", convert = FALSE)
  catcher <- warnings$catch_warnings(record = TRUE)
  caught <- catcher$`__enter__`()
  entered <- TRUE
  leave <- function() if (entered) {
    entered <<- FALSE
    catcher$`__exit__`(NULL, NULL, NULL)
  }
  on.exit(leave())
  warnings$simplefilter("always")
  result <- tryCatch(expr, error = function(e) {
    if (inherits(e, "softprofile_error")) stop(e)
    refuse_as_python(e)
  })
  sentences <- vapply(r_items(caught), function(each) r_sentence(each$message), "")
  leave()
  for (sentence in unique(sentences)) {
    warning(structure(
      class = c("softprofile_warning", "warning", "condition"),
      list(message = sentence, call = NULL)
    ))
  }
  result
}

# Exceptions whose text is written for the user; others are named, for they are faults.
spoken_exceptions <- c("InputError", "NoBoundaryError", "MissingDependencyError")

refuse_as_python <- function(e) {
  last <- tryCatch(reticulate::py_last_error(), error = function(e) NULL)
  if (is.null(last) || is.null(last$value)) refuse(conditionMessage(e))
  type <- sub("^.*\\.", "", last$type)
  exception <- attr(last, "exception")
  sentence <- if (is.null(exception)) in_words_of_r(as.character(last$value)) else r_sentence(exception)
  refuse(if (type %in% spoken_exceptions) sentence else paste0(type, ": ", sentence))
}

# The text of a message, a warning or an exception of Python, with rows counted from one where it names rows.
r_sentence <- function(said) {
  numbered <- reticulate::py_has_attr(said, "counted_from")
  in_words_of_r(if (numbered) reticulate::py_to_r(said$counted_from(1L)) else reticulate::py_str(said))
}

# None is NULL here.
in_words_of_r <- function(sentence) gsub("\\bNone\\b", "NULL", sentence, perl = TRUE)

refuse <- function(..., class = NULL) {
  stop(structure(
    class = c(class, "softprofile_error", "error", "condition"),
    list(message = paste0(...), call = NULL)
  ))
}

python_table <- function(table) {
  pandas <- reticulate::import("pandas", convert = FALSE)
  pandas$DataFrame(reticulate::r_to_py(lapply(table, as.list)))
}

# A table with the row names as labels. Columns may be numbers, strings, factors or logical; NA is None.
python_mixed_table <- function(table) {
  pandas <- reticulate::import("pandas", convert = FALSE)
  columns <- lapply(table, function(values) {
    if (is.factor(values)) values <- as.character(values)
    if (!(is.numeric(values) || is.logical(values) || is.character(values))) {
      refuse("a column of class ", class(values)[1], " cannot be used as a hyper-parameter.")
    }
    lapply(as.list(values), function(value) if (is.na(value)) NULL else value)
  })
  pandas$DataFrame(reticulate::r_to_py(columns), index = as.list(rownames(table)))
}

python_series <- function(values, name) {
  pandas <- reticulate::import("pandas", convert = FALSE)
  pandas$Series(reticulate::r_to_py(as.list(values)), name = name, dtype = "float64")
}

# Whole numbers in R are often doubles, but counts and seeds must be integers in Python.
python_integer <- function(value) {
  whole <- is.numeric(value) && length(value) == 1 && is.finite(value) && value == floor(value)
  if (!whole) return(value)
  reticulate::import_builtins(convert = FALSE)$int(value)
}

python_transform <- function(transform) {
  if (is.null(names(transform))) {
    if (length(transform) == 1 && !is.list(transform)) transform else as.list(transform)
  } else {
    reticulate::r_to_py(as.list(transform))
  }
}

# The contents of a Python fit as plain data, and the JSON text from which Python can rebuild it.
plain_fit <- function(found) {
  held <- reticulate::py_to_r(found$to_dict())
  held$messages <- r_messages(found$messages)
  held$json <- reticulate::py_to_r(found$to_json())
  held[c("levels", "support")] <- plain_levels(found)
  held$edge <- function(fit) stored_edge(found, fit)
  held$scree <- curve_scree(found, held)
  held
}

# The profile log-likelihood of a curve in one dimension, at thresholds halfway between the configurations.
curve_scree <- function(found, held) {
  if (held$shape$name == "levels" || length(held$names) > 1 || held$boundary$name != "linear") return(NULL)
  v <- sort(r_numbers(found$transformed))
  splits <- which(diff(v) > 0)
  numpy <- reticulate::import("numpy", convert = FALSE)
  halfway <- found$transform$invert(numpy$array(lapply(between(v, splits), list)))
  profile <- reticulate::import("softprofile.fitting.elbow_curve", convert = FALSE)$curve_profile
  list(splits = splits, profile = r_numbers(profile(found, halfway$ravel())))
}

# Rebuilds the Python fit of an R object. Only its JSON text is needed, so the object may have been saved and read.
python_fit <- function(fit) {
  for (part in c("boundary", "density")) {
    if (identical(fit[[part]]$name, "user")) {
      refuse("this fit has a user-defined ", part, ", which R cannot pass to Python: use the fit in Python.")
    }
  }
  if (is.null(fit$json)) {
    refuse("this fit was saved by an older version of the package and lacks its JSON text: fit it again.")
  }
  module <- python_module()
  in_python(module$BoundaryFit$from_dict(reticulate::import("json", convert = FALSE)$loads(fit$json)))
}

# Computes the elbow again in Python, which is fast.
python_elbow <- function(elbow) {
  if (identical(elbow$density$name, "user")) {
    refuse("this elbow has a user-defined density, which R cannot pass to Python: use the elbow in Python.")
  }
  module <- python_module()
  # Elbows saved by an older version lack u_given; candidates 1, 2, ..., n are the default.
  given <- if (is.null(elbow$u_given)) any(elbow$u != seq_along(elbow$z)) else elbow$u_given
  suppressWarnings(in_python({
    density <- module$densities$DENSITIES$rebuild(elbow$density$name, do.call(reticulate::dict, elbow$density$options))
    u <- if (given) python_table(setNames(list(elbow$u), elbow$u_name))
    shape <- if (has_curve(elbow)) {
      module$shapes$SHAPES$rebuild(elbow$shape$name, do.call(reticulate::dict, elbow$shape$options))
    } else {
      "levels"
    }
    module$elbow(python_series(elbow$z, elbow$z_name), u, density, shape = shape, better = elbow$better)
  }))
}

# The items of a Python list or tuple.
r_items <- function(several) lapply(seq_len(reticulate::py_len(several)), function(i) several$`__getitem__`(i - 1L))

# A pandas DataFrame as an R data frame.
r_table <- function(table) {
  columns <- lapply(reticulate::py_to_r(table$to_dict("list")), unlist)
  columns <- lapply(columns, function(values) {
    if (is.double(values)) values[is.nan(values)] <- NA
    values
  })
  as.data.frame(columns, optional = TRUE)
}

r_numbers <- function(array) as.double(unlist(reticulate::py_to_r(array$tolist())))

# A two-dimensional numpy array as a matrix.
r_matrix <- function(array, columns) matrix(r_numbers(array), ncol = columns, byrow = TRUE)

r_rows <- function(array) as.integer(r_numbers(array)) + 1L

# The texts of messages, with their codes as names.
r_messages <- function(messages) {
  each <- r_items(messages)
  codes <- vapply(each, function(message) reticulate::py_to_r(message$code), "")
  setNames(vapply(each, r_sentence, ""), codes)
}

# A Python dictionary of counts as a named vector.
r_counts <- function(counts) {
  held <- unlist(reticulate::py_to_r(counts))
  if (is.null(held)) setNames(integer(), character()) else held
}

# The text of Python's summary of a result, with rows counted from one.
summary_text <- function(found) in_words_of_r(reticulate::py_str(found$summary()$counted_from(1L)))

# Names or Python objects, one or several.
python_several <- function(given) if (is.character(given)) as.list(given) else given
