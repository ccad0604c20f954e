library(testthat)
library(softprofile)

test_check("softprofile")
