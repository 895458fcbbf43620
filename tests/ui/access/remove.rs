use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0599: another name for gone; at `remove_from_state`
mod remove_from_state_of_data {
    use super::*;

    pub fn read(data: &mut ResourceData<Image>) {
        data.remove_from_state();
    }
}

// E0277: null as another library has it; at `remove`
mod remove_of_a_field {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.remove(Image::NAME);
    }
}

fn main() {}
