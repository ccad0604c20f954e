# The virtual environment that is looked for unless the user chose a Python.
python_environment <- "r-softprofile"

# What pip is told to install: a name, or a folder or address set by option.
python_requirement <- function() getOption("softprofile.python_package", "softprofile")

#' Install the Python side
#'
#' Puts the Python package softprofile, which does the search, into a virtual environment. It is found there without
#' further settings in later sessions. Set the environment variable `RETICULATE_PYTHON` to use a Python of your own in
#' place of it.
#'
#' @param envname Name of, or path to, the environment.
#' @param method `"virtualenv"`, `"conda"`, or `"auto"` for the one that is available: see [reticulate::py_install()].
#' @param path Folder of the source of the Python package, or an archive of it, to install in place of the released
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
    if (!file.exists(path)) refuse("there is nothing at ", encodeString(path, quote = "'"), " to install.")
    package <- normalizePath(path)
  }
  if (grepl("[/\\\\]", envname)) envname <- normalizePath(envname, mustWork = FALSE)
  # Where there is a pyproject.toml, as in the source of this package, reticulate would ask for Poetry.
  elsewhere <- setwd(tempdir())
  on.exit(setwd(elsewhere))
  if (method == "virtualenv" && !reticulate::virtualenv_exists(envname)) reticulate::virtualenv_create(envname)
  reticulate::py_install(package, envname = envname, method = method, pip = TRUE, ...)
  message("The Python side of softprofile is installed in ", envname, ". Restart R if Python was already running.")
  invisible(envname)
}

#' Is the Python side there?
#'
#' Starts Python if it is not running, and tells whether the package softprofile can be imported. Only [elbow()],
#' [elbows()] and [soft_profile()] need it.
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
