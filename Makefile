# `make run` and `make test` each work as the first command in a fresh checkout: they set up .venv themselves.
# Another interpreter: make PYTHON=python3.13 run

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PIP := -m pip --disable-pip-version-check
# Extras whose libraries are pinned in requirements.lock.
LOCKED := dev

.PHONY: run test test-full check golden bench bench-peers lock clean

run: $(READY)
	$(BIN)/sise simulate --rules guangshui --deals 100000 --seats greedy,greedy,random --seed 1

test: check
	$(BIN)/python -m pytest

test-full: check
	$(BIN)/python -m pytest -m ""

check: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Writes the golden deal logs anew, after a change of behaviour that is meant.
golden: $(READY)
	$(BIN)/python -m tests.golden

bench: $(READY)
	$(BIN)/python -m benchmarks

# In an environment of its own: the peers pull in libraries that the project's own never needs.
bench-peers: $(VENV)-peers/.ready
	$(VENV)-peers/bin/python -m benchmarks peers

# The pinned versions, taken from a fresh installation of what pyproject.toml allows.
lock:
	rm -rf $(VENV)-lock
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python $(PIP) install --quiet --upgrade ".[$(LOCKED)]" "setuptools>=77"
	{ echo "# Written by make lock: what make installs before the project itself."; \
	  $(VENV)-lock/bin/python $(PIP) freeze --all --exclude pip --exclude sise; } > requirements.lock.new
	mv requirements.lock.new requirements.lock
	rm -rf $(VENV)-lock

clean:
	rm -rf $(VENV) $(VENV)-peers $(VENV)-lock build dist *.egg-info
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks benchmarks/results
	find simcore strategies experiments tests benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(READY) $(VENV)-peers/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "sise needs Python 3.11 or newer as $(PYTHON) (or name another: make PYTHON=python3.12)" >&2; exit 1; }
	@echo "setting up $(@D) (once, about a minute)" >&2
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python $(PIP) install --quiet -r requirements.lock
	$(@D)/bin/python $(PIP) install --quiet --no-build-isolation --no-deps -e .
	$(if $(findstring peers,$@),$(@D)/bin/python -m benchmarks.install)
	touch $@
