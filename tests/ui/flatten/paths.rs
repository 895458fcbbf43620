use schema_runtime::Schema;

// R24: the name of a flattened struct in another one; at `port`
mod path_through_two {
    use super::*;

    #[derive(Schema)]
    struct Endpoint {
        #[field(optional)]
        port: Option<u16>,
    }

    #[derive(Schema)]
    struct Common {
        #[field(flatten)]
        endpoint: Endpoint,
    }

    #[derive(Schema)]
    #[schema(resource = "net_listener")]
    struct Listener {
        #[field(flatten)]
        common: Common,
        #[field(optional, conflicts_with(common.endpoint.port))]
        any_port: Option<bool>,
    }
}

// R24: a relation with no field of a flattened struct; at `zone`
mod r024_unknown_in_flattened {
    use super::*;

    #[derive(Schema)]
    struct Common {
        #[field(optional)]
        region: Option<String>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten)]
        common: Common,
        #[field(optional, conflicts_with(common.zone))]
        area: Option<String>,
    }
}

// R68: a flattened struct brings a reserved name; at `Common`
mod reserved_name {
    use super::*;

    #[derive(Schema)]
    struct Common {
        #[field(optional)]
        count: Option<i64>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

fn main() {}
