#!/usr/bin/env bash
# Every figure of docs/src/reference/performance.md, in one run, in the order of the page, with the targets. It needs an idle
# machine; parts that do not fit into the time limit are skipped, and reported. All output is also
# written to target/performance.txt.
#
# usage: tests/load/performance.sh [ROUNDS [RESOURCES …]]     (5 10 100 1000)
#   PERFORMANCE_MINUTES    how long it may take (45)
#   PERFORMANCE_PROFILE    the profile of what is measured (release); `dev`, few rounds and PERFORMANCE_PLANS=10 try
#                          the run itself, and their figures mean nothing
#   PERFORMANCE_PLANS      calls for each row, instead of those of the page
#   PERFORMANCE_ONLY       the parts whose titles begin with it
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
if [[ ${1:-} == -* ]]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
rounds=${1:-5}
shift || true
sizes=("$@")
((${#sizes[@]})) || sizes=(10 100 1000)
profile=${PERFORMANCE_PROFILE:-release}
built=$profile
[[ $profile == dev ]] && built=debug
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(realpath "$target")
end=$(($(date +%s) + ${PERFORMANCE_MINUTES:-45} * 60))
log=$target/performance.txt
exec > >(tee "$log") 2>&1

failed=()
# A part under its title, with the time it took; if it fails, the others continue.
part() {
    local title=$1 start left status=0
    shift
    [[ $title == "${PERFORMANCE_ONLY:-}"* ]] || return 0
    start=$(date +%s)
    left=$((end - start))
    printf '\n=== %s\n\n' "$title"
    if ((left <= 0)); then
        echo "skipped: there was no time left"
        failed+=("$title: no time left")
        return 0
    fi
    # Functions are exported, so that another shell has them.
    timeout "$left" bash -c 'set -o pipefail; "$@"' _ "$@" || status=$?
    case $status in
    0) ;;
    124) failed+=("$title: cut off, no time left") ;;
    *) failed+=("$title: failed with status $status") ;;
    esac
    printf '\n(%d s)\n' $(($(date +%s) - start))
    return "$status"
}

# A program that cannot be built cannot be measured.
must() { part "$@" || { printf '%s\n' "${failed[@]}" && exit 1; }; }

load=$target/$built/plugin-load disk=$target/$built/terraform-provider-disk
generated=$target/provider-size/10 gen=$target/$built/terraform-provider-gen
calls() { echo "${PERFORMANCE_PLANS:-$1}"; }
# One provider beside the floor.
beside() { "$load" "$1" "$2" --floor "$3" --rounds "$rounds" --in-flight 1,10 --plans "$(calls "${4:-10000}")"; }

build() {
    cargo build --quiet -p compile-cost &&
        cargo build --quiet --profile "$profile" -p terraform-provider-disk &&
        cargo build --quiet --profile "$profile" -p plugin-load --bin plugin-load --bin floor-provider &&
        # The resource for flat rows and sets of blocks.
        "$target/debug/provider-size" generate "$generated" 10 &&
        CARGO_TARGET_DIR=$target cargo build --quiet --profile "$profile" \
            --manifest-path "$generated/Cargo.toml" --config "$generated/.cargo/config.toml"
}

# Program and resident memory of the example, with the local runner.
size() {
    "$load" "$disk" tests/load/disk-plan.json --starts 1 --in-flight 1 --plans "$(calls 10000)" |
        awk '
            /^binary/ { program = $(NF - 1) }
            /^after the schemas/ { schemas = $4 }
            /^warm/ { warm = $5 }
            END {
                if (!warm) exit 1
                printf "program %6.2f MB, resident after the schemas %5.2f MB, warm %5.2f MB\n", program, schemas, warm
            }'
}

# The floor as Terraform's provider: it replays the example's answers for this configuration.
floor_plan() {
    local work status=0
    work=$(mktemp -d)
    "$load" "$disk" tests/load/disk-create.json --answers "$work/answers" &&
        printf '#!/bin/sh\nFLOOR_ANSWERS=%q exec %q\n' "$work/answers" "$target/$built/floor-provider" >"$work/floor" &&
        chmod +x "$work/floor" &&
        tests/load/terraform-plan.sh "$work/floor" example/disk tests/load/disk.tf || status=$?
    rm -rf "$work"
    return "$status"
}

bench() { cargo bench --quiet --profile "${1/release/bench}" -p schema-runtime --bench plan; }

terraform_plan() {
    tests/load/terraform-plan.sh "$disk" example/disk tests/load/disk.tf && echo && echo 'the floor instead:' && floor_plan
}

local_runner() {
    local many=${PERFORMANCE_PLANS:-1200}
    tests/load/local-objects.sh "$disk" "$(((many + 9) / 10))" "$many"
}

export -f calls beside build size floor_plan terraform_plan local_runner bench
export load disk generated gen target built profile rounds CARGO_TARGET_DIR=$target

printf '%s, %s, %s processors, %s rounds\n' "$(date -u +%F\ %R)" "$(rustc --version)" "$(nproc)" "$rounds"

must 'what is measured is built' build
# Calls without provider code are compared with the floor that answers at once; an image, which has a plan hook,
# also with the one that hops.
part 'the example beside the floor' beside "$disk" tests/load/disk-plan.json direct
part 'the example beside the floor that hops' beside "$disk" tests/load/disk-plan.json hop
part 'the program and its memory' size
part 'flat, 30 attributes' beside "$gen" "$generated/flat.json" direct
part 'a set of 100 blocks' beside "$gen" "$generated/rules-100.json" direct 2000
part 'a set of 1,000 blocks' beside "$gen" "$generated/rules-1000.json" direct 1000
part 'terraform plan over none' terraform_plan
part 'terraform plan over many objects' tests/load/terraform-objects.sh "$disk" "${PERFORMANCE_PLANS:-1000}"
part 'the local runner over few objects and many' local_runner
part 'plans, validation and codecs by themselves' bench "$profile"
part 'the derive beside serde' "$target/debug/compile-cost" "$(((rounds + 1) / 2))"
for resources in "${sizes[@]}"; do
    part "a provider of $resources resources" "$target/debug/provider-size" table "$resources" --profile "$profile"
done

if ((${#failed[@]})); then
    printf '\nnot measured:\n'
    printf '  %s\n' "${failed[@]}"
    exit 1
fi
printf '\neverything was measured, in %d minutes; see %s\n' $((($(date +%s) - end) / 60 + ${PERFORMANCE_MINUTES:-45})) "$log"
