# Everything starts here. On a machine with Python 3.11 or newer, pip, git and make, each target is enough alone:
# it sets up what it needs, inside this folder, and asks nothing.

PYTHON ?= python3
# tests run on all cores; `make test JOBS=1` for one
JOBS ?= auto

# `make run PORT=0` takes any free port
PORT ?= 8000
# how long `make soak` takes
MINUTES ?= 60

BIN := .venv/bin
UV := $(PYTHON) scripts/uv.py
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
# `make lock` keeps the versions that are locked; `make lock UPGRADE=--upgrade` takes newer ones
UPGRADE ?=
COMPILE = $(UV) --main-index-only pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' $(UPGRADE)

.PHONY: help setup run web test lint bench soak pages dist lock clean
.DELETE_ON_ERROR:

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

setup: .venv/ready ## make .venv with uth and all tools in it

run: .venv/ready ## set up and serve a table of each book, with bots in their seats
	@exec $(BIN)/python -m scripts.run $(PORT)

web: .venv/ready ## build the browser pages again, after a change in web/
	@$(BIN)/python scripts/web.py build

test: lint .venv/compiled ## set up, check the code, run every test
	@echo "Checking the browser pages"
	@$(BIN)/python scripts/web.py check
	@$(BIN)/python scripts/browser.py
	@$(BIN)/pytest --numprocesses $(JOBS)

lint: .venv/ready ## check style, types, import layers and dependencies
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/python scripts/check_types.py
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/deptry uth

bench: .venv/ready .venv/bench-ready ## run every benchmark, one after the other
	@set -e; for script in benchmarks/bench_*.py; do \
		echo "== $$script"; $(BIN)/python "$$script"; \
	done

soak: .venv/ready ## an hour under load: memory flat, chain verified, nothing lost (MINUTES=5 for less)
	@$(BIN)/python scripts/soak.py --minutes $(MINUTES)

pages: .venv/ready ## draw the pages of docs/ that come from data
	@$(BIN)/python scripts/write_pages.py

dist: .venv/ready ## build a wheel and an sdist into dist/
	@$(BIN)/python -m hatchling build --directory dist

lock: .tools/ready ## write requirements/*.txt anew
	@$(COMPILE) requirements/uv.in -o requirements/uv.txt
	@$(COMPILE) pyproject.toml --extra serve requirements/dev.in -o requirements/dev.txt
	@$(COMPILE) pyproject.toml --extra serve -c requirements/dev.txt -o requirements/run.txt
	@$(COMPILE) pyproject.toml --extra gpu -c requirements/dev.txt -o requirements/gpu.txt
	@$(COMPILE) requirements/node.in -o requirements/node.txt
	@$(COMPILE) requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt

clean: ## remove everything that the other targets made
	@rm -rf .venv .tools .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist \
		web/node_modules web/openapi.json web/types.log web/src/api/described.d.ts
	@find uth tests benchmarks scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# A bare Debian has no ensurepip, so `python3 -m venv` fails there, and pip refuses to install into the system.
# Into a folder it installs everywhere; PIP_USER and PIP_REQUIRE_VIRTUALENV would forbid it.
.tools/ready: requirements/uv.txt
	@command -v $(PYTHON) >/dev/null || { \
		echo "Python is missing: please install Python 3.11 or newer with pip (on Debian: apt-get install python3-pip)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is too old: please install Python 3.11 or newer, or name one, as in 'make $(MAKECMDGOALS) PYTHON=python3.12'."; exit 1; }
	@$(PYTHON) -c 'import pip' 2>/dev/null || { \
		echo "pip is missing: please install pip for $(PYTHON) (on Debian: apt-get install python3-pip)."; exit 1; }
	@echo "Fetching uv, the installer, into .tools"
	@PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 $(PYTHON) -m pip install --quiet --disable-pip-version-check \
		--root-user-action=ignore --require-hashes --only-binary :all: --upgrade --target .tools -r requirements/uv.txt
	@touch $@

.venv/ready: .tools/ready requirements/dev.txt pyproject.toml
	@echo "Setting up .venv"
	@$(BIN)/python -c '' 2>/dev/null || \
		$(UV) venv --quiet --clear --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv
	@$(UV) pip sync --quiet --python $(BIN)/python --require-hashes requirements/dev.txt
	@$(INSTALL) --no-build-isolation --no-deps --editable .
	@touch $@

# The solver's kernels are compiled when they are first used; a minute here spares the first visitor, or a test, the wait.
.venv/compiled: .venv/ready
	@echo "Compiling the solver, once"
	@$(BIN)/python scripts/compile.py

.venv/bench-ready: .venv/ready requirements/bench.txt
	@if $(INSTALL) --require-hashes -r requirements/bench.txt 2>.venv/bench-install.log; then touch $@; else \
		echo "eval7 could not be installed (without a wheel it needs a C compiler), so benchmarks leave it out; see .venv/bench-install.log."; fi
