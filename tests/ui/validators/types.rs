// E0277: a constant that lists values of another type; at `LEVELS`
mod constant_of_other_values {
    use schema_provider::prelude::*;

    const LEVELS: [i64; 2] = [1, 2];

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, validate = one_of(LEVELS))]
        zone: Option<String>,
    }
}

// E0277: a custom validator of another type; at `even`
mod custom_of_another_type {
    use schema_runtime::Schema;
    use schema_runtime::diagnostics::Diagnostics;
    use schema_runtime::path::Path;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = custom = even)]
        name: String,
    }

    fn even(_: &Path, _: &i64) -> Diagnostics {
        Diagnostics::new()
    }
}

// E0277: a limit of a count that is a fraction; at `MOST`
mod limit_of_a_fraction {
    use schema_runtime::Schema;

    const MOST: f64 = 5.5;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = length(1..=MOST))]
        name: Option<String>,
    }
}

fn main() {}
