//! `try.sh` starts a cluster, applies the example configuration, and leaves nothing.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::programs;

#[test]
fn the_example_is_applied_to_a_throw_away_cluster() {
    if programs::folder().is_some() {
        is_applied(None);
    }
}

/// PostgreSQL does not run as root, and its programs may come without a user of their own.
#[test]
fn the_example_is_applied_without_a_user_postgres() {
    if programs::folder().is_none() || programs::unprivileged().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let id = folder.path().join("id");
    let says =
        "#!/bin/sh\ncase \"$*\" in *postgres*) exit 1 ;; esac\nPATH=${PATH#*:}\nexec id \"$@\"\n";
    // A process that another test is just starting holds every file of this one, and Linux does not
    // run a file that is open for writing: another program writes it.
    let written = Command::new("sh")
        .args(["-c", "printf %s \"$1\" >\"$0\" && chmod 755 \"$0\""])
        .args([id.as_os_str(), says.as_ref()])
        .status();
    assert!(written.unwrap().success());
    is_applied(Some(folder.path()));
}

/// With this folder before all others of the path.
fn is_applied(programs: Option<&Path>) {
    let place = tempfile::tempdir().unwrap();
    // The server's user must be able to reach its folder in it.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(place.path(), open).unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = match programs {
        Some(folder) => format!("{}:{path}", folder.display()),
        None => path,
    };
    let done = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/try.sh"))
        .env(
            "PROVIDER",
            env!("CARGO_BIN_EXE_terraform-provider-postgresql"),
        )
        .env("PATH", path)
        .env("TMPDIR", place.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}\n{errors}");
    for expected in [
        "shop.public.with_vat(numeric,int)",
        "citext 1.",
        "GRANT CONNECT ON DATABASE \\\"shop\\\" TO PUBLIC",
        "No changes",
        "8 destroyed",
    ] {
        assert!(said.contains(expected), "{expected} is not in:\n{said}");
    }
    let left: Vec<_> = std::fs::read_dir(place.path()).unwrap().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}
