.onLoad <- function(libname, pkgname) {
  # Declares what Python must have, without starting it; older versions of reticulate cannot.
  if ("py_require" %in% getNamespaceExports("reticulate")) {
    require_python <- getExportedValue("reticulate", "py_require")
    require_python(python_requirement())
  }
}
