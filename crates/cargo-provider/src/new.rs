//! `cargo provider new`: a provider from nothing.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::names::{ItemName, ProviderName};
use crate::needs;
use crate::result::Result;
use crate::template::{self, Sdk};
use crate::write;

#[derive(Args)]
pub(crate) struct Options {
    /// The directory to make; the provider is called like it, with or without `terraform-provider-`
    directory: PathBuf,
    /// Where Terraform finds the provider: HOST/NAMESPACE/TYPE
    #[arg(long, value_name = "ADDRESS")]
    source: Option<String>,
    /// What its first resource and the data source of it are called
    #[arg(long, value_name = "NAME", default_value = "note")]
    resource: String,
    /// The folder of the SDK, to build against it and not against the released version
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result {
    let directory = &options.directory;
    // `.` has a name too.
    let whole = absolute(directory)?;
    let name = ProviderName::of_directory(&whole)?;
    let resource = ItemName::of(&options.resource, &name)?;
    if resource.snake() == name.plain() {
        return Err(format!(
            "the resource cannot be called {:?}, as the provider is",
            name.plain()
        ));
    }
    let source = source(options.source.as_deref(), name.plain())?;
    let sdk = sdk(options.path.as_deref())?;
    template::provider(&name, &source, &resource, &sdk).make(&whole)?;
    write::format(&whole);
    println!(
        "The provider {} is in {}.\n\n  cd {}\n  cargo test\n  cargo run -- -chdir=examples/try apply\n\n{}",
        name.plain(),
        whole.display(),
        directory.display(),
        needs::describe()
    );
    for missing in needs::missing(&whole) {
        println!("Missing here: {missing}");
    }
    Ok(())
}

pub(crate) fn absolute(directory: &Path) -> Result<PathBuf> {
    std::path::absolute(directory)
        .map_err(|error| format!("{} is not a directory: {error}", directory.display()))
}

/// Where Terraform finds a provider that is called like this.
pub(crate) fn source(written: Option<&str>, name: &str) -> Result<String> {
    match written {
        Some(source) => checked_source(source, name),
        None => Ok(format!("example.com/{name}/{name}")),
    }
}

/// HOST/NAMESPACE/TYPE, or NAMESPACE/TYPE in Terraform's own registry; in lower case, as Terraform
/// reads it.
pub(crate) fn checked_source(source: &str, name: &str) -> Result<String> {
    let source = source.to_ascii_lowercase();
    let parts: Vec<&str> = source.split('/').collect();
    // They also name directories below a mirror: none may lead out of it or be hidden.
    let part = |text: &str, more: &str| {
        !text.is_empty()
            && !text.starts_with('.')
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || more.contains(c))
    };
    let right = match parts.as_slice() {
        [host, rest @ ..] if rest.len() == 2 => {
            part(host, "-.:") && rest.iter().all(|text| part(text, "-_"))
        }
        [_, _] => parts.iter().all(|text| part(text, "-_")),
        _ => false,
    };
    if !right {
        return Err(format!(
            "{source:?} is not an address of a provider: write HOST/NAMESPACE/TYPE"
        ));
    }
    if parts.last() != Some(&name) {
        return Err(format!(
            "the address {source:?} must end in {name:?}, as the provider is called"
        ));
    }
    Ok(match parts.len() {
        2 => format!("registry.terraform.io/{source}"),
        _ => source,
    })
}

/// The released SDK, or the folder of the crate that provider developers depend on, given that
/// folder or its parent.
pub(crate) fn sdk(folder: Option<&Path>) -> Result<Sdk> {
    let Some(folder) = folder else {
        return Ok(Sdk::Released);
    };
    for inner in [folder.join("schema-provider"), folder.to_owned()] {
        let manifest = std::fs::read_to_string(inner.join("Cargo.toml")).unwrap_or_default();
        if manifest.contains("name = \"schema-provider\"") {
            return std::fs::canonicalize(&inner)
                .map(Sdk::Folder)
                .map_err(|error| format!("{}: {error}", inner.display()));
        }
    }
    Err(format!(
        "{} is not the folder of the SDK: there is no schema-provider in it",
        folder.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_two_or_three_parts_and_ends_in_the_name() {
        let cloud = ProviderName::of("cloud").unwrap();
        let source = |text| checked_source(text, cloud.plain());
        assert_eq!(
            source("me/cloud").unwrap(),
            "registry.terraform.io/me/cloud"
        );
        assert_eq!(
            source("example.com/me/cloud").unwrap(),
            "example.com/me/cloud"
        );
        assert_eq!(
            source("localhost:8080/Me-And_Co/cloud").unwrap(),
            "localhost:8080/me-and_co/cloud"
        );
        for wrong in [
            "cloud",
            "",
            "/cloud",
            "a/b/c/cloud",
            "a b/cloud",
            "me/other",
            "me/\"/cloud",
            "../me/cloud",
            "example.com/../cloud",
            "example.com/./cloud",
            ".hidden/me/cloud",
            "./cloud",
            "example.com/m.e/cloud",
        ] {
            assert!(source(wrong).is_err(), "{wrong}");
        }
    }
}
