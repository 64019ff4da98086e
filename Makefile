# What one can do here: `make help`. Everything runs in .venv, which the first target makes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 100000
THREADS ?= 2

RUST := $(shell find rust -name '*.rs' -o -name '*.json' -o -name Cargo.toml) Cargo.toml Cargo.lock
READY := $(VENV)/.ready
BUILT := $(VENV)/.built

.PHONY: help simulate build lint test test-rust test-python bench bench-core bench-peers clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(READY): requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

$(BUILT): $(READY) $(RUST) pyproject.toml
	PIP_QUIET=1 VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --quiet --locked --extras cli
	touch $@

build: $(BUILT) ## the release extension, in .venv

simulate: $(BUILT) ## 100,000 four-player games of Legends with the published deck
	$(BIN)/meeple simulate legends --players 4 --games $(GAMES) --seed 1 --threads $(THREADS) --param deck=published

lint: $(BUILT) ## cargo fmt, clippy, ruff, mypy, stubtest
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy python/meeple tests examples benches
	$(BIN)/stubtest meeple._core --mypy-config-file pyproject.toml --allowlist tests/stubtest-allow.txt

test-rust:
	cargo test --workspace --locked --quiet

test-python: $(BUILT)
	$(BIN)/python -m pytest

test: lint test-rust test-python ## everything a reviewer would ask for

bench: $(BUILT) bench-core ## our figures, as a table and as JSON in build/
	$(BIN)/python -m benches.python.bench --json build/bench.json --core target/criterion

bench-core: ## the core alone, by criterion
	cargo bench -p meeple-core --bench core -- --noplot --warm-up-time 0.5 --measurement-time 2

build/peers/.installed: benches/peers/requirements.txt
	$(PYTHON) -m venv build/peers
	build/peers/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

bench-peers: bench build/peers/.installed ## ours and other libraries' in one table
	build/peers/bin/python -m benches.peers.peers --json build/peers.json
	build/peers/bin/python -m benches.peers.batches --json build/batches.json
	$(BIN)/python -m benches.compare build/bench.json build/peers.json build/batches.json

clean: ## removes what was built
	rm -rf $(VENV) target build
