use schema_runtime::Schema;

// syntax: texts where validators stand; at `["raw", "qcow2"]`
mod texts {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = ["raw", "qcow2"])]
        format: String,
    }
}

// syntax: texts joined as validators are not; at `"raw"`
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
