//! Provider developers' code that could get in the way of what the derives generate, each in a
//! module: it must compile without a warning of rustc or of clippy at its strictest.
//!
//! - [`names`]: no prelude, and types, constants and modules with the names that generated code
//!   uses.
//! - [`described`]: descriptions that rustdoc would take for code and links.
//! - [`places`]: private fields and structs, in modules inside modules and in functions.
//! - [`raw`]: keywords as names.
//! - [`written_by_macros`]: structs out of `macro_rules!`.
//! - [`newtypes`]: what clippy says of tuple structs.
//!
//! The SDK under another name is in the package `hygiene-renamed`.

#![deny(warnings, clippy::all, clippy::pedantic)]

pub mod described;
pub mod names;
pub mod newtypes;
pub mod places;
pub mod raw;
pub mod written_by_macros;

#[cfg(test)]
mod tests {
    use schema_runtime::object::{ResourceRoot, block, decode, encode, schema};
    use schema_runtime::schema::Block;

    use crate::{names, newtypes, places, raw, written_by_macros};

    fn fields(block: &Block) -> Vec<&str> {
        block.fields.iter().map(|field| &*field.name).collect()
    }

    fn names_of<R: ResourceRoot>() -> Vec<&'static str> {
        fields(&schema::<R>().block)
    }

    #[test]
    fn a_struct_among_colliding_names_keeps_its_values() {
        assert_eq!(
            names_of::<names::Image>(),
            [
                "block", "default", "id", "kind", "made", "name", "object", "option", "port",
                "string", "timeouts", "vec"
            ]
        );
        let image = names::Image::example();
        let again: names::Image = decode(&encode(&image)).expect("its own values");
        assert_eq!(encode(&again), encode(&image));
    }

    #[test]
    fn names_in_a_schema_have_no_prefix() {
        assert_eq!(fields(block::<raw::Raw>()), ["fn", "loop", "match", "type"]);
        assert_eq!(raw::Raw::TYPE.name(), "type");
    }

    #[test]
    fn a_private_struct_is_in_the_table_of_a_public_one() {
        assert_eq!(names_of::<places::Image>(), ["hidden", "id", "name"]);
        assert_eq!(places::in_a_function(), ["inside", "text"]);
    }

    #[test]
    fn a_macro_writes_as_a_developer_does() {
        assert_eq!(
            names_of::<written_by_macros::Small>(),
            ["id", "size", "text"]
        );
        assert_eq!(
            names_of::<written_by_macros::Large>(),
            ["amount", "id", "text"]
        );
    }

    #[test]
    fn a_newtype_is_what_it_wraps() {
        assert_eq!(newtypes::placeholders(), "0 0.0.0.0");
    }
}
