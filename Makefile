# Everything a person or a machine does with this project, by name. `make` alone explains.
BIN := .venv/bin
# How many test processes: two more than there are cores, for many tests wait for a program they have started.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)

.DEFAULT_GOAL := help
.PHONY: help play test check pytest fix bench image soak fuzz coverage mutants hooks clean runtime dev

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: runtime ## Play a round against five bots.
	@echo "play: starting a game with five bots"
	@$(BIN)/gouji play --solo

test: check pytest ## Check everything: format, lint, types, import contracts, all tests.

check: dev ## Check format, lint, types and import contracts, without the tests.
	@echo "check: format (ruff format)"
	@$(BIN)/ruff format --check --quiet --diff .
	@echo "check: lint (ruff check)"
	@$(BIN)/ruff check --quiet .
	@echo "check: types (basedpyright)"
	@$(BIN)/basedpyright
	@echo "check: import contracts (import-linter)"
	@$(BIN)/lint-imports --no-logo

pytest: dev ## Run the tests alone; one room: make pytest ARGS=tests/core
	@echo "test: all tests but the slow ones (pytest, $(WORKERS) processes)"
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow" $(ARGS)

fix: dev ## Mend format and what the linter can mend.
	@echo "fix: format and lint (ruff)"
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format .

bench: dev ## Measure against the budgets and print the table.
	@echo "bench: measuring; leave the machine alone meanwhile"
	@$(BIN)/python bench/run.py $(ARGS)

image: ## Build the container image of the server, where a Docker engine runs.
	@echo "image: building gouji-server (docker build)"
	@docker build --file deploy/Dockerfile --tag gouji-server .

soak: dev ## Run the slow tests, one at a time.
	@echo "soak: the slow tests (pytest -m slow)"
	@$(BIN)/python -m pytest -m slow --timeout 3600 $(ARGS)

fuzz: dev ## Feed the frame decoder what nobody should send; longer: make fuzz ARGS="--seconds 3600".
	@echo "fuzz: streams made of the corpus in tests/protocol/corpus"
	@$(BIN)/python -m tests.protocol.fuzz $(ARGS)

coverage: dev ## Run the tests and show which lines they never reach.
	@echo "coverage: all tests but the slow ones, measured"
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -m "not slow" $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

mutants: dev ## Break combos, burning and tricks on purpose, and list what no test notices.
	@echo "mutants: mutation run on combos, burning and tricks (mutmut); takes half an hour or more; docs/mutants.md"
	@scripts/mutate $(ARGS)

hooks: dev ## Check format and lint before each of your commits from now on.
	@echo "hooks: installing the pre-commit hook"
	@$(BIN)/pre-commit install

clean: ## Remove .venv and everything the tools made.
	@echo "clean: removing .venv, caches and build results"
	@rm -rf .venv .bench build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache \
		.pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

runtime:
	@scripts/bootstrap runtime

dev:
	@scripts/bootstrap dev
