// R226: an id of a field that does not exist; at `foo`
mod r226_id_of_an_unknown_field {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id(when_changed(foo)))]
    struct Image {
        #[field(required)]
        name: String,
        #[field(optional)]
        size_mb: Option<i64>,
    }
}

// R226: id(when_changed) names no field; at `nane`
mod r226_id_when_changed_unknown {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id(when_changed(nane)))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// R226: computed(when_changed) names no field; at `nane`
mod r226_when_changed_unknown {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed(when_changed(nane)))]
        hash: String,
        #[field(required)]
        name: String,
    }
}

// R226: a computed field that changes with a write-only one; at `password`
mod r226_write_only {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, write_only)]
        password: Option<Secret>,
        #[field(computed(when_changed(password)))]
        address: String,
    }
}

fn main() {}
