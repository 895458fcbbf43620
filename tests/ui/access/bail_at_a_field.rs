// syntax: a field instead of the text; at `bail!(Image::NAME, "it is taken")`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

fn check(_: &ResourceData<Image>) -> Result {
    bail!(Image::NAME, "it is taken");
}

fn main() {}
