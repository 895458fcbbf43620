//! Keywords as names of fields, functions, structs and variants.

#![allow(non_camel_case_types)]

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::{Schema, SchemaEnum, SchemaNewtype};

/// An enum.
#[derive(SchemaEnum)]
pub enum r#enum {
    /// A variant.
    r#async,
    /// Another.
    #[schema(other)]
    r#dyn(String),
}

/// A newtype.
#[derive(SchemaNewtype)]
pub struct r#ref {
    r#static: bool,
}

/// A nested struct.
#[derive(Schema)]
pub struct r#mod {
    /// Its field.
    #[field(optional)]
    r#impl: Option<r#ref>,
}

/// A struct.
#[derive(Schema)]
pub struct Raw {
    /// The type.
    #[field(optional, conflicts_with(r#loop), validate = custom(r#use))]
    r#type: Option<String>,
    /// The loop.
    #[field(optional)]
    r#loop: Option<i64>,
    /// The match.
    #[field(optional, default = r#enum::r#async)]
    r#match: r#enum,
    /// The function.
    #[field(block(list))]
    r#fn: Vec<r#mod>,
}

fn r#use(_: &Path, _: &str) -> Diagnostics {
    Diagnostics::new()
}
