use schema_provider::prelude::*;

// R90: a block cannot identify; at `place`
mod r90_block {
    use super::*;

    #[derive(Schema)]
    struct Place {
        #[field(required, force_new)]
        rack: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(place))]
    struct Image {
        #[field(block(single))]
        place: Place,
    }
}

// R90: a map cannot identify; at `labels`
mod r90_map {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(labels))]
    struct Image {
        #[field(required, force_new)]
        labels: BTreeMap<String, String>,
    }
}

// R90: a set cannot identify; at `Set<String>`
mod r90_set_in_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(required)]
        names: Set<String>,
    }
}

fn main() {}
