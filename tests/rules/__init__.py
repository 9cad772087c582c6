"""The rules page as tests: every rule id, switch position and worked case, through simcore's public names alone."""
