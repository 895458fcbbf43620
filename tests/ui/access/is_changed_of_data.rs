// E0599: has_change by another name; at `is_changed`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

pub fn code(data: &mut ResourceData<Image>) {
    let _ = data.is_changed(Image::NAME);
}

fn main() {}
