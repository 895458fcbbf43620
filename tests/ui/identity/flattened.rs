use schema_provider::prelude::*;

// R265: a flattened struct has no such field; at `rak`
mod r265_flattened {
    use super::*;

    #[derive(Schema)]
    struct Place {
        #[field(required, force_new)]
        rack: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name, place.rak))]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(flatten)]
        place: Place,
    }
}

// R266: a flattened field that can change in place; at `rack`
mod r266_flattened {
    use super::*;

    #[derive(Schema)]
    struct Place {
        #[field(required)]
        rack: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name, place.rack))]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(flatten)]
        place: Place,
    }
}

fn main() {}
