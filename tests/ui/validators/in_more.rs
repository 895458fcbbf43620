use schema_runtime::Schema;

// -: no validator; at `(length(1..), uuid)`
mod in_parentheses {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = (length(1..), uuid))]
        name: String,
    }
}

// -: no validator; at `"length(1..=5)"`
mod in_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = "length(1..=5)")]
        name: String,
    }
}

fn main() {}
