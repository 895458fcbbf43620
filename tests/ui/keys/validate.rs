use schema_runtime::Schema;

// syntax: a key of another library; at `ValidateFunc`
mod validate_func {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, ValidateFunc = check)]
        name: Option<String>,
    }
}

// syntax: a second validator under a second key; at `validate`
mod validate_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = length(1..=64), validate = regex("^[a-z]+$"))]
        name: String,
    }
}

fn main() {}
