//! The resources' behaviour, in the harness: in process, and under Terraform with `TF_ACC=1`.
#![allow(missing_docs, unreachable_pub)]

mod conformance;
mod defaults;
mod documentation;
mod drift;
mod ephemeral;
mod functions;
mod import;
mod lifecycle;
mod lists;
mod passphrase;
mod snapshots;
mod states;
mod taint;
mod verify;
mod versions;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use schema_provider::testing::{ProviderTest, Step, TestContext};
use terraform_provider_disk::Disk;

/// Bytes in a MiB.
const MIB: u64 = 1 << 20;

/// An image of 8 MiB with one partition.
const ONE: &str = r#"
resource "disk_image" "a" {
  name    = "a"
  size_mb = 8
  labels  = { team = "storage" }
  partition {
    label   = "boot"
    size_mb = 2
    kind    = "efi"
  }
}
"#;

/// A snapshot of it.
const SNAPSHOT: &str = r#"
resource "disk_snapshot" "s" {
  name     = "s"
  image_id = disk_image.a.id
}
"#;

/// A test whose images are in `disks` in the run's directory, and that leaves none there.
fn test() -> ProviderTest {
    ProviderTest::new::<Disk>()
        .env_path("DISK_DIRECTORY", "disks")
        .after_destroy(|run| assert_eq!(names(run), [""; 0]))
}

fn disks(run: &TestContext<'_>) -> PathBuf {
    run.directory().join("disks")
}

fn image(run: &TestContext<'_>, name: &str) -> PathBuf {
    disks(run).join(format!("{name}.img"))
}

fn read(run: &TestContext<'_>, name: &str) -> Vec<u8> {
    fs::read(image(run, name)).unwrap()
}

/// The names of the files below `disks`, without the caches of digests, with when each was changed
/// last.
fn files(run: &TestContext<'_>) -> Vec<(String, SystemTime)> {
    let mut found = Vec::new();
    for directory in ["disks", "disks/snapshots"] {
        let Ok(files) = fs::read_dir(run.directory().join(directory)) else {
            continue;
        };
        for file in files {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            if file.file_type().unwrap().is_file() && !name.ends_with(".sha256") {
                let changed = file.metadata().unwrap().modified().unwrap();
                found.push((format!("{directory}/{name}"), changed));
            }
        }
    }
    found.sort();
    found
}

fn names(run: &TestContext<'_>) -> Vec<String> {
    files(run).into_iter().map(|(name, _)| name).collect()
}

/// Writes into a file that exists.
fn write_at(path: &Path, at: u64, bytes: &[u8]) {
    use std::io::{Seek, SeekFrom, Write};
    let mut file = fs::OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

/// Fills a part of an image with data.
fn fill(run: &TestContext<'_>, name: &str, from_mib: u64, mib: u64) {
    let noise: Vec<u8> = (0..mib * MIB).map(|at| (at % 251) as u8 + 1).collect();
    write_at(&image(run, name), from_mib * MIB, &noise);
}

/// Something that a step leaves for a later one.
#[derive(Clone, Default)]
struct Shared<T>(Arc<Mutex<T>>);

impl<T: Clone + Send + Default + 'static> Shared<T> {
    fn put(&self, value: T) {
        *self.0.lock().unwrap() = value;
    }

    fn get(&self) -> T {
        self.0.lock().unwrap().clone()
    }
}

/// Steps that remember the files, apply what changes nothing, and find the files untouched.
fn untouched(config: &str) -> [Step; 3] {
    let before: Shared<Vec<(String, SystemTime)>> = Shared::default();
    let after = before.clone();
    [
        Step::outside(move |run| before.put(files(run))),
        Step::apply(config)
            .plans_nothing()
            .named("nothing is touched"),
        Step::outside(move |run| assert_eq!(files(run), after.get(), "files were touched")),
    ]
}
