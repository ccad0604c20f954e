#' Load a Python module that registers densities or boundaries
#'
#' Imports a Python module that calls `softprofile.register_density()` or `softprofile.register_boundary()`. The names
#' that it registers can then be used as `density` and `boundary` in [soft_profile()], [elbow()] and [compare()], like
#' built-in ones. Families of installed Python packages that declare softprofile entry points need no loading.
#'
#' @param module String: the name of the Python module.
#' @param path String: a folder in which to look for the module first; the working directory by default.
#' @return The name of the module, invisibly.
#' @examples
#' if (softprofile_available()) {
#'   folder <- tempfile()
#'   dir.create(folder)
#'   writeLines(c(
#'     "import numpy as np, softprofile as sp",
#'     "class Exponential:",
#'     "    def fit(self, z, weights): return {'rate': weights.sum() / (weights @ z)}",
#'     "    def logpdf(self, z, theta): return np.log(theta['rate']) - theta['rate'] * z",
#'     "sp.register_density('exponential', Exponential)"
#'   ), file.path(folder, "my_density.py"))
#'   load_plugin("my_density", path = folder)
#'   elbow(c(9, 8, 9.5, 1, 0.5, 0.8), density = "exponential")$index
#' }
#' @export
load_plugin <- function(module, path = ".") {
  if (!is.character(module) || length(module) != 1 || is.na(module) || !nzchar(module)) {
    refuse("module must be the name of a Python module, as one string.")
  }
  if (!dir.exists(path)) refuse("the folder '", path, "' does not exist: give the folder of the module as path.")
  python_module()
  tryCatch(
    reticulate::import_from_path(module, normalizePath(path), convert = FALSE),
    error = function(e) refuse("the Python module '", module, "' cannot be imported: ", conditionMessage(e))
  )
  invisible(module)
}

# Whether g can be evaluated: in R, or by Python if the family is registered there.
can_evaluate <- function(fit) {
  fit$boundary$name %in% known_boundaries || (fit$boundary$name != "user" && softprofile_available())
}

# The value of g, by Python, at each row of v, a matrix in transformed coordinates.
python_boundary_value <- function(fit, v) {
  found <- python_fit(fit)
  numpy <- reticulate::import("numpy", convert = FALSE)
  points <- numpy$array(reticulate::r_to_py(lapply(seq_len(nrow(v)), function(i) as.list(v[i, ]))), dtype = "float64")
  g <- in_python(found$boundary$value(found$boundary$design(points), found$parameters))
  as.double(unlist(reticulate::py_to_r(g$tolist())))
}
