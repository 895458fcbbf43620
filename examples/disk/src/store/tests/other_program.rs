//! Other programs agree with the partition tables: `sfdisk` and `fdisk` (Debian's package fdisk)
//! and `partx` (util-linux). Without them the tests say so; where `CI` is set they fail.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::*;

/// What a program prints; None if it is not installed.
fn run(program: &str, arguments: &[&str], image: &Image, input: &str) -> Option<String> {
    let child = Command::new(program)
        .args(arguments)
        .arg(&image.path)
        .env("LC_ALL", "C.UTF-8")
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
            // Not with print, which the test harness hides when a test passes.
            static REPORTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
            let mut reported = REPORTED.lock().unwrap();
            if !reported.iter().any(|name| name == program) {
                reported.push(program.to_owned());
                writeln!(std::io::stderr(), "SKIPPED: {program} is not installed").unwrap();
            }
            return None;
        }
        Err(error) => panic!("{program}: {error}"),
    };
    // A program that needs no input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{program} {arguments:?}: {errors}"
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Start and size in sectors, type GUID, label.
type Line = (u64, u64, String, String);

/// What the store says.
fn ours(image: &Image) -> Vec<Line> {
    let per_mib = MIB / image.sector_size.bytes();
    let mut start = per_mib;
    let mut lines = Vec::new();
    for partition in &image.partitions {
        let size = partition.size_mb * per_mib;
        let kind = partition.kind.guid().to_string().to_uppercase();
        lines.push((start, size, kind, partition.label.clone()));
        start += size;
    }
    lines
}

fn sfdisk_agrees(image: &Image) {
    let mut arguments = vec!["--json"];
    let sector = image.sector_size.to_string();
    if image.sector_size != SectorSize::S512 {
        // Versions before 2.40 only know 512; fdisk has no such limit.
        let help = Command::new("sfdisk").arg("--help").output();
        if help.is_ok_and(|h| !String::from_utf8_lossy(&h.stdout).contains("--sector-size")) {
            return;
        }
        arguments.extend(["--sector-size", &sector]);
    }
    let Some(text) = run("sfdisk", &arguments, image, "") else {
        return;
    };
    let table = &serde_json::from_str::<Value>(&text).unwrap()["partitiontable"];
    assert_eq!(table["label"], "gpt");
    assert_eq!(table["id"].as_str().map(str::to_lowercase), image.uuid);
    assert_eq!(
        table["sectorsize"].as_u64(),
        Some(image.sector_size.bytes())
    );
    let theirs: Vec<Line> = table["partitions"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|p| {
            let text = |key: &str| p[key].as_str().unwrap_or_default().to_owned();
            (
                p["start"].as_u64().unwrap(),
                p["size"].as_u64().unwrap(),
                text("type"),
                text("name"),
            )
        })
        .collect();
    assert_eq!(theirs, ours(image));
}

fn fdisk_agrees(image: &Image) {
    let sector = image.sector_size.to_string();
    let columns = "Start,Sectors,Type-UUID,Name";
    let arguments = ["--list", "--sector-size", &sector, "--output", columns];
    let Some(text) = run("fdisk", &arguments, image, "") else {
        return;
    };
    assert!(text.contains("Disklabel type: gpt\n"), "{text}");
    let id = text
        .lines()
        .find_map(|line| line.strip_prefix("Disk identifier: "));
    assert_eq!(id.map(str::to_lowercase), image.uuid);
    let theirs: Vec<Line> = text
        .lines()
        .skip_while(|line| !line.trim_start().starts_with("Start "))
        .skip(1)
        .map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let name = words[3..].join(" ");
            (
                words[0].parse().unwrap(),
                words[1].parse().unwrap(),
                words[2].to_owned(),
                name,
            )
        })
        .collect();
    assert_eq!(theirs, ours(image));
    let Some(text) = run("fdisk", &["--sector-size", &sector], image, "v\nq\n") else {
        return;
    };
    assert!(text.contains("No errors detected"), "{text}");
}

fn partx_agrees(image: &Image) {
    if image.partitions.is_empty() {
        return; // partx calls an empty table a failure.
    }
    let sector = image.sector_size.to_string();
    let columns = "START,SECTORS,TYPE,NAME";
    let arguments = ["--pairs", "--output", columns, "--sector-size", &sector];
    let Some(text) = run("partx", &arguments, image, "") else {
        return;
    };
    let theirs: Vec<Line> = text
        .lines()
        .map(|line| {
            // START="2048" SECTORS="6144" TYPE="…" NAME="…"
            let values: Vec<_> = line.split('"').skip(1).step_by(2).collect();
            // partx counts in units of 512 bytes whatever the sector size is.
            let unit = image.sector_size.bytes() / 512;
            let number = |text: &str| text.parse::<u64>().unwrap() / unit;
            let name = values[3].replace("\\xc3\\xa4", "ä");
            (
                number(values[0]),
                number(values[1]),
                values[2].to_uppercase(),
                name,
            )
        })
        .collect();
    assert_eq!(theirs, ours(image));
}

#[test]
fn other_programs_agree_with_every_table() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let check = |image: Image| {
            sfdisk_agrees(&image);
            fdisk_agrees(&image);
            partx_agrees(&image);
        };
        check(
            store
                .create(&NewImage {
                    sector_size,
                    ..new("a", 12, three())
                })
                .unwrap(),
        );
        check(store.grow("a", 40).unwrap());
        let other = part(
            "bios",
            1,
            "21686148-6449-6E6F-744E-656564454649".parse().unwrap(),
        );
        let long = part(&"h".repeat(MAX_LABEL), 37, Kind::Home);
        check(store.set_partitions("a", &[other, long]).unwrap());
        check(store.set_partitions("a", &[]).unwrap());
        check(store.set_partitions("a", &three()).unwrap());
        store.start_snapshot("a", "s").unwrap().wait();
        let copy = NewImage {
            name: "b".into(),
            sector_size,
            size_mb: Some(50),
            from_snapshot: Some("s".into()),
            ..NewImage::default()
        };
        check(store.create(&copy).unwrap());
        check(
            store
                .create(&NewImage {
                    sector_size,
                    ..new("tiny", 2, vec![])
                })
                .unwrap(),
        );
        check(
            store
                .create(&NewImage {
                    sector_size,
                    ..new("huge", 1024, three())
                })
                .unwrap(),
        );
    }
}

/// The other direction: a table that fdisk wrote by hand is read, and grows.
#[test]
fn a_table_of_fdisk_is_read() {
    const ID: &str = "0b1f2a3c-0000-4000-8000-000000000001";
    let script = format!(
        "g\nn\n1\n\n+3M\nn\n2\n\n+5M\nt\n1\nuefi\nt\n2\nhome\nx\ni\n{ID}\nn\n1\nboot\nn\n2\nhome\nr\nw\n"
    );
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let image = store
            .create(&NewImage {
                sector_size,
                ..new("a", 12, vec![])
            })
            .unwrap();
        let sector = sector_size.to_string();
        let arguments = ["--wipe", "never", "--sector-size", &sector];
        let Some(_) = run("fdisk", &arguments, &image, &script) else {
            return;
        };
        let read = store.read("a").unwrap().unwrap();
        assert_eq!(read.uuid.as_deref(), Some(ID));
        assert_eq!(read.partitions[0], part("boot", 3, Kind::Efi));
        assert_eq!(read.partitions[1], part("home", 5, Kind::Home));
        assert_eq!((read.sector_size, read.partitions.len()), (sector_size, 2));
        let grown = store.grow("a", 30).unwrap();
        assert_eq!(
            (&grown.partitions, &grown.uuid),
            (&read.partitions, &read.uuid)
        );
        let Some(text) = run("fdisk", &["--sector-size", &sector], &grown, "v\nq\n") else {
            return;
        };
        assert!(text.contains("No errors detected"), "{text}");
    }
}
