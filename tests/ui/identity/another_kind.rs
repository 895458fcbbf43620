// syntax: the name of a field where a struct is named; at `name`
mod field_for_a_struct {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity = name)]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: mutable on a resource; at `mutable`
mod mutable_on_a_resource {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name), mutable(name))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an identity on a data source; at `identity`
mod on_a_data_source {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_image", identity(name))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: a resource that is an identity; at `identity`
mod two_kinds {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity)]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

fn main() {}
