#!/usr/bin/env bash
# Install R and the packages that the bridge needs, as far as this machine allows, and report what was done.
# Usage: tools/setup_r.sh PYTHON. Everything here is optional: without R, the tests that need it are skipped.
set -u
python=$1
debian_packages="r-base-core r-base-dev r-cran-e1071 r-cran-reticulate r-cran-rmarkdown r-cran-knitr
                 r-cran-testthat r-cran-roxygen2 r-cran-generics r-cran-ggplot2 pandoc"

say() { echo "R set-up: $*"; }
has_package() { Rscript -e "quit(status = !requireNamespace('$1', quietly = TRUE))" >/dev/null 2>&1; }
complete() {
  command -v Rscript >/dev/null || return 1
  for package in e1071 reticulate rmarkdown knitr testthat generics ggplot2; do has_package "$package" || return 1; done
}

if complete; then
  say "$(R --version | head -n 1) and the required Debian packages are installed."
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "installing R and its packages with apt-get."
  # shellcheck disable=SC2086
  if apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive \
       apt-get install -y -qq --no-install-recommends $debian_packages >/dev/null; then
    say "installed $(R --version | head -n 1)."
  else
    say "apt-get failed; continuing without R."
  fi
else
  say "R or some of its packages are missing, and this user cannot install them. On Debian, run:"
  say "sudo apt-get install" $debian_packages
fi

if ! command -v Rscript >/dev/null; then
  say "no R: the tests that need it will be skipped."
  exit 0
fi

if has_package elasticnet; then
  say "elasticnet is installed."
elif timeout 300 Rscript -e 'options(timeout = 60); install.packages("elasticnet", repos = "https://cloud.r-project.org",
                             quiet = TRUE); quit(status = !requireNamespace("elasticnet", quietly = TRUE))' \
       >/dev/null 2>&1; then
  say "installed elasticnet from CRAN."
else
  say "elasticnet could not be installed from CRAN: r_bridge.enet uses its Python engine, and tests of R's are skipped."
fi

mapfile -t requirements < <("$python" -m r_bridge.requirements)
if [ "${#requirements[@]}" -gt 0 ] && "$python" -m pip install --quiet --disable-pip-version-check "${requirements[@]}"
then
  say "installed ${requirements[*]}, which fits this R."
else
  say "rpy2 could not be installed: the tests that need it will be skipped."
fi
