"""Densities f, boundaries g, transforms of u, the profile likelihood and the objective made of them."""
