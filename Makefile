PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PLAYABLE = $(VENV)/.playable
READY = $(VENV)/.ready
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help play fresh container-check nginx-check web protocol protocol-check web-check e2e e2e-soak bench-web pictures-web setup test services serve load load-most load-alerts load-servers long-work bench-reviews idle soak soak-server fifth strength crash alerts check format rules docs release-check bench bench-lane lane-check lane-mutants puzzles gpu-check learn-check bench-bots bench-env bench-quick bench-worst env-doc pictures golden clean

help:           ## show this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

# What a player needs; a developer needs a good deal more.
$(PLAYABLE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server]'
	touch $(PLAYABLE)

$(READY): $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(READY)

setup: $(READY)  ## make the virtual environment

WEB = web/node_modules/.ready
SITE = src/carrozza/server/site/index.html
ART = src/carrozza/server/site/art/.ready
DRAWERS = tools/art.py $(shell find src/carrozza/atlas src/carrozza/games -name '*.py' -o -name '*.json')
PAGES = $(shell find web/src web/public web/index.html web/vite.config.ts web/scripts/fonts.mjs -type f 2>/dev/null)

play: $(PLAYABLE) web  ## install, build, start: prints the address of your own server
	$(BIN)/carrozza serve $(SERVE)

$(WEB): web/package.json web/package-lock.json
	cd web && npm run --silent setup

$(SITE): $(WEB) $(PAGES)
	cd web && npm run --silent build

$(ART): $(PLAYABLE) $(SITE) $(DRAWERS)
	$(BIN)/python tools/art.py
	touch $(ART)

web: $(ART)  ## build the pages; needs Node 20 or newer

protocol: $(READY) $(WEB)  ## generate what is written twice: types, colours, widths of letters
	cd web && PYTHON=$(abspath $(BIN)/python) npm run --silent protocol
	cd web && npm run --silent fonts -- --letters

protocol-check: $(READY) $(WEB)  ## are they current?
	cd web && PYTHON=$(abspath $(BIN)/python) npm run --silent protocol -- --check
	cd web && npm run --silent fonts -- --check

web-check: $(WEB) protocol-check  ## style, types and unit tests of the client
	cd web && npm run --silent format:check
	cd web && npm run --silent check
	cd web && npm run --silent lint
	cd web && npm run --silent unit

e2e: $(READY) web  ## whole games through the page, in Chromium
	cd web && PYTHON=$(abspath $(BIN)/python) npm run --silent e2e

e2e-soak: $(READY) web  ## the same with other deals, again and again (TIMES=5)
	for n in $$(seq 2 $$((1 + $(or $(TIMES),5)))); do echo "DEALS=$$n"; \
		(cd web && DEALS=$$n PYTHON=$(abspath $(BIN)/python) npm run --silent e2e) || exit 1; done

test: $(READY) services check rules docs web-check web  ## everything CI runs: checks, clauses, tests, whole games in a browser
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal
	$(MAKE) --no-print-directory e2e

fresh:          ## the README's commands in a new Debian, as root and as an ordinary user (FRESH="--only play")
	$(PYTHON) tools/fresh.py $(FRESH)

container-check:  ## the steps of deploy/Containerfile without a container engine
	$(PYTHON) tools/container_check.py

nginx-check: $(READY)  ## deploy/nginx.conf in a real nginx, which must be installed
	$(BIN)/python -m pytest tests/deploy/nginx_check.py

services:       ## install what the tests need besides Python: PostgreSQL, Chromium
	tools/services.sh

serve: $(PLAYABLE)  ## a server on this machine
	$(BIN)/carrozza serve $(SERVE)

check: $(READY)  ## style, types, direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY) $(WEB)  ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd web && npm run --silent format

rules: $(READY)  ## each clause of the rules with the tests that prove it
	$(BIN)/python tools/clauses.py

docs: $(READY)  ## build the documentation site into build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

release-check: $(READY)  ## build the files of a release, install and try them (docs/releasing.md)
	$(BIN)/python tools/release_check.py

golden: $(READY)  ## rewrite the golden playthroughs; read the difference before you commit it
	$(BIN)/python -m tests.playthroughs.write

pictures: $(READY)  ## redraw the pictures in the documents
	$(BIN)/python tools/pictures.py

bench: $(READY)  ## speed of the engine, beside python-chess as the machine's yardstick
	$(BIN)/python bench/engine.py

bench-env: $(READY)  ## speed of the environments for research, as ratios
	$(BIN)/python bench/env.py

bench-lane: $(READY)  ## speed of the lane beside the engine, as ratios (LANE="--floor PROGRAM")
	$(BIN)/python -m bench.lane $(LANE)

lane-check: $(READY)  ## 20,000 games of each game at each table, followed step by step (an hour on two cores)
	$(BIN)/python -m tests.lane.check

lane-mutants: $(READY)  ## break the lane in single places; following games must find each (half an hour)
	$(BIN)/python -m tests.lane.mutants

gpu-check: $(READY)  ## on a machine with an NVIDIA GPU: the same games as on the processor, and how many
	$(BIN)/python -m bench.gpu

learn-check: $(READY)  ## training in small, on the processor; installs PyTorch
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[learn]'
	$(BIN)/python -m pytest tests/learn/learn_check.py

env-doc: $(READY)  ## rewrite the tables of docs/env.md
	$(BIN)/python tools/env_doc.py

bench-worst: $(READY)  ## the optimisers of the final score on networks made to be hard
	$(BIN)/python bench/optimisers.py

bench-web: $(READY) web  ## weight and speed of the page, in Chromium
	cd web && PYTHON=$(abspath $(BIN)/python) node bench/figures.mjs

pictures-web: $(READY) web  ## take the documents' screenshots of the page
	cd web && PYTHON=$(abspath $(BIN)/python) node scripts/pictures.mjs

bench-quick: $(READY)  ## the same, under 40 seconds
	$(BIN)/python bench/engine.py --quick

puzzles: $(READY)  ## the puzzles that come with Carrozza, from games of our bots; hours (PUZZLES="--games 60")
	$(BIN)/python -m tools.puzzles $(PUZZLES)

bench-bots: $(READY)  ## time of a planner's decision, and quick games per second
	$(BIN)/python -m bench.bots

load: $(READY)  ## the server under load: answers, processor and memory at 1,000 tables
	$(BIN)/python -m bench.server

load-most: $(READY)  ## the highest rate of actions that the server holds
	$(BIN)/python -m bench.server --most

load-alerts: $(READY)  ## the same at tables of days, without alerts and with one for each turn
	$(BIN)/python -m bench.server --alerts
	$(BIN)/python -m bench.server --alerts --db postgres

load-servers: $(READY)  ## the same for one, two and four servers behind nginx, which must be installed
	$(BIN)/python -m bench.server --most --db postgres --servers 1 2 4 --tables 500 --seconds 15

long-work: $(READY)  ## what players wait while the server has long work to do
	$(BIN)/python -m bench.long_work

bench-reviews: $(READY)  ## what players wait while reviews are made
	$(BIN)/python -m bench.reviews

idle: $(READY)  ## memory of tables that nobody looks at
	$(BIN)/python -m bench.idle_tables

strength: $(READY)  ## the matches behind docs/bots.md; resumes where it was stopped (many hours)
	$(BIN)/python -m bench.strength

fifth: $(READY)  ## planner against one-step on the game of tests/fifth (some minutes)
	$(BIN)/python -m tests.fifth.strength

soak: $(READY)  ## a thousand games of each bot at every table (about an hour on two cores)
	$(BIN)/python -m bench.soak

soak-server: $(READY)  ## two hours of people, bots and kills; memory must stay flat
	$(BIN)/python -m bench.server_soak

crash: $(READY)  ## kill the server again and again while games are played (a few minutes)
	$(BIN)/python -m bench.crash

alerts: $(READY)  ## kill the server while people wait for alerts of their turns; none may be missing
	$(BIN)/python -m bench.alerts

clean:          ## remove what was made here
	rm -rf $(VENV) web/node_modules src/carrozza/server/site src/carrozza/atlas/fonts web/fonts .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
