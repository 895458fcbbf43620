use schema_runtime::Schema;

// R237: a scheme that is invalid; at `"1st"`
mod r237_url_no_scheme {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = any(url("http", "1st")))]
        name: String,
    }
}

// R237: a scheme with what follows it; at `"https://"`
mod r237_url_scheme {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = url("https://"))]
        name: String,
    }
}

fn main() {}
