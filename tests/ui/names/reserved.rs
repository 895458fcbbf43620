use schema_runtime::Schema;

// syntax: a field named as a keyword; at `type`
mod keyword {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        type: String,
    }
}

// R68: a reserved name; at `count`
mod r068_reserved_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        count: Option<i64>,
    }
}

// R74: a name of Terraform's own in a data source; at `depends_on`
mod r074_reserved_in_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    struct Lookup {
        #[field(optional)]
        depends_on: Option<String>,
    }
}

// R84: a reserved provider setting; at `alias`
mod r084_provider_alias {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(optional)]
        alias: Option<String>,
    }
}

// R132: a root field named for_each; at `for_each`
mod r132_for_each {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        for_each: Option<String>,
    }
}

fn main() {}
