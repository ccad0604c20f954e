# The only file that talks to Python. Tables go over as lists of numbers and results come back as plain data, so that
# no array library has to be understood by both sides.

choose_python <- function() {
  # A hint only: RETICULATE_PYTHON, a Python that already runs and the user's use_virtualenv() all go before it.
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
  count <- reticulate::py_len(caught)
  sentences <- vapply(seq_len(count), function(i) {
    reticulate::py_str(caught$`__getitem__`(i - 1L)$message)
  }, character(1))
  leave()
  for (sentence in unique(sentences)) {
    warning(structure(
      class = c("softprofile_warning", "warning", "condition"),
      list(message = in_words_of_r(sentence), call = NULL)
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
  sentence <- in_words_of_r(as.character(last$value))
  refuse(if (type %in% spoken_exceptions) sentence else paste0(type, ": ", sentence))
}

# Rows count from one here, and nothing is NULL.
in_words_of_r <- function(sentence) {
  found <- regexec("^(.*the first (?:in row|at position) )([0-9]+)(.*)$", sentence, perl = TRUE)
  parts <- regmatches(sentence, found)[[1]]
  if (length(parts) == 4) sentence <- paste0(parts[2], as.integer(parts[3]) + 1L, parts[4])
  gsub("\\bNone\\b", "NULL", sentence, perl = TRUE)
}

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

python_series <- function(values, name) {
  pandas <- reticulate::import("pandas", convert = FALSE)
  pandas$Series(reticulate::r_to_py(as.list(values)), name = name, dtype = "float64")
}

# Whole numbers of R are often doubles, and Python's counts and seeds must be integers.
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
