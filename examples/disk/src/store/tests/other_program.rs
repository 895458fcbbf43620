//! Other programs agree with the partition tables: `sfdisk` (Debian's package fdisk) and `partx`
//! (util-linux). Without them the test says so; where `CI` is set it fails.

use std::process::Command;

use serde_json::Value;

use super::*;

/// A program's standard output; None if it is not installed.
fn run(program: &str, arguments: &[&str], image: &Image) -> Option<String> {
    let output = match Command::new(program)
        .args(arguments)
        .arg(&image.path)
        .output()
    {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            assert!(
                std::env::var_os("CI").is_none(),
                "{program} is needed where CI is set: apt-get install fdisk util-linux"
            );
            // Around the test harness, which hides what a passing test prints.
            writeln!(std::io::stderr(), "SKIPPED: {program} is not installed").unwrap();
            return None;
        }
        Err(error) => panic!("{program}: {error}"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{program}: {errors}"
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

/// What the store says, as lines of start, size (in sectors), type GUID and label.
fn ours(image: &Image) -> Vec<(u64, u64, String, String)> {
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
    let sector = image.sector_size.to_string();
    let Some(text) = run("sfdisk", &["--json", "--sector-size", &sector], image) else {
        return;
    };
    let table = &serde_json::from_str::<Value>(&text).unwrap()["partitiontable"];
    assert_eq!(table["label"], "gpt");
    let uuid = image.uuid.as_deref().unwrap().to_uppercase();
    assert_eq!(table["id"].as_str().unwrap().to_uppercase(), uuid);
    assert_eq!(
        table["sectorsize"].as_u64(),
        Some(image.sector_size.bytes())
    );
    let theirs: Vec<_> = table["partitions"]
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
    let Some(verdict) = run("sfdisk", &["--verify", "--sector-size", &sector], image) else {
        return;
    };
    assert!(verdict.contains("No errors detected"), "{verdict}");
}

fn partx_agrees(image: &Image) {
    let sector = image.sector_size.to_string();
    let arguments = [
        "--show",
        "--pairs",
        "--output",
        "START,SECTORS,TYPE,NAME",
        "--sector-size",
        &sector,
    ];
    if image.partitions.is_empty() {
        return; // partx calls an empty table a failure.
    }
    let Some(text) = run("partx", &arguments, image) else {
        return;
    };
    let theirs: Vec<_> = text
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
fn sfdisk_and_partx_agree_with_every_table() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let check = |image: Image| {
            sfdisk_agrees(&image);
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
        let home = part(&"é".repeat(36).replace('é', "h"), 37, Kind::Home);
        check(store.set_partitions("a", &[other, home]).unwrap());
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
    }
}

/// The other direction: a table that sfdisk wrote is read, and grows.
#[test]
fn a_table_of_sfdisk_is_read() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let image = store
            .create(&NewImage {
                sector_size,
                ..new("a", 12, vec![])
            })
            .unwrap();
        let script = store.directory().join("script");
        std::fs::write(
            &script,
            "label: gpt\nlabel-id: 0B1F2A3C-0000-4000-8000-000000000001\n\
             size=3MiB, type=U, name=\"boot\"\nsize=5MiB, type=H, name=\"home\"\n",
        )
        .unwrap();
        let sector = sector_size.to_string();
        let status = Command::new("sfdisk")
            .args(["--quiet", "--no-reread", "--sector-size", &sector])
            .arg(&image.path)
            .stdin(File::open(&script).unwrap())
            .status();
        match status {
            Ok(status) => assert!(status.success()),
            Err(error) => {
                assert!(
                    std::env::var_os("CI").is_none(),
                    "sfdisk is needed where CI is set: {error}"
                );
                writeln!(std::io::stderr(), "SKIPPED: sfdisk is not installed").unwrap();
                return;
            }
        }
        let read = store.read("a").unwrap().unwrap();
        assert_eq!(
            read.uuid.as_deref(),
            Some("0b1f2a3c-0000-4000-8000-000000000001")
        );
        assert_eq!(
            read.partitions,
            [part("boot", 3, Kind::Efi), part("home", 5, Kind::Home)]
        );
        assert_eq!(
            (read.sector_size, &read.problems[..]),
            (sector_size, &[][..])
        );
        let grown = store.grow("a", 30).unwrap();
        assert_eq!(
            (&grown.partitions, &grown.uuid),
            (&read.partitions, &read.uuid)
        );
        sfdisk_agrees(&grown);
    }
}
