// An id that changes with fields, of which none is named; at `when_changed`
mod id_changed_by_nothing {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server", id(when_changed()))]
    pub struct Server {
        #[field(required)]
        name: String,
    }
}

// An optional id that is not computed, which is a field; at `optional`
mod id_optional_alone {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id(optional))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// A required id, which is a field; at `required`
mod id_required {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id(required))]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

fn main() {}
