use schema_runtime::Schema;

// R112: an id of a resource that nothing sets where it is not configured; at `id`
mod r112_id {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        id: Option<String>,
    }
}

// R112: a field named id beside a key for an id that does not exist; at `id`
mod r112_id_beside_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id = none)]
    struct Image {
        #[field(required)]
        id: String,
    }
}

// R112: a struct as an id; at `id`
mod r112_id_block {
    use super::*;

    #[derive(Schema)]
    struct Name {
        #[field(required)]
        text: String,
    }

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    struct Image {
        #[field(required, nested(single))]
        id: Name,
    }
}

fn main() {}
