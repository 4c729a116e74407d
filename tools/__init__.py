"""What maintainers run and nobody installs: the nightly run, mutants, coverage, saved figures, the check of commit messages."""
