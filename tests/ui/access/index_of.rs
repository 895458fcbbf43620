use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: an index in brackets; at `Image::PART`
mod index_of_a_handle {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        let _ = data.get(Image::PART[0].label);
    }
}

// E0277: an index of a map; at `0`
mod index_of_a_map {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(Image::LABELS.at(0));
    }
}

// E0277: an index of a set; at `0`
mod index_of_a_set {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(Image::ZONES.at(0));
    }
}

// E0277: a field of an old state in brackets; at `"name"`
mod index_of_an_old_state {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required)]
        name: String,
        #[field(optional, removed = "images have no zone any more")]
        zone: Option<String>,
        #[field(optional)]
        labels: BTreeMap<String, String>,
        #[field(optional)]
        zones: Set<String>,
        #[field(block(list))]
        part: Vec<Part>,
        #[field(block(set))]
        rule: Set<Part>,
        #[field(optional, computed)]
        size_mb: Option<i64>,
        #[field(computed)]
        sha256: String,
    }

    #[derive(Schema)]
    #[schema(block)]
    pub struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_volume")]
    pub struct Volume {
        #[field(computed)]
        checksum: String,
    }

    pub fn upgrade(old: &OldState) -> String {
        old["name"].to_string()
    }
}

// E0277: a field by its name in brackets; at `data`
mod index_of_data {
    use super::*;

    pub fn read(data: &ResourceData<Image>) -> String {
        data["name"].to_string()
    }
}

fn main() {}
