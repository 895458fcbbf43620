//! The layout of a mirror: a directory that Terraform installs from, as it is (`filesystem_mirror`) or behind a web server
//! (`network_mirror`). It is what `terraform providers mirror` writes.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json, json};

use super::archive::Archive;
use crate::Result;
use crate::package::Package;

pub(crate) fn write(out: &Path, package: &Package, source: &str, archives: &[Archive]) -> Result {
    let folder = out.join("mirror").join(source);
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut found = Map::new();
    for archive in archives {
        // The same file twice takes no room where the system knows links.
        let (from, to) = (out.join(&archive.name), folder.join(&archive.name));
        fs::hard_link(&from, &to)
            .or_else(|_| fs::copy(&from, &to).map(|_| ()))
            .map_err(failed)?;
        let hashes = [archive.h1.clone(), format!("zh:{}", archive.sha256)];
        found.insert(
            archive.platform.to_owned(),
            json!({ "hashes": hashes, "url": archive.name }),
        );
    }
    let write = |name: &str, json: Json| {
        fs::write(folder.join(name), format!("{json:#}\n")).map_err(failed)
    };
    write(
        &format!("{}.json", package.version),
        json!({ "archives": found }),
    )?;
    write(
        "index.json",
        json!({ "versions": { package.version.as_str(): {} } }),
    )
}
