//! The disk example under Terraform.

pub(crate) mod debug;
mod import;
mod instances;
mod language;
mod life;
mod mirror;

use crate::DISK;
use schema_provider::testing::ProviderTest;
use sdk_tests::terraform::Workspace;
use terraform_provider_disk::Disk;

/// A workspace with the disk provider's program, whose images are in `disks`: for tests that need
/// more than the harness's steps.
#[track_caller]
pub(crate) fn workspace() -> Option<Workspace> {
    Workspace::new(&[DISK])
}

/// A test of the disk provider, in process and under Terraform, whose images are in `disks` and
/// that leaves none there. The resources themselves are tested in `examples/disk`.
pub(crate) fn test() -> ProviderTest {
    ProviderTest::new::<Disk>()
        .env_path("DISK_DIRECTORY", "disks")
        .after_destroy(|run| {
            let left: Vec<_> = std::fs::read_dir(run.directory().join("disks"))
                .into_iter()
                .flatten()
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|end| end == "img"))
                .collect();
            assert!(left.is_empty(), "{left:?}");
        })
}

/// The image of [`SYSTEM`].
pub(crate) const IMAGE: &str = "disk_image.system";

/// An image with two partitions.
pub(crate) const SYSTEM: &str = r#"
resource "disk_image" "system" {
  name    = "system"
  size_mb = 16
  labels  = { owner = "storage" }
  partition {
    label   = "boot"
    size_mb = 4
    kind    = "efi"
  }
  partition {
    label   = "root"
    size_mb = 8
  }
}
"#;
