#' softprofile: where improvement levels off, in any number of hyper-parameters
#'
#' You have tried many hyper-parameter configurations. Which one do you take? [soft_profile()] finds, from the
#' configurations `u` and the performance `z` of each, the boundary where improvement has levelled off, one
#' representative point on it, and with [nearest()] the nearest configuration that was really evaluated. [elbow()] does
#' so in one dimension, exactly. [bootstrap()], [test_plateau()] and [diagnose()] tell how far to trust the answer,
#' [compare()] which boundary and density to take, and [focus()] and [refine()] what to evaluate next.
#'
#' The search is done by the Python package softprofile, which [install_softprofile()] installs. Only `u` and `z` cross
#' over to it, so surfaces are computed in R with whatever model is being tuned. What comes back is plain R data.
#'
#' @references
#' G. Chen and M. Zhu, *Automatic selection of hyper-parameters via the use of softened profile likelihood*.
#'
#' M. Zhu and A. Ghodsi (2006), *Automatic dimensionality selection from the scree plot via the use of profile
#' likelihood*, Computational Statistics & Data Analysis 51, 918-930.
#'
#' @keywords internal
#' @importFrom stats coef confint logLik nobs predict setNames
"_PACKAGE"
