use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a reference to a field; at `&Image::NAME`
mod reference_to_a_field {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(&Image::NAME);
    }
}

// E0277: a reference to a field in get_ok; at `&Image::NAME`
mod reference_to_a_field_in_get_ok {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get_ok(&Image::NAME);
    }
}

// E0277: a reference to a field in set; at `&Image::SHA256`
mod reference_to_a_field_in_set {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(&Image::SHA256, "a");
    }
}

fn main() {}
