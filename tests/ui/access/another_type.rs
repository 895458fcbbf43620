use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: an integer of another type; at `5u32`
mod another_integer_in_set {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(Image::SIZE_MB, 5u32);
    }
}

// E0277: a number as an id; at `7`
mod number_as_an_id {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set_id(7);
    }
}

fn main() {}
