//! A target directory of a test's own that starts from what this build made of other people's
//! crates.
//!
//! Tests that run cargo on a package outside of the workspace would compile all that it depends on
//! once more, the TLS library in C above all. What cargo finds there with the same version,
//! features and profile is the same file, linked; what differs is built. Our own crates are
//! omitted: they change, and their names do not. Also part of tests of other packages, by its path.

use std::collections::HashSet;
use std::fs::{self, File, FileTimes};
use std::io;
use std::path::Path;

/// Links what exists beside this test, of this profile, into a target directory that cargo then
/// builds in. What it has already stays; where a file cannot be linked, it is built.
pub fn start(own: &Path, workspace: &Path) {
    let Ok(test) = std::env::current_exe() else {
        return;
    };
    let lock = fs::read_to_string(workspace.join("Cargo.lock")).unwrap_or_default();
    let members = members(&lock);
    let profile = test.parent().and_then(Path::parent);
    let Some((profile, name)) = profile.and_then(|path| Some((path, path.file_name()?))) else {
        return;
    };
    let own = own.join(name);
    // Cargo's marks come last: it must not find one whose files are not there yet.
    for part in ["deps", "build", ".fingerprint"] {
        let _ = link(&profile.join(part), &own.join(part), &|name| {
            !members.contains(&crate_of(name))
        });
    }
}

/// The packages in a lock file that come from no registry: the workspace's, as names of crates.
fn members(lock: &str) -> HashSet<String> {
    let packages = lock.split("[[package]]").skip(1);
    let members = packages.filter(|package| !package.contains("\nsource = "));
    let names = members.filter_map(|package| package.split("name = \"").nth(1)?.split('"').next());
    names.map(|name| name.replace('-', "_")).collect()
}

/// The crate that a file or folder of a build belongs to: `libsyn-0123.rlib` and `syn-0123` to
/// `syn`.
fn crate_of(name: &str) -> String {
    let stem = name.rsplit_once('-').map_or(name, |(stem, _)| stem);
    stem.strip_prefix("lib").unwrap_or(stem).replace('-', "_")
}

fn link(from: &Path, to: &Path, takes: &dyn Fn(&str) -> bool) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if to.exists() || !takes(&entry.file_name().to_string_lossy()) {
            continue;
        }
        match link_entry(&entry, &to) {
            // The compiler's temporary files: the gate documents the workspace with cargo
            // meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            done => done?,
        }
    }
    Ok(())
}

fn link_entry(entry: &fs::DirEntry, to: &Path) -> io::Result<()> {
    let from = entry.path();
    if entry.file_type()?.is_dir() {
        return link(&from, to, &|_| true);
    }
    let is_mark = from
        .components()
        .any(|part| part.as_os_str() == ".fingerprint");
    if !is_mark {
        return fs::hard_link(&from, to);
    }
    // Cargo writes these again in their place, where a link would be the workspace's.
    fs::copy(&from, to)?;
    let modified = entry.metadata()?.modified()?;
    File::options()
        .write(true)
        .open(to)?
        .set_times(FileTimes::new().set_modified(modified))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_peoples_crates_are_linked_with_their_times() {
        let lock = "version = 4\n\n[[package]]\nname = \"our-own\"\nversion = \"1\"\n\n[[package]]\nname = \"syn\"\n\
                    version = \"3\"\nsource = \"registry\"\n";
        assert_eq!(members(lock), HashSet::from(["our_own".to_owned()]));
        assert_eq!(crate_of("libour_own-0123.rlib"), "our_own");
        assert_eq!(crate_of("our-own-0123"), "our_own");

        let place = tempfile::tempdir().expect("a directory");
        let (from, to) = (place.path().join(".fingerprint"), place.path().join("own"));
        for folder in ["syn-1", "our-own-2"] {
            fs::create_dir_all(from.join(folder)).expect("a folder");
            fs::write(from.join(folder).join("mark"), "old").expect("a file");
        }
        let past = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        let mark = File::options().write(true).open(from.join("syn-1/mark"));
        let times = FileTimes::new().set_modified(past);
        mark.and_then(|mark| mark.set_times(times)).expect("a time");
        let members = members(lock);
        link(&from, &to, &|name| !members.contains(&crate_of(name))).expect("linked");
        assert!(!to.join("our-own-2").exists());
        let linked = to.join("syn-1/mark");
        let modified = fs::metadata(&linked).and_then(|mark| mark.modified());
        assert_eq!(modified.expect("its time"), past);
        // A mark that cargo writes in its place is not the workspace's.
        fs::write(linked, "new").expect("written");
        assert_eq!(
            fs::read_to_string(from.join("syn-1/mark")).expect("a mark"),
            "old"
        );
    }
}
