use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0599: the field's name for its constant; at `size_mb`
mod name_of_a_field_in_get {
    use super::*;

    pub fn code(data: &mut ResourceData<Image>) {
        let _ = data.get(Image::size_mb);
    }
}

// E0599: the field's name for its constant; at `sha256`
mod name_of_a_field_in_set {
    use super::*;

    pub fn code(data: &mut ResourceData<Image>) {
        data.set(Image::sha256, "c0ffee");
    }
}

fn main() {}
