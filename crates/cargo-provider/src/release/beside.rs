//! Files packed beside the provider's program, such as the program that it is ported from.

use std::fs;
use std::path::{Path, PathBuf};

use super::platforms::Platform;
use crate::result::Result;

/// The files for one platform: those in the folder with its name, with their relative paths.
pub(crate) fn files(folder: &Path, platform: &Platform) -> Result<Vec<(String, PathBuf)>> {
    let folder = folder.join(platform.name);
    let mut files = Vec::new();
    collect(&folder, "", &mut files)?;
    files.sort();
    if files.is_empty() {
        return Err(format!(
            "{} has no files to pack for {}: put them there, or exclude the platform with --platform",
            folder.display(),
            platform.name
        ));
    }
    for (name, path) in &files {
        // Terraform starts the first file of that name, which may not be the provider's.
        if name.starts_with("terraform-provider-") {
            return Err(format!(
                "{} would be in the place of the provider's own program: put it into a folder there, such as old",
                path.display()
            ));
        }
    }
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> Result {
    let failed = |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| format!("{} has no name in UTF-8", path.display()))?;
        let name = format!("{prefix}{name}");
        // A circular link would never end.
        match path.is_dir() && !path.is_symlink() {
            true => collect(&path, &format!("{name}/"), files)?,
            false => files.push((name, path)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::platforms::parse;

    #[test]
    fn files_are_those_of_the_platform() {
        let folder = tempfile::tempdir().unwrap();
        let linux = parse("linux_amd64").unwrap();
        let said = files(folder.path(), linux).unwrap_err();
        assert!(said.contains("linux_amd64 cannot be read"), "{said}");
        fs::create_dir_all(folder.path().join("linux_amd64/old")).unwrap();
        let said = files(folder.path(), linux).unwrap_err();
        assert!(
            said.contains("has no files to pack for linux_amd64"),
            "{said}"
        );
        let program = folder
            .path()
            .join("linux_amd64/old/terraform-provider-cloud");
        fs::write(&program, "").unwrap();
        let found = files(folder.path(), linux).unwrap();
        assert_eq!(
            found,
            [("old/terraform-provider-cloud".to_owned(), program)]
        );
        assert!(files(folder.path(), parse("darwin_arm64").unwrap()).is_err());
        fs::write(
            folder.path().join("linux_amd64/terraform-provider-cloud"),
            "",
        )
        .unwrap();
        let said = files(folder.path(), linux).unwrap_err();
        assert!(said.contains("put it into a folder there"), "{said}");
    }
}
