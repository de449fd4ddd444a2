# Each target does all of its own set-up: a Python of at least 3.11 and make are all that it needs.
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3 python,$(if $(shell $(p) -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo yes),$(p))))
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help demo test check bench lock clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/'

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "porfiado needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 2; }
	@echo "creating $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python pyproject.toml requirements.lock
	@echo "installing porfiado"
	@$(INSTALL) -r requirements.lock
	@$(INSTALL) --no-deps -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.lock
	@echo "installing the development tools"
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

demo: $(VENV)/.installed  ## install, then run the demonstration: no key, no network
	@$(BIN)/porfiado demo

check: $(VENV)/.installed-dev  ## style, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check  ## install, then style, types, layers and the whole test suite with coverage
	@rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest -n auto
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --skip-covered --skip-empty --fail-under=90

bench: $(VENV)/.installed-dev  ## the measurements shown in the docs
	@$(BIN)/python -m benchmarks.peers install
	$(BIN)/python -m benchmarks

lock: $(BIN)/python  ## pin the newest versions that fit pyproject.toml, without index addresses
	$(BIN)/python scripts/lock.py

clean:  ## remove the environment and what tools leave behind
	rm -rf $(VENV) .venv-bench build dist .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis
