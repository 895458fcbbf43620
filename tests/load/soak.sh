#!/usr/bin/env bash
# Objects are made, changed and removed while Terraform or the provider is killed at random times. After every round each
# existing object must be in exactly one state or in the crash log; at the end, without kills, all are in the
# states and nothing is left to do.
#
# usage: soak.sh [ROUNDS [WORKSPACES [RESOURCES [PARALLELISM]]]]     (100 4 500 50: 2,000 objects in all)
#   KITCHEN   the test provider's program (target/debug/test-provider-kitchen)
#   SEED      of the random times
# It needs jq.
set -euo pipefail

for program in jq terraform; do
    command -v "$program" >/dev/null || { echo "soak.sh needs $program" >&2; exit 2; }
done

rounds=${1:-100} workspaces=${2:-4} resources=${3:-500} parallelism=${4:-50}
kitchen=$(realpath "${KITCHEN:-target/debug/test-provider-kitchen}")
RANDOM=${SEED:-1}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cp "$kitchen" "$work/bin/terraform-provider-kitchen"
cat >"$work/terraform.rc" <<END
provider_installation {
  dev_overrides { "example/kitchen" = "$work/bin" }
}
END
export TF_CLI_CONFIG_FILE=$work/terraform.rc CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1
export KITCHEN_DIRECTORY=$work/objects SCHEMA_CRASH_LOG=$work/crashes
unset TF_LOG TF_LOG_PROVIDER TF_REATTACH_PROVIDERS
mkdir "$work/objects" "$work/crashes"
for ((w = 0; w < workspaces; w++)); do
    mkdir "$work/$w"
    cat >"$work/$w/main.tf" <<END
terraform {
  required_providers {
    kitchen = { source = "example/kitchen" }
  }
}
variable "n" {
  type = number
}
variable "size" {
  type = number
}
resource "kitchen_trouble" "x" {
  count = var.n
  name  = "w$w-\${count.index}"
  size  = var.size
}
END
done

# The objects that exist, those in the states, and those in the crash log: one id per line.
objects() { find "$work/objects" -name 'kitchen_trouble.*.json' -printf '%f\n' | sed 's/^kitchen_trouble\.//; s/\.json$//' | sort || true; }
states() { cat "$work"/[0-9]*/terraform.tfstate 2>/dev/null | sed -n 's/^ *"id": "\([^"]*\)",*$/\1/p' | sort || true; }
# The crash log's lines count only until their number's end in the same file, as for the provider that reads it.
crashes() {
    local file
    for file in "$work"/crashes/*.crash; do
        [[ -e $file ]] || continue
        jq -Rrn 'reduce (inputs | fromjson? | objects) as $line ({};
            if $line.begin != null then .["\($line.begin)"] = $line.id
            elif $line.set != null and has("\($line.set)") then .["\($line.set)"] = $line.id
            elif $line.end != null then del(.["\($line.end)"])
            else . end) | .[] | strings' "$file"
    done | sort -u
}

apply() {
    local w=$1 n=$2 size=$3
    terraform -chdir="$work/$w" apply -auto-approve -input=false -no-color -parallelism="$parallelism" \
        -var "n=$n" -var "size=$size" >"$work/$w.log" 2>&1
}

gone() { # Waits until a process is gone; fails after half a minute.
    for ((i = 0; i < 600; i++)); do
        [[ -d /proc/$1 && $(ps -o stat= -p "$1") != Z* ]] || return 0
        sleep 0.05
    done
    echo "the provider $1 is still running" >&2
    return 1
}

declare -A killed=([terraform]=0 [provider]=0 [nobody]=0)
orphans=0 told=0 warned=0 torn=0
for ((round = 1; round <= rounds; round++)); do
    w=$((RANDOM % workspaces))
    # Mostly all of them, now and then fewer, so that objects are removed too.
    n=$resources
    ((RANDOM % 4)) || n=$((RANDOM % resources))
    victim=terraform
    ((RANDOM % 2)) && victim=provider
    ((RANDOM % 10)) || victim=nobody
    apply "$w" "$n" "$round" &
    shell=$!
    if [[ $victim != nobody ]]; then
        # Once the work has begun, at any time in it.
        for ((i = 0; i < 1200; i++)); do
            grep -qE ': (Creating|Modifying|Destroying)\.\.\.' "$work/$w.log" 2>/dev/null && break
            kill -0 "$shell" 2>/dev/null || break
            sleep 0.02
        done
        sleep "$(printf '%d.%03d' $((RANDOM % 3)) $((RANDOM % 1000)))"
        terraform=$(pgrep -P "$shell" -x terraform || true)
        provider=$(pgrep -P "${terraform:-1}" -f "$work/bin/terraform-provider-kitchen" | tail -n 1 || true)
        process=$terraform
        [[ $victim == provider ]] && process=$provider
        if [[ -n $process ]] && kill -9 "$process" 2>/dev/null; then :; else victim=nobody; fi
        wait "$shell" 2>/dev/null || true
        [[ -z $provider ]] || gone "$provider"
    else
        wait "$shell" || true
    fi
    killed[$victim]=$((${killed[$victim]} + 1))

    # Terraform empties its state file before it writes it: killed in between it has no state any more, which no provider
    # can make good. Such a workspace starts over.
    state=$work/$w/terraform.tfstate
    if [[ -e $state && $victim == terraform ]] && ! tail -c 3 "$state" | grep -q '}'; then
        torn=$((torn + 1))
        rm -f "$state" "$state".* "$work"/objects/kitchen_trouble.w"$w"-*.json "$work"/crashes/*.crash
    fi
    objects >"$work/objects.txt"
    states >"$work/states.txt"
    crashes >"$work/crashes.txt"
    twice=$(uniq -d "$work/states.txt")
    lost=$(comm -23 "$work/objects.txt" <(sort -u "$work/states.txt" "$work/crashes.txt"))
    if [[ -n $twice || -n $lost ]]; then
        echo "round $round ($victim killed): lost: $lost; twice: $twice" >&2
        tail -n 20 "$work/$w.log" >&2
        exit 1
    fi
    grep -q 'ended before its work was recorded' "$work/$w.log" && warned=$((warned + 1))
    # Follows the warning like a user: removes what is in no state, and then the file.
    while read -r id; do
        rm "$work/objects/kitchen_trouble.$id.json"
        orphans=$((orphans + 1))
    done < <(comm -23 "$work/objects.txt" <(sort -u "$work/states.txt"))
    told=$((told + $(wc -l <"$work/crashes.txt")))
    # The round after the next must see the warning.
    ((round % 2)) || rm -f "$work"/crashes/*.crash
done

rm -f "$work"/crashes/*.crash
for ((w = 0; w < workspaces; w++)); do
    apply "$w" "$resources" 0 || { tail -n 30 "$work/$w.log" >&2; exit 1; }
    terraform -chdir="$work/$w" plan -detailed-exitcode -input=false -no-color -var "n=$resources" -var size=0 \
        >"$work/$w.log" 2>&1 || { tail -n 30 "$work/$w.log" >&2; exit 1; }
done
total=$((workspaces * resources))
[[ $(states | uniq | wc -l) == "$total" && $(objects | wc -l) == "$total" ]] || { echo 'objects are missing' >&2; exit 1; }
[[ -z $(comm -3 <(states) <(objects)) ]] || { echo 'states and objects differ' >&2; exit 1; }
echo "$rounds rounds, $total objects: killed ${killed[terraform]} times Terraform, ${killed[provider]} times the provider, ${killed[nobody]} times nobody;"
echo "$torn times Terraform was killed while it wrote its own state, which was lost; apart from that"
echo "$orphans objects were in no state and all of them in the crash log, which named $told, and was reported in $warned runs;"
echo 'at the end every object is in one state, and nothing is left to do'
