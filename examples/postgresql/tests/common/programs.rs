//! Finds the programs of PostgreSQL.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The folder of `initdb` and `pg_ctl`: that of `POSTGRESQL_PROGRAMS`, one of the path, or the
/// newest of Debian.
///
/// # Panics
/// None is found, and `CI` is set or `POSTGRESQL_PROGRAMS` names another one: a skipped suite must
/// not look green.
pub fn folder() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let found = find();
        if found.is_none() {
            assert!(
                std::env::var_os("CI").is_none(),
                "initdb and pg_ctl are needed where CI is set: apt-get install postgresql"
            );
            say("SKIPPED: PostgreSQL (initdb, pg_ctl) is not installed");
        }
        found
    });
    found.as_deref()
}

/// The folder for clusters: `POSTGRESQL_CLUSTERS_IN`, which may be in memory, or else the temporary
/// folder.
pub fn clusters_in() -> PathBuf {
    std::env::var_os("POSTGRESQL_CLUSTERS_IN")
        .filter(|named| !named.is_empty())
        .map_or_else(std::env::temp_dir, PathBuf::from)
}

/// Writes a line despite the capture of test output.
pub fn say(line: &str) {
    use std::io::Write as _;
    // One call, so that lines stay whole; if standard error is closed, nobody reads them.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

fn find() -> Option<PathBuf> {
    let are_in = |folder: &Path| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    let named = std::env::var_os("POSTGRESQL_PROGRAMS").filter(|named| !named.is_empty());
    if let Some(folder) = named.map(PathBuf::from) {
        assert!(
            folder.is_absolute() && are_in(&folder),
            "POSTGRESQL_PROGRAMS is {folder:?}, which is no absolute path of a folder with initdb and pg_ctl"
        );
        return Some(folder);
    }
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&on_path).collect();
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    versions.sort();
    folders.extend(versions.into_iter().rev().map(|(_, folder)| folder));
    folders.into_iter().find(|folder| are_in(folder))
}

/// Whether the server of these programs has at least this version; otherwise reports that a test is
/// skipped.
pub fn is_at_least(version: u32) -> bool {
    let found = super::cluster::shared().map_or(0, super::cluster::Cluster::version);
    if found < version {
        let test = std::thread::current();
        let test = test.name().unwrap_or("a test");
        say(&format!(
            "SKIPPED: {test} needs PostgreSQL {version}, and this is {found} (README.md says how to run it with another one)"
        ));
    }
    found >= version
}

/// The user and group ids that the server runs with, since PostgreSQL refuses to run as root.
pub fn unprivileged() -> Option<(u32, u32)> {
    let id = Command::new("id").arg("-u").output().expect("id");
    if id.stdout != b"0\n" {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("users");
    let number_of = |name: &str| {
        let mut fields = users
            .lines()
            .map(|line| line.split(':').collect::<Vec<_>>())
            .find(|fields| fields.first() == Some(&name))?
            .into_iter()
            .skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    let found = number_of("postgres").or_else(|| number_of("nobody"));
    Some(found.expect("PostgreSQL does not run as root, and there is no user postgres or nobody"))
}
