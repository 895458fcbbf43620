// Colliding names, no prelude, private fields in a module of their own, strict lints.
#![no_implicit_prelude]
#![deny(warnings, clippy::pedantic, missing_docs, unreachable_pub)]
//! A provider whose provider developer likes the names that the generated code uses too.

extern crate schema_runtime;
extern crate std;

/// Not the one of std.
pub struct Option;
/// Not the one of std.
pub struct Result;
/// Not the one of std.
pub struct Value;
/// Not a type of schemas.
pub struct Field;
/// Not a type of schemas.
pub struct Text;
/// Not a function of schemas.
pub const FIELD: Field = Field;
/// Not a handle.
pub const NAME: Text = Text;

mod image {
    use ::schema_runtime::Schema;
    use ::std::string::String;

    /// Private in its module.
    #[derive(Schema)]
    struct Hidden {
        #[field(optional, default = 1)]
        size: i64,
    }

    /// An image.
    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub(crate) struct Image {
        #[field(required)]
        name: String,
        #[field(optional)]
        value: ::std::option::Option<String>,
        #[field(block(list))]
        r#move: ::std::vec::Vec<Hidden>,
    }
}

fn main() {
    let _ = (image::Image::NAME, image::Image::VALUE, Option, Result, Value);
    let _ = (FIELD, NAME);
}
