"""The table of tests/peers/measure: each program is measured with the load client, one after the other."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

load, calls, sizes, *programs = sys.argv[1:]
programs = dict(program.split("=", 1) for program in programs)
sizes = [int(size) for size in sizes.split(",")]
calls = int(calls)

# Seconds for one shape of one program: with some, the time grows with the square of the elements.
PATIENCE = 180


def call(disks=0, rules=0, labels=0):
    """A change of the size, with so many blocks, elements of the set and entries of the map."""

    def thing(size):
        return {
            "name": "a",
            "note": "a note of some words",
            "owner": "infrastructure",
            "size": size,
            "enabled": True,
            "labels": {f"key{i}": f"value {i}" for i in range(labels)} or None,
            "disk": [{"label": f"disk{i}", "size": i} for i in range(disks)],
            "rule": [{"name": f"rule{i}", "port": i} for i in range(rules)],
        }

    return {
        "type": "peer_thing",
        "prior_state": {"id": "1", **thing(1)},
        "config": thing(2),
        "provider_config": {},
    }


def measured(program, what, count, in_flight):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "call.json")
        with open(path, "w") as file:
            json.dump(what, file)
        arguments = [load, program, path, "--json", "--plans", str(count), "--starts", "15", "--in-flight", in_flight]
        try:
            run = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            print(f"{program}: not measured within {PATIENCE} s: {what['type']} of {len(str(what))} characters", file=sys.stderr)
            return None
    if run.returncode:
        lines = run.stderr.strip().splitlines()
        print(f"{program}: {lines[-1] if lines else 'failed'}", file=sys.stderr)
        return None
    return json.loads(run.stdout)


def terraform_plan(program):
    """The milliseconds that `terraform plan` takes longer than without a provider."""
    with tempfile.NamedTemporaryFile("w", suffix=".tf") as file:
        file.write('resource "peer_thing" "a" {\n  name = "a"\n  size = 1\n}\n')
        file.flush()
        arguments = ["tests/load/terraform-plan.sh", program, "example/peer", file.name, "9"]
        run = subprocess.run(arguments, capture_output=True, text=True)
    found = re.search(r"^difference +(-?[\d.]+) ms", run.stdout, re.M)
    return float(found[1]) if found else None


rows = {}


def note(row, name, value, digits=1):
    rows.setdefault(row, {})[name] = "–" if value is None else f"{value:.{digits}f}"


def note_calls(report, name, of):
    for row in report["calls"]:
        title = f"{row['call']} {of}, {row['in_flight']} in flight"
        note(f"{title}: p50, µs", name, row["p50_us"])
        note(f"{title}: processor, µs", name, row["provider_cpu_us"])


for name, program in programs.items():
    report = measured(program, call(), calls, "1,10")
    if report is None:
        continue
    memory = {row["when"]: row["resident_bytes"] / 1e6 for row in report["memory"]}
    note("size of the program, MB", name, report["binary_stripped_bytes"] / 1e6)
    note("start → schemas, ms", name, report["schema_ms"]["median"])
    note("memory after the schemas, MB", name, memory.get("after the schemas"))
    note("memory after all plans, MB", name, report["memory"][-1]["resident_bytes"] / 1e6)
    note_calls(report, name, "flat")
    shapes = [("with 10 blocks", call(disks=10), calls)]
    for size in sizes:
        count = max(calls * 2 // size, 5)
        shapes.append((f"a set of {size:,}", call(rules=size), count))
        shapes.append((f"a map of {size:,}", call(labels=size), count))
    for title, what, count in shapes:
        report = measured(program, what, count, "1")
        if report is not None:
            note_calls(report, name, title)
    if shutil.which("terraform"):
        note("terraform plan, longer than with no provider, ms", name, terraform_plan(program))

width = max(map(len, rows))
print(f"{'':{width}}" + "".join(f"{name:>14}" for name in programs))
for row, values in rows.items():
    print(f"{row:{width}}" + "".join(f"{values.get(name, '–'):>14}" for name in programs))
