use schema_runtime::Schema;

// across: flatten of a resource; at `Disk`
mod a_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_disk")]
    struct Disk {
        #[field(optional)]
        name: Option<String>,
    }

    #[derive(Schema)]
    #[schema(data_source = "disk_disk")]
    struct Lookup {
        #[field(flatten)]
        disk: Disk,
    }
}

// R227: a provider flattens a computed field; at `Common`
mod computed_in_provider {
    use super::*;

    #[derive(Schema)]
    struct Common {
        #[field(computed)]
        region: String,
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(flatten)]
        common: Common,
    }
}

// R209: a data source flattens a field that forces replacement; at `Common`
mod force_new_in_data_source {
    use super::*;

    #[derive(Schema)]
    struct Common {
        #[field(optional, force_new)]
        region: Option<String>,
    }

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

// R82: a provider flattens a write-only field; at `Common`
mod write_only_in_provider {
    use super::*;

    #[derive(Schema)]
    struct Common {
        #[field(optional, write_only)]
        token: Option<String>,
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(flatten)]
        common: Common,
    }
}

fn main() {}
