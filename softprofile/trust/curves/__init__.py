"""What the checks of a transition or a ramp share: the density of z at each point, and resampling about the curve."""
