#' softprofile: where improvement levels off, in any number of hyper-parameters
#'
#' You have tried many hyper-parameter configurations. Which one do you take? Given the configurations `u` and the
#' performance `z` of each, [recommend()] recommends one of them and says why. [soft_profile()] finds the boundary where
#' improvement has levelled off and one representative point on it, [nearest()] returns the nearest configuration that
#' was actually evaluated, and [edge()] the edge of the plateau. [elbow()] does the same in one dimension.
#' [bootstrap()], [test_plateau()] and [diagnose()] assess how far to trust the answer, [compare()] helps to choose the
#' boundary and the density, and [focus()] and [refine()] suggest what to evaluate next.
#'
#' The search is done by the Python package softprofile, which [install_softprofile()] installs. Only `u` and `z` are
#' passed to it, so you can compute them in R with any model. Results are plain R data.
#'
#' @references
#' G. Chen and M. Zhu (2025), *Automatic selection of hyper-parameters via the use of softened profile likelihood*,
#' \doi{10.48550/arXiv.2510.25632}.
#'
#' M. Zhu and A. Ghodsi (2006), *Automatic dimensionality selection from the scree plot via the use of profile
#' likelihood*, Computational Statistics & Data Analysis 51, 918-930.
#'
#' @keywords internal
#' @importFrom stats coef confint fitted logLik nobs predict setNames
"_PACKAGE"
