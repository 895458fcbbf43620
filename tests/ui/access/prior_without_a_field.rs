// E0061: the value before without its field; at `prior`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

pub fn code(data: &mut ResourceData<Image>) {
    let _ = data.prior();
}

fn main() {}
