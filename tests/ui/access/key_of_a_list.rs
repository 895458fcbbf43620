// E0277: a key of a list; at `"a"`
use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

pub fn read(data: &ResourceData<Image>) {
    let _ = data.get_ok(Image::PART.at("a"));
}

fn main() {}
