//! Annotations that name their own struct by `Self`, and defaults that are variants, by each path to them.
#![deny(warnings)]

use schema_provider::Path;
use schema_provider::prelude::*;

/// Kinds.
pub mod kinds {
    use schema_provider::prelude::*;

    /// A kind.
    #[derive(SchemaEnum, Clone, Debug, PartialEq)]
    pub enum Kind {
        /// Raw.
        Raw,
        /// Another.
        Qcow,
    }
}

use kinds::Kind as Renamed;

/// An image.
#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    /// Its size.
    #[field(optional, default = Self::SMALL, validate = range(Self::SMALL..=Self::LARGE))]
    size: i64,
    /// Its name.
    #[field(optional, default_fn = Self::host, validate = custom = Self::check)]
    name: String,
    /// Its kind.
    #[field(optional, default = kinds::Kind::Qcow)]
    kind: kinds::Kind,
    /// Another.
    #[field(optional, default = Renamed::Raw)]
    other: kinds::Kind,
    /// Its parts.
    #[field(block(list, max_items = 4))]
    part: Vec<Part>,
}

impl Image {
    const SMALL: i64 = 5;
    const LARGE: i64 = 50;

    fn host(_: &Environment) -> Result<String> {
        Ok("host".to_owned())
    }

    fn check(path: &Path, name: &str) -> Diagnostics {
        match name {
            "" => Diagnostic::error("the name is empty").at(path).into(),
            _ => Diagnostics::new(),
        }
    }
}

/// A part.
#[derive(Schema)]
pub struct Part {
    /// Its number.
    #[field(optional, default = Self::FIRST)]
    number: i64,
}

impl Part {
    const FIRST: i64 = 1;
}

fn main() {
    let found = Image::check(&Path::new("name"), "");
    assert_eq!(
        found.iter().next().map(|one| one.path.to_string()),
        Some("name".to_owned())
    );
    assert_eq!(Image::SIZE.path().to_string(), "size");
    assert!(Image::check(&Path::new("name"), "a").is_empty());
}
