#' Print and summarise results
#'
#' Results of [bootstrap()], [test_plateau()], [diagnose()] and [compare()] are lists of plain data. They print the same
#' tables as in Python, with row numbers that start at one, and do not need Python to do so.
#'
#' @param x,object A result, or its summary.
#' @param ... Not used.
#' @return `summary()` returns a list with the component `text`; `print()` returns `x`, invisibly.
#' @name softprofile-results
#' @examples
#' if (softprofile_available()) {
#'   summary(test_plateau(elbow(mpg ~ wt, data = mtcars)))
#' }
NULL

#' @rdname softprofile-results
#' @export
print.softprofile_result <- function(x, ...) {
  cat(x$text, "\n", sep = "")
  invisible(x)
}

#' @rdname softprofile-results
#' @export
summary.softprofile_result <- function(object, ...) {
  structure(list(text = object$text), class = "summary.softprofile_result")
}

#' @rdname softprofile-results
#' @export
print.summary.softprofile_result <- function(x, ...) print.softprofile_result(x)

new_result <- function(parts, class) structure(parts, class = c(class, "softprofile_result"))
