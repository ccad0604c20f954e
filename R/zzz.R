.onLoad <- function(libname, pkgname) {
  # Declares the required Python package without starting Python. Older versions of reticulate lack py_require().
  if ("py_require" %in% getNamespaceExports("reticulate")) {
    require_python <- getExportedValue("reticulate", "py_require")
    require_python(python_requirement())
  }
}
