use schema_runtime::Schema;

// R203: what everyone who comes from Go writes first; at `bool`
mod r203_from_go {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        encrypted: bool,
    }
}

// R203: optional and computed on a type that reads omitted as zero; at `bool`
mod r203_optional_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, computed)]
        encrypted: bool,
        // A collection has room: an empty one and none are read alike.
        #[field(optional, computed)]
        zones: Vec<String>,
    }
}

fn main() {}
