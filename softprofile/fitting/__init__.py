"""U, z -> BoundaryFit or Elbow, with the representative point and the checks of the grid."""
