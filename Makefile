PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready

.PHONY: help setup test services serve load idle crash check format rules bench bench-quick bench-worst pictures golden clean

help:           ## show this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(READY)

setup: $(READY)  ## make the virtual environment

test: $(READY) services check rules  ## everything CI runs: checks, clauses, tests
	$(BIN)/python -m pytest

services:       ## install what the tests need besides Python: PostgreSQL, Chromium
	tools/services.sh

serve: $(READY)  ## a server on this machine
	$(BIN)/carrozza serve

check: $(READY)  ## style, types, direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)  ## put the code into its standard form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

rules: $(READY)  ## each clause of the rules with the tests that prove it
	$(BIN)/python tools/clauses.py

golden: $(READY)  ## write the golden playthroughs anew; look at the difference before you commit it
	$(BIN)/python -m tests.playthroughs.write

pictures: $(READY)  ## draw the pictures of the documents anew
	$(BIN)/python tools/pictures.py

bench: $(READY)  ## speed of the engine, beside python-chess as the machine's yardstick
	$(BIN)/python bench/engine.py

bench-worst: $(READY)  ## the optimisers of the final score on networks made to be hard
	$(BIN)/python bench/optimisers.py

bench-quick: $(READY)  ## the same, under 40 seconds
	$(BIN)/python bench/engine.py --quick

load: $(READY)  ## the server under load: answers, processor and memory at 200 tables
	$(BIN)/python -m bench.server

idle: $(READY)  ## memory of tables that nobody looks at
	$(BIN)/python -m bench.idle_tables

crash: $(READY)  ## kill the server again and again while games are played (some minutes)
	$(BIN)/python -m bench.crash

clean:          ## remove what was made here
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
