//! Other programs agree with the partition tables of applied images: `sfdisk` and `fdisk` (Debian's
//! package fdisk) and `partx` (util-linux). Without them the tests say so; where `CI` is set they
//! fail.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::common::{Bench, MIB};

/// Start and size in sectors, type, label.
type Line = (u64, u64, String, String);

/// What a program prints about an image; nothing if it is not installed.
fn ask(program: &str, arguments: &[&str], image: &Path, typed: &str) -> Option<String> {
    let child = Command::new(program)
        .args(arguments)
        .arg(image)
        .env("LC_ALL", "C.UTF-8")
        // Not on every user's path.
        .env(
            "PATH",
            std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin",
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            assert!(
                std::env::var_os("CI").is_none(),
                "{program} is needed where CI is set: apt-get install fdisk util-linux"
            );
            // Not with a print macro, which the test harness hides when a test passes.
            let message = format!("SKIPPED: {program} is not installed\n");
            std::io::stderr().write_all(message.as_bytes()).unwrap();
            return None;
        }
        Err(error) => panic!("{program}: {error}"),
    };
    // A program that needs no input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{program} {arguments:?}: {errors}"
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

/// What the state says of an image.
fn ours(attributes: &Json) -> Vec<Line> {
    let per_mib = MIB / attributes["sector_size"].as_u64().unwrap();
    let mut start = per_mib;
    let mut lines = Vec::new();
    for partition in attributes["partition"].as_array().unwrap() {
        let size = partition["size_mb"].as_u64().unwrap() * per_mib;
        let kind = match partition["kind"].as_str().unwrap() {
            "linux" => "0FC63DAF-8483-4772-8E79-3D69D8477DE4",
            "swap" => "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F",
            "efi" => "C12A7328-F81F-11D2-BA4B-00A0C93EC93B",
            "home" => "933AC7E1-2EB4-4F13-B844-0E14E2AEF915",
            other => other,
        };
        let label = partition["label"].as_str().unwrap();
        lines.push((start, size, kind.to_uppercase(), label.to_owned()));
        start += size;
    }
    lines
}

/// Asks all of them about an image that was applied.
fn agreed(bench: &Bench, name: &str) {
    let attributes = bench.attributes("disk_image.a");
    let image = bench.image(name);
    let sector = attributes["sector_size"].to_string();
    let uuid = attributes["uuid"].as_str().unwrap();
    let expected = ours(&attributes);
    assert!(!expected.is_empty());

    // Versions of sfdisk before 2.40 only know sectors of 512 bytes; fdisk has no such limit.
    let help = Command::new("sfdisk").arg("--help").output();
    let old = help.is_ok_and(|h| !String::from_utf8_lossy(&h.stdout).contains("--sector-size"));
    let mut arguments = vec!["--json"];
    if sector != "512" {
        arguments.extend(["--sector-size", &sector]);
    }
    if (sector == "512" || !old)
        && let Some(text) = ask("sfdisk", &arguments, &image, "")
    {
        let table = &serde_json::from_str::<Json>(&text).unwrap()["partitiontable"];
        assert_eq!(table["label"], "gpt");
        assert_eq!(table["id"].as_str().unwrap().to_lowercase(), uuid);
        let theirs: Vec<Line> = table["partitions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| {
                let text = |key: &str| p[key].as_str().unwrap().to_owned();
                let number = |key: &str| p[key].as_u64().unwrap();
                (number("start"), number("size"), text("type"), text("name"))
            })
            .collect();
        assert_eq!(theirs, expected, "sfdisk");
    }

    let columns = "START,SECTORS,TYPE,NAME";
    let arguments = ["--pairs", "--output", columns, "--sector-size", &sector];
    if let Some(text) = ask("partx", &arguments, &image, "") {
        // partx counts in units of 512 bytes whatever the sector size is.
        let unit = attributes["sector_size"].as_u64().unwrap() / 512;
        let theirs: Vec<Line> = text
            .lines()
            .map(|line| {
                // START="2048" SECTORS="6144" TYPE="…" NAME="…"
                let values: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
                let number = |text: &str| text.parse::<u64>().unwrap() / unit;
                let (kind, name) = (values[2].to_uppercase(), values[3].to_owned());
                (number(values[0]), number(values[1]), kind, name)
            })
            .collect();
        assert_eq!(theirs, expected, "partx");
    }

    // It also compares both copies of the table with each other, and their checksums.
    if let Some(text) = ask("fdisk", &["--sector-size", &sector], &image, "v\nq\n") {
        assert!(text.contains("No errors detected"), "{text}");
    }
}

fn config(size: u64, sector: u64, partitions: &[(&str, u64, &str)]) -> String {
    let mut text = format!(
        "resource \"disk_image\" \"a\" {{\n  name        = \"a\"\n  size_mb     = {size}\n  sector_size = {sector}\n"
    );
    for (label, size, kind) in partitions {
        text += &format!(
            "  partition {{\n    label   = \"{label}\"\n    size_mb = {size}\n    kind    = \"{kind}\"\n  }}\n"
        );
    }
    text + "}\n"
}

#[test]
fn other_programs_agree_after_every_apply() {
    let four = [
        ("boot", 3, "efi"),
        ("swap space", 5, "swap"),
        ("root", 7, "linux"),
        ("home", 1, "home"),
    ];
    for sector in [512, 4096] {
        let bench = Bench::new(&config(20, sector, &four));
        bench.apply();
        agreed(&bench, "a");
        // Grown: the backup of the table is at the new end.
        bench.config(&config(33, sector, &four));
        bench.apply().says("1 changed");
        agreed(&bench, "a");
        // Other partitions.
        bench.config(&config(33, sector, &[four[2], four[0]]));
        bench.apply().says("1 changed");
        agreed(&bench, "a");
        // Repaired after it was wiped by hand.
        crate::common::write_at(&bench.image("a"), 0, &vec![0; MIB as usize]);
        crate::common::write_at(&bench.image("a"), 32 * MIB, &vec![0; MIB as usize]);
        bench.apply().says("1 changed");
        agreed(&bench, "a");
    }
}

/// The other way round: what another program wrote is noticed, and put right.
#[test]
fn a_table_of_another_program_is_drift() {
    let bench = Bench::new(&config(20, 512, &[("boot", 3, "efi")]));
    bench.apply();
    let script = "label: gpt\nstart=1MiB, size=4MiB, name=\"theirs\"\n";
    let Some(_) = ask(
        "sfdisk",
        &["--quiet", "--wipe=never"],
        &bench.image("a"),
        script,
    ) else {
        return;
    };
    bench
        .plan()
        .says("# disk_image.a has changed")
        .says("~ label   = \"boot\" -> \"theirs\"")
        .says("~ size_mb = 3 -> 4")
        .says("~ label   = \"theirs\" -> \"boot\"");
    bench.apply().says("1 changed");
    agreed(&bench, "a");
    bench.settled();
}
