//! The directories that Terraform and OpenTofu search for providers by default, and what prevents
//! it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::result::Result;

/// This user's mirrors; empty for a user without a home directory.
#[derive(Debug, Default)]
pub(crate) struct Mirrors {
    /// The one to install into first.
    searched: Vec<PathBuf>,
    /// Settings files; each program reads one of them.
    settings: Vec<PathBuf>,
}

impl Mirrors {
    /// On this machine.
    pub(crate) fn here() -> Self {
        Self::of(std::env::consts::OS, std::env::home_dir(), |name| {
            std::env::var_os(name).filter(|value| !value.is_empty())
        })
    }

    fn of(
        system: &str,
        home: Option<PathBuf>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Self {
        let directory = |name: &str| variable(name).map(PathBuf::from);
        let (home, own, files) = match system {
            "windows" => (
                directory("APPDATA"),
                "terraform.d",
                ["terraform.rc", "tofu.rc"],
            ),
            _ => (home, ".terraform.d", [".terraformrc", ".tofurc"]),
        };
        let Some(home) = home.filter(|home| home.is_dir()) else {
            return Self::default();
        };
        let data = match system {
            "windows" => home.join("HashiCorp/Terraform"),
            "macos" => home.join("Library/Application Support/io.terraform"),
            _ => directory("XDG_DATA_HOME")
                .unwrap_or_else(|| home.join(".local/share"))
                .join("terraform"),
        };
        let own = home.join(own);
        let mut searched = vec![own.join("plugins"), data.join("plugins")];
        // With one of these variables, OpenTofu keeps its settings elsewhere until a `.terraform.d`
        // exists, which would hide them.
        let is_set = |name| variable(name).is_some();
        if !own.exists() && (is_set("XDG_CONFIG_HOME") || is_set("XDG_DATA_HOME")) {
            searched.reverse();
        }
        let settings = match directory("TF_CLI_CONFIG_FILE") {
            Some(file) => vec![file],
            None => files.map(|name| home.join(name)).to_vec(),
        };
        Self { searched, settings }
    }

    /// The one to install into.
    pub(crate) fn own(&self) -> Result<PathBuf> {
        let none = "HOME (on Windows APPDATA) names no directory, in which Terraform would search; `--dir DIRECTORY` names one";
        self.searched.first().cloned().ok_or(none.to_owned())
    }

    /// Those that are searched beside this one.
    pub(crate) fn others(&self, mirror: &Path) -> impl Iterator<Item = &Path> {
        let searched = self.searched.iter().map(PathBuf::as_path);
        searched.filter(move |other| *other != mirror)
    }

    /// The settings file that must name a mirror that is not searched by default.
    pub(crate) fn must_name(&self, mirror: &Path) -> Option<String> {
        let explicit = |file: &&PathBuf| {
            let text = fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&text).contains("provider_installation")
        };
        let file = match self.settings.iter().find(explicit) {
            None if self.searched.iter().any(|one| one == mirror) => return None,
            None => self.settings.first(),
            found => found,
        };
        let unknown = || "the file that TF_CLI_CONFIG_FILE names".to_owned();
        Some(file.map_or_else(unknown, |file| file.display().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(system: &str, home: &Path, variables: &[(&str, &str)]) -> Mirrors {
        Mirrors::of(system, Some(home.to_owned()), |name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn each_system_has_its_directories() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        let text = home.to_str().unwrap();
        for (system, variables, searched) in [
            (
                "linux",
                vec![],
                [".terraform.d/plugins", ".local/share/terraform/plugins"],
            ),
            (
                "linux",
                vec![("XDG_CONFIG_HOME", text)],
                [".local/share/terraform/plugins", ".terraform.d/plugins"],
            ),
            (
                "freebsd",
                vec![("XDG_DATA_HOME", text)],
                ["terraform/plugins", ".terraform.d/plugins"],
            ),
            (
                "macos",
                vec![],
                [
                    ".terraform.d/plugins",
                    "Library/Application Support/io.terraform/plugins",
                ],
            ),
            (
                "windows",
                vec![("APPDATA", text)],
                ["terraform.d/plugins", "HashiCorp/Terraform/plugins"],
            ),
        ] {
            let found = of(system, home, &variables).searched;
            assert_eq!(found, searched.map(|path| home.join(path)), "{system}");
        }
        // If the directory exists, both programs keep their settings in it.
        fs::create_dir(home.join(".terraform.d")).unwrap();
        let found = of("linux", home, &[("XDG_CONFIG_HOME", text)]).own();
        assert_eq!(found.unwrap(), home.join(".terraform.d/plugins"));
    }

    #[test]
    fn without_a_home_directory_another_one_must_be_named() {
        for system in ["linux", "windows"] {
            let mirrors = of(system, Path::new("/nowhere/at/all"), &[]);
            assert!(mirrors.own().unwrap_err().contains("`--dir DIRECTORY`"));
            let file = mirrors.must_name(Path::new("/srv/mirror")).unwrap();
            assert!(file.contains("TF_CLI_CONFIG_FILE"), "{file}");
        }
    }

    #[test]
    fn settings_say_what_is_searched() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        let mirrors = of("linux", home, &[]);
        let own = mirrors.own().unwrap();
        assert_eq!(mirrors.must_name(&own), None);
        let file = mirrors.must_name(Path::new("/srv/mirror")).unwrap();
        assert!(file.ends_with("/.terraformrc"), "{file}");
        fs::write(home.join(".tofurc"), "provider_installation {}\n").unwrap();
        let file = mirrors.must_name(&own).unwrap();
        assert!(file.ends_with("/.tofurc"), "{file}");
        let other = home.join("dev.tfrc");
        fs::write(&other, "disable_checkpoint = true\n").unwrap();
        let with = of(
            "linux",
            home,
            &[("TF_CLI_CONFIG_FILE", other.to_str().unwrap())],
        );
        assert_eq!(with.must_name(&own), None);
    }
}
