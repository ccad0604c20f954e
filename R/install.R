# The virtual environment to use unless the user has chosen a Python.
python_environment <- "r-softprofile"

# The package for pip to install: a name, or a folder or URL set by an option.
python_requirement <- function() getOption("softprofile.python_package", "softprofile")

#' Install the Python package
#'
#' Installs the Python package softprofile, which does the search, in a virtual environment. Later sessions find it
#' there without further settings. To use a different Python, set the environment variable `RETICULATE_PYTHON`.
#'
#' @param envname String, the name of the environment or the path to it.
#' @param method String: `"virtualenv"`, `"conda"`, or `"auto"` for the one that is available; see
#'   [reticulate::py_install()].
#' @param path String, the folder or archive of the source of the Python package, to install it instead of the released
#'   version.
#' @param ... Passed on to [reticulate::py_install()].
#' @return The name of the environment, invisibly.
#' @examples
#' \dontrun{
#' install_softprofile()
#' install_softprofile(path = "path/to/softprofile")
#' }
#' @export
install_softprofile <- function(envname = "r-softprofile", method = c("virtualenv", "auto", "conda"), path = NULL,
                                ...) {
  method <- match.arg(method)
  package <- python_requirement()
  if (!is.null(path)) {
    if (!file.exists(path)) {
      shown <- encodeString(path, quote = "'")
      refuse("path ", shown, " does not exist: give the folder or archive of the Python package.")
    }
    package <- normalizePath(path)
  }
  if (grepl("[/\\\\]", envname)) envname <- normalizePath(envname, mustWork = FALSE)
  # In a folder with a pyproject.toml, such as the source of this package, reticulate would require Poetry.
  elsewhere <- setwd(tempdir())
  on.exit(setwd(elsewhere))
  if (method == "virtualenv" && !reticulate::virtualenv_exists(envname)) reticulate::virtualenv_create(envname)
  reticulate::py_install(package, envname = envname, method = method, pip = TRUE, ...)
  message("The Python package softprofile is installed in ", envname, ". Restart R if Python was already running.")
  invisible(envname)
}

#' Check that the Python package is available
#'
#' Starts Python if it is not running, and checks whether the Python package softprofile can be imported. The functions
#' that fit need it: [elbow()], [elbows()], [soft_profile()], [compare()], [bootstrap()], [test_plateau()],
#' [diagnose()], [focus()] and [refine()]. Their results can be printed, plotted, saved and used for prediction without
#' it.
#'
#' @return `TRUE` or `FALSE`.
#' @examples
#' softprofile_available()
#' @export
softprofile_available <- function() {
  choose_python()
  isTRUE(tryCatch(
    suppressWarnings(reticulate::py_available(initialize = TRUE) && reticulate::py_module_available("softprofile")),
    error = function(e) FALSE
  ))
}
