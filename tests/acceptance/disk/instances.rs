//! Several provider instances at once: aliases in modules, functions before anything is configured,
//! in processes of their own and all in one.

use super::debug::debug;
use crate::DISK;
use sdk_tests::terraform::Workspace;

/// Two modules, each with its own provider configuration, whose settings come from a function of
/// the provider.
const MAIN: &str = r#"
provider "disk" {
  alias     = "one"
  directory = "disks-${provider::disk::size_mb("1MiB")}"
}
provider "disk" {
  alias     = "two"
  directory = "disks-${provider::disk::size_mb("2MiB")}"
}
module "one" {
  source    = "./inner"
  providers = { disk = disk.one }
  size_mb   = provider::disk::size_mb("SIZEMiB")
}
module "two" {
  source    = "./inner"
  providers = { disk = disk.two }
  size_mb   = 4
}
output "one" {
  value = module.one.path
}
"#;

const INNER: &str = r#"
terraform {
  required_providers {
    disk = { source = "example.com/sdk/disk" }
  }
}
variable "size_mb" {
  type = number
}
resource "disk_image" "a" {
  name    = "a"
  size_mb = var.size_mb
}
data "disk_image" "a" {
  name = disk_image.a.name
}
output "path" {
  value = data.disk_image.a.path
}
"#;

fn life(work: &Workspace) {
    work.write("inner/main.tf", INNER);
    for size in ["3", "4"] {
        work.main(&MAIN.replace("SIZE", size));
        work.terraform(&["get"]).succeeded();
        work.apply();
        work.nothing_to_do();
        for directory in ["disks-1", "disks-2"] {
            let image = work.path().join(directory).join("a.img");
            assert!(image.exists(), "{}", image.display());
        }
    }
    let path = work.state().json()["outputs"]["one"]["value"].clone();
    assert_eq!(path, "disks-1/a.img");
    work.destroy();
    for directory in ["disks-1", "disks-2"] {
        assert!(!work.path().join(directory).join("a.img").exists());
    }
}

#[test]
fn an_alias_is_passed_into_a_module() {
    let Some(work) = Workspace::new(&[DISK]) else {
        return;
    };
    life(&work);
    work.clean();
}

/// In one process, which is called before it is configured, and configured repeatedly.
#[test]
fn one_process_serves_the_aliases_of_modules_and_functions_before_it_is_configured() {
    let Some(work) = Workspace::new(&[DISK]) else {
        return;
    };
    let mut debugged = debug(&work);
    let paths = |text: &str| text.replace("disks-", &format!("{}/disks-", work.path().display()));
    work.write("inner/main.tf", INNER);
    for size in ["3", "4"] {
        work.main(&paths(MAIN).replace("SIZE", size));
        work.terraform(&["get"]).succeeded();
        work.apply();
        work.nothing_to_do();
    }
    for directory in ["disks-1", "disks-2"] {
        let image = work.path().join(directory).join("a.img");
        assert!(image.exists(), "{}", image.display());
    }
    work.destroy();
    assert!(debugged.is_running());
    work.clean();
}
