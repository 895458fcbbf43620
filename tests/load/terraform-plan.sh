#!/usr/bin/env bash
# Wall time of `terraform plan` with and without a provider: median of N, in turn so that
# both see the same machine.
#
# The difference is compared with the target of 40 ms.
#
# usage: terraform-plan.sh PROGRAM SOURCE CONFIGURATION.tf [N]
#   PROGRAM            the provider's program
#   SOURCE             its source address, such as example/disk
#   CONFIGURATION.tf   resources of the provider; required_providers is added here
set -euo pipefail

if [ $# -lt 3 ] || [ $# -gt 4 ]; then
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$(realpath "$1") source=$2 configuration=$3 count=${4:-15}
name=${source##*/}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/with" "$work/without"
ln -s "$program" "$work/bin/terraform-provider-$name"
cat >"$work/terraform.rc" <<END
provider_installation {
  dev_overrides { "$source" = "$work/bin" }
}
END
cp "$configuration" "$work/with/main.tf"
cat >"$work/with/required.tf" <<END
terraform {
  required_providers {
    $name = { source = "$source" }
  }
}
END
echo 'output "nothing" { value = 1 }' >"$work/without/main.tf"

export TF_CLI_CONFIG_FILE=$work/terraform.rc CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1
unset TF_LOG TF_LOG_PROVIDER TF_REATTACH_PROVIDERS

# One plan's time in microseconds, at the end of a file of times.
plan() {
    local start end
    start=$(date +%s%N)
    if ! terraform -chdir="$work/$1" plan -input=false -no-color >"$work/output" 2>&1; then
        cat "$work/output" >&2
        return 1
    fi
    end=$(date +%s%N)
    echo $(((end - start) / 1000)) >>"$work/$1.times"
}

# The first plan reads the programs from the disk and is not counted.
plan without
plan with
rm "$work/without.times" "$work/with.times"
for ((i = 0; i < count; i++)); do
    plan without
    plan with
done

of() { sort -n "$work/$1.times" | sed -n "$2p"; }
row() { awk -v name="$1" -v a="$2" -v b="$3" 'BEGIN { printf "%-34s%7.1f ms %7.1f ms\n", name, a / 1000, b / 1000 }'; }
middle=$(((count + 1) / 2))
without=$(of without $middle) without_best=$(of without 1)
with=$(of with $middle) with_best=$(of with 1)
printf '%-34s%10s %10s\n' "terraform plan, $count times" median best
row 'without a provider' "$without" "$without_best"
row "with $source" "$with" "$with_best"
row 'difference' $((with - without)) $((with_best - without_best))
awk -v by=$((with - without - 40000)) 'BEGIN {
    if (by <= 0) print "aim: at most 40 ms more: met"; else printf "aim: at most 40 ms more: missed by %.1f ms\n", by / 1000
}'
