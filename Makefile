# make run: start the server.  make test: every check.  Other targets are for development.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# Extra options: of `trexscore serve` for `make run`, of pytest for `make test`.
ARGS   ?=
# Two workers per core, because browser tests mostly wait. `--dist worksteal` gives each worker consecutive tests, so
# that module fixtures are set up once; an idle worker takes tests from another.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(2 * len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else 'auto')")

# The PostgreSQL driver is installed only if the configured database needs it.
RUN_REQUIREMENTS := $(if $(filter postgres%,$(TREXSCORE_DATABASE_URL)),postgres,run)
CHROMIUM ?= $(firstword $(foreach name,chromium chromium-browser google-chrome,$(shell command -v $(name) 2>/dev/null)))

PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Packages are installed without bytecode. The first process writes it, and all later ones load it.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: run test lint style types suite bench census icons screenshots translations requirements clean

run: $(VENV)/.installed-$(RUN_REQUIREMENTS)
	$(BIN)/trexscore serve $(ARGS)

# Without a cache, mypy takes long on one core, so it runs in parallel with the tests.
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

# Print metrics of how hard the code is to change.
census: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.tools.census

# Draw the app icons in every size and shape from static/icons/icon.svg.
icons: $(VENV)/.installed-dev
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m tests.tools.icons

# Take the README's screenshots: recording a deal, and pages of the club of `trexscore demo`.
screenshots: $(VENV)/.installed-dev
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m tests.tools.screenshots

# Extract every sentence from code, text files and templates, and update the catalogues.
# To start a language: make translations LANGUAGES=es
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

# Pin the newest releases that pyproject.toml allows, with hashes, for every supported Python and system.
# Ignore this machine's uv configuration, and write no address of a package index.
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
		echo "Trex Score needs Python 3.11 or newer; '$(PYTHON)' is older or missing. Choose another: make PYTHON=/path/to/python3"; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)

# With build isolation, pip would download build dependencies that are not pinned by hash.
$(VENV)/.installed-%: requirements/%.txt pyproject.toml | $(BIN)/python
	$(PIP) install --no-compile --require-hashes --requirement $<
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/uv: | $(BIN)/python
	$(PIP) install uv
