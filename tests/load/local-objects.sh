#!/usr/bin/env bash
# Processor time of the disk example's own local runner for each object, with few objects and with many: applied, planned
# without changes, and destroyed; the minimum of N. Linear means at most twice as long per object with many.
#
# usage: local-objects.sh PROGRAM [FEW [MANY [N]]]     (120 1200 3)
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 4 ]; then
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$(realpath "$1") few=${2:-120} many=${3:-1200} count=${4:-3}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

# Microseconds of the processor for each of so many objects: apply, plan, destroy.
measure() {
    local objects=$1 directory=$work/$1 step
    mkdir "$directory"
    cat >"$directory/main.tf" <<END
provider "disk" {
  directory = "disks"
}
resource "disk_image" "one" {
  count   = $objects
  name    = "image-\${count.index}"
  size_mb = 2
}
END
    for ((i = 0; i < count; i++)); do
        for step in "apply -auto-approve" "plan -detailed-exitcode" "destroy -auto-approve"; do
            # Its words are several.
            # shellcheck disable=SC2086
            { time "$program" -chdir="$directory" $step >"$work/output" 2>&1; } 2>"$work/time" || {
                cat "$work/output" >&2
                return 1
            }
            awk -v step="${step%% *}" -v objects="$objects" \
                '{ printf "%s %.1f\n", step, ($1 + $2) * 1e6 / objects }' "$work/time" >>"$directory/times"
        done
    done
}
measure "$few"
measure "$many"
printf '%-34s%12s %12s %8s\n' "local runner, µs for each object" "$few" "$many" growth
for step in apply plan destroy; do
    least() { awk -v step="$step" '$1 == step { print $2 }' "$work/$1/times" | sort -n | head -n 1; }
    awk -v step="$step" -v few="$(least "$few")" -v many="$(least "$many")" 'BEGIN {
        growth = few > 0 ? many / few : 0
        printf "%-34s%12.0f %12.0f %7.1f%s\n", step, few, many, growth, growth <= 2 ? "  ≤ 2: met" : "  ≤ 2: missed"
    }'
done
