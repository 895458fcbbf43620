//! Where Terraform keeps the programs that it installs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use schema_runtime::schema::Environment;

/// The file of a provider's program that Terraform has installed: in its plugin cache, in the
/// directory of a mirror, or in the working directory. If it is in none of them, the first path.
pub(crate) fn program(address: &str, version: &str, environment: &Environment) -> PathBuf {
    let name = address.rsplit('/').next().unwrap_or(address);
    let address = match address.split('/').count() {
        2 => format!("registry.terraform.io/{address}"),
        _ => address.to_owned(),
    };
    let file = format!("terraform-provider-{name}");
    let inside = format!("{address}/{version}/{}", platform());
    let folders = folders(environment).map(|folder| folder.join(&inside));
    let folders: Vec<PathBuf> = folders.collect();
    let found = folders.iter().find_map(|folder| named(folder, &file));
    let first = || folders.first().map(|folder| folder.join(&file));
    found.or_else(first).unwrap_or_else(|| file.into())
}

/// The file is followed by the version, and on Windows by `.exe`.
fn named(folder: &Path, file: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let fits = |entry: &std::fs::DirEntry| {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix(file));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '.']))
    };
    let fitting = files.filter(fits).map(|entry| entry.path());
    fitting.filter(|path| path.is_file()).min()
}

fn folders(environment: &Environment) -> impl Iterator<Item = PathBuf> {
    let variable = |name: &str| {
        let given = environment.get(name).map(OsString::from);
        let given = given.or_else(|| std::env::var_os(name));
        given.filter(|value| !value.is_empty()).map(PathBuf::from)
    };
    let cache = variable("TF_PLUGIN_CACHE_DIR");
    let mirror = std::env::home_dir().map(|home| home.join(".terraform.d/plugins"));
    let data = variable("TF_DATA_DIR").unwrap_or_else(|| ".terraform".into());
    let all = [cache, mirror, Some(data.join("providers"))];
    all.into_iter().flatten()
}

/// Terraform's name of this platform.
#[must_use]
pub fn platform() -> String {
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        processor => processor,
    };
    let system = std::env::consts::OS.replace("macos", "darwin");
    format!("{system}_{processor}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_address_and_version() {
        let cache = tempfile::tempdir().unwrap();
        let mut environment = Environment::default();
        environment.set("TF_PLUGIN_CACHE_DIR", cache.path().display().to_string());
        let inside = format!("registry.terraform.io/example/shelf/1.2.0/{}", platform());
        let folder = cache.path().join(inside);
        let find = |address| program(address, "1.2.0", &environment);
        // The file to put there is named too.
        assert_eq!(
            find("example/shelf"),
            folder.join("terraform-provider-shelf")
        );
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("LICENSE"), "").unwrap();
        std::fs::write(folder.join("terraform-provider-shelfs_v1.2.0"), "").unwrap();
        let file = folder.join("terraform-provider-shelf_v1.2.0_x5");
        std::fs::write(&file, "").unwrap();
        for address in ["example/shelf", "registry.terraform.io/example/shelf"] {
            assert_eq!(find(address), file);
        }
        let other = program("example/shelf", "1.3.0", &environment);
        assert!(!other.exists() && other.starts_with(cache.path()));
    }
}
