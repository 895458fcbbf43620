// R131: a name with an upper case letter; at `"sizeMb"`
mod r131_rename_upper_case {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, rename = "sizeMb")]
        size_mb: Option<i64>,
    }
}

// R202: a name that the language keeps in providers; at `source`
mod r202_source_of_a_provider {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(optional)]
        source: Option<String>,
    }
}

// R229: a type name without a name behind the provider's; at `"cloud_"`
mod type_name_that_ends_early {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_")]
    pub struct Server {
        #[field(required)]
        name: String,
    }
}

fn main() {}
