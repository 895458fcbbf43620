use schema_provider::prelude::*;

// R265: a field of another struct; at `place.rack`
mod r265_inside {
    use super::*;

    #[derive(Schema)]
    struct Place {
        #[field(required, force_new)]
        rack: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name, place.rack))]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(block(single))]
        place: Place,
    }
}

// R265: there is no id to identify by; at `id`
mod r265_no_id {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id = none, identity(id))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// R265: there is no such field; at `nam`
mod r265_unknown {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(nam))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

fn main() {}
