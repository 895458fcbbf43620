#!/usr/bin/env bash
# Every figure of docs/performance.md, in one run, in the order of the page. On a machine that does nothing else it takes
# about an hour with providers of 10 and 100 resources, and some more with 1,000.
#
# usage: tests/load/performance.sh [ROUNDS [RESOURCES …]]     (5 10 100 1000)
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-5}
shift || true
sizes=("${@:-}")
[[ -n ${sizes[0]} ]] || sizes=(10 100 1000)
target=${CARGO_TARGET_DIR:-target}
part() { printf '\n=== %s\n\n' "$*"; }

cargo build --release --quiet -p terraform-provider-disk -p plugin-load
cargo build --quiet -p compile-cost
load=$target/release/plugin-load disk=$target/release/terraform-provider-disk

# One provider beside the floor; the calls run no code of the author's unless the floor hops.
beside() { "$load" "$1" "$2" --floor "$3" --rounds "$rounds" --in-flight 1,10 "${@:4}"; }

part 'the example beside the floor'
beside "$disk" tests/load/disk-plan.json direct
part 'the program, bytes'
stat -c '%s %n' "$disk"

# What flat rows and sets of blocks are measured on.
generated=$target/provider-size/10
"$target/debug/provider-size" generate "$generated" 10
CARGO_TARGET_DIR=$(realpath -m "$target/provider-size/target") \
    cargo build --release --quiet --manifest-path "$generated/Cargo.toml" --config "$generated/.cargo/config.toml"
gen=$target/provider-size/target/release/terraform-provider-gen
part 'flat, 30 attributes'
beside "$gen" "$generated/flat.json" direct
part 'a set of 100 blocks'
beside "$gen" "$generated/rules-100.json" direct --plans 2000
part 'a set of 1,000 blocks'
beside "$gen" "$generated/rules-1000.json" direct --plans 1000

part 'terraform plan over none'
tests/load/terraform-plan.sh "$disk" example/disk tests/load/disk.tf

part 'terraform plan over 1,000 objects'
tests/load/terraform-objects.sh "$disk" 1000

part 'plans, validation and codecs by themselves'
cargo bench --quiet -p schema-runtime --bench plan

part 'the derive beside serde'
cargo run --quiet -p compile-cost

part 'providers of many resources'
"$target/debug/provider-size" table "${sizes[@]}"
