use schema_runtime::Schema;

// syntax: strings where validators are expected; at `["raw", "qcow2"]`
mod texts {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = ["raw", "qcow2"])]
        format: String,
    }
}

// syntax: strings joined like validators; at `"raw"`
mod texts_joined {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = "raw" | "qcow2")]
        format: String,
    }
}

fn main() {}
