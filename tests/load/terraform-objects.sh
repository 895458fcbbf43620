#!/usr/bin/env bash
# Wall time of `terraform plan` over many unchanged objects of the disk example, without and with
# refresh; median and best of N.
#
# usage: terraform-objects.sh PROGRAM [OBJECTS [N]]     (1000 5)
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 3 ]; then
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$(realpath "$1") objects=${2:-1000} count=${3:-5}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/terraform-provider-disk"
cat >"$work/terraform.rc" <<END
provider_installation {
  dev_overrides { "example/disk" = "$work/bin" }
}
END
cat >"$work/main.tf" <<END
terraform {
  required_providers {
    disk = { source = "example/disk" }
  }
}
provider "disk" {
  directory = "disks"
}
resource "disk_image" "one" {
  count   = $objects
  name    = "image-\${count.index}"
  size_mb = 2
}
END
export TF_CLI_CONFIG_FILE=$work/terraform.rc CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1
unset TF_LOG TF_LOG_PROVIDER TF_REATTACH_PROVIDERS

run() {
    if ! terraform -chdir="$work" "$@" -input=false -no-color >"$work/output" 2>&1; then
        cat "$work/output" >&2
        return 1
    fi
}

run apply -auto-approve
printf '%-34s%10s %10s\n' "terraform plan, $objects objects, $count times" median best
for refresh in false true; do
    : >"$work/times"
    for ((i = 0; i < count; i++)); do
        start=$(date +%s%N)
        # A plan with changes is another measurement.
        run plan -detailed-exitcode -refresh="$refresh"
        echo $((($(date +%s%N) - start) / 1000)) >>"$work/times"
    done
    of() { sort -n "$work/times" | sed -n "$1p"; }
    awk -v name="refresh $refresh" -v a="$(of $(((count + 1) / 2)))" -v b="$(of 1)" \
        'BEGIN { printf "%-34s%7.1f ms %7.1f ms\n", name, a / 1000, b / 1000 }'
done
