# make run: start the server.  make test: every check.  The rest is for whoever works on it.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# For `make run`: options of `trexscore serve`. For `make test`: options of pytest.
ARGS   ?=
# Each process has its own stretch of the tests, so that what a file shares is set up once; one that is done early
# takes half of what another has left.
# Much of what a browser test does is waiting: two at once for each core.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(2 * len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else 'auto')")

# The driver for PostgreSQL is only installed where it is going to be used.
RUN_REQUIREMENTS := $(if $(filter postgres%,$(TREXSCORE_DATABASE_URL)),postgres,run)
CHROMIUM ?= $(firstword $(foreach name,chromium chromium-browser google-chrome,$(shell command -v $(name) 2>/dev/null)))

PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Packages are installed uncompiled, and what one process compiles the next hundred load.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: run test lint style types suite bench census icons screenshots translations requirements clean

run: $(VENV)/.installed-$(RUN_REQUIREMENTS)
	$(BIN)/trexscore serve $(ARGS)

# mypy keeps one core busy for as long as it has no cache: it runs beside the tests.
test: style
	@$(MAKE) --no-print-directory --jobs 2 types suite

suite: $(VENV)/.installed-dev
	@if [ -z "$(CHROMIUM)" ] && [ "$$CI" != true ]; then \
		echo "No Chromium was found (chromium, chromium-browser, google-chrome): the tests that need a browser are skipped."; fi
	CHROMIUM="$(CHROMIUM)" $(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

lint: style types

style: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports

types: $(VENV)/.installed-dev
	$(BIN)/mypy

bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench $(ARGS)

# What makes the code hard to change, in figures.
census: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.tools.census

# The icons in every size and shape that phones ask for, out of static/icons/icon.svg.
icons: $(VENV)/.installed-dev
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m tests.tools.icons

# The README's pictures: a deal being entered, and pages of the club of `trexscore demo`.
screenshots: $(VENV)/.installed-dev
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m tests.tools.screenshots

# Every sentence in the code and the templates is laid under what has been translated.
# A language is begun with: make translations LANGUAGES=es
LANGUAGES ?= $(or $(basename $(notdir $(wildcard trexscore/translations/*.po))),ar)
translations: $(VENV)/.installed-dev
	@mkdir -p build
	$(BIN)/pybabel --quiet extract --ignore-dirs ".*" --mapping-file pyproject.toml --keyword N_n:1,2 --project "Trex Score" \
		--copyright-holder "Trex Score contributors" --add-comments "Translators:" --sort-by-file \
		--no-location --output-file build/messages.pot .
	@for language in $(LANGUAGES); do \
		$(BIN)/pybabel --quiet update --init-missing --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
			--locale $$language --input-file build/messages.pot \
			--output-file trexscore/translations/$$language.po || exit 1; done
	@$(BIN)/python -m tests.tools.english_texts build/messages.pot

# Newest releases that pyproject.toml allows, for every supported Python and system, by hash.
# No configuration of this machine is read, and no address of a package index is written down.
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make requirements" $(BIN)/uv pip compile --quiet --no-config \
	--universal --python-version 3.11 --upgrade --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-emit-build-options pyproject.toml --group build
requirements: $(BIN)/uv
	$(COMPILE) --output-file requirements/run.txt
	$(COMPILE) --extra postgres --constraint requirements/run.txt \
		--output-file requirements/postgres.txt
	$(COMPILE) --extra postgres --group dev --constraint requirements/postgres.txt \
		--output-file requirements/dev.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Trex Score needs Python 3.11 or newer; '$(PYTHON)' is not. Name one: make PYTHON=/path/to/python3"; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)

# Without build isolation nothing but what is named and hashed is ever fetched.
$(VENV)/.installed-%: requirements/%.txt pyproject.toml | $(BIN)/python
	$(PIP) install --no-compile --require-hashes --requirement $<
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/uv: | $(BIN)/python
	$(PIP) install uv
