// syntax: a relation with a string; at `"size_mb"`
mod names_in_quotes {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with("size_mb"))]
        name: Option<String>,
        #[field(optional)]
        size_mb: Option<i64>,
    }
}

// -: names with a sign between them; at `zone`
mod names_joined_by_a_sign {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional)]
        zone: Option<String>,
        #[field(optional, conflicts_with(zone | name))]
        region: Option<String>,
    }
}

fn main() {}
