//! Lints that are off by default report nothing in code that the derives generate.

#![deny(warnings, unused_qualifications, unused_results, trivial_casts, unreachable_pub)]
#![deny(missing_docs, missing_debug_implementations, single_use_lifetimes, elided_lifetimes_in_paths)]

use schema_provider::prelude::*;

/// A string out of a list.
#[derive(SchemaEnum, Debug)]
pub(crate) enum Kind {
    /// One.
    Plain,
    /// Any other.
    #[schema(other)]
    Other(String),
}

/// A string of its own.
#[derive(SchemaNewtype, Debug)]
pub(crate) struct Name(String);

/// The same with the name of its field.
#[derive(SchemaNewtype, Debug)]
pub(crate) struct Port {
    number: u16,
}

/// What others flatten.
#[derive(Schema, Debug)]
pub(crate) struct Common {
    /// Where.
    #[field(optional)]
    region: Option<String>,
}

/// An image.
#[derive(Schema, Debug)]
#[schema(resource = "disk_image", id(when_changed(common.region)))]
pub(crate) struct Image {
    /// What it is.
    #[field(optional, default = "plain")]
    kind: Kind,
    /// Its name.
    #[field(required, validate = length(1..=64))]
    name: Name,
    /// Its port.
    #[field(required)]
    port: Port,
    #[field(flatten)]
    common: Common,
    /// It depends on nothing but flattened fields.
    #[field(computed(when_changed(common.region)))]
    sum: String,
}

/// A function.
#[derive(Function, Debug)]
#[function(name = "first", output = String)]
pub(crate) struct First {
    /// A string.
    #[param(validate = length(1..))]
    text: String,
}

impl Function for First {
    fn call(self) -> FunctionResult<String> {
        Ok(self.text)
    }
}

fn main() {
    let image = Image {
        kind: Kind::Plain,
        name: Name(String::from("a")),
        port: Port { number: 80 },
        common: Common { region: None },
        sum: String::new(),
    };
    let first = First {
        text: format!("{image:?} {} {}", image.kind, image.port.number),
    };
    println!("{:?} {:?} {:?}", first, image.name.0, Kind::from_name("b"));
    println!("{:?} {}", image.common.region, image.sum);
    drop(first.call());
}
