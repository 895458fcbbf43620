//! The disk example under Terraform.

mod debug;
mod drift;
mod import;
mod language;
mod life;
mod mirror;

use crate::DISK;
use sdk_tests::terraform::Workspace;

/// A workspace with the disk provider, whose images are in `disks`.
pub(crate) fn workspace(test: &str) -> Option<Workspace> {
    Workspace::new(test, &[DISK])
}

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
