"""Parts that several plots share: style, legend, logarithmic axes, contours, scree plots, planes of a fit."""
