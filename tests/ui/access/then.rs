use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: then with another struct's field; at `Volume::CHECKSUM`
mod then_of_another_struct {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(Image::PART.at(0).then(Volume::CHECKSUM));
    }
}

// E0277: then on a set; at `Part::LABEL`
mod then_on_a_set {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(Image::RULE.then(Part::LABEL));
    }
}

// E0277: then on a list; at `Part::LABEL`
mod then_without_at {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(Image::PART.then(Part::LABEL));
    }
}

fn main() {}
